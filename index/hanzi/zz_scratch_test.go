package hanzi
import ("testing";"os";"fmt";"bytes";"context";"path/filepath";"strings")
func TestScratch(t *testing.T){
 c:=mustConverter(t,"trad")
 for _,s:=range []string{"曹变蛟突围","身邊隻有兩千餘騎","向前沖","收複失地","血污彌漫，借此","看 https://zh.wikipedia.org/wiki/曹变蛟 `变量` <:变:123> 变","干"}{
  o,ch:=c.Explain(s); fmt.Println(s,o,fmt.Sprintf("%+v",ch))
 }
 fs,_:=filepath.Glob("../../seeds/*.txt")
 for _,f:=range append(fs,shared(t,"corpus/三國演義.txt"),shared(t,"corpus/隋唐演义.txt")){
  b,_:=os.ReadFile(f)
  d:=Detect(string(b)); fmt.Printf("%s %+v %s\n",filepath.Base(f),d,d.Region())
  o,ch:=c.Explain(string(b)); n:=0
  if len(ch)>3000 {continue}
  m:=map[string]int{}
  for _,x:=range ch{ k:=x.From+"→"+x.To; m[k]++; n++ }
  fmt.Println(n, strings.ReplaceAll(fmt.Sprint(m),"map",""))
  if c.Convert(o)!=o {fmt.Println("not idempotent")}
  var w bytes.Buffer
  ConvertStream(context.Background(),bytes.NewReader(b),&w,c)
  if w.String()!=o {fmt.Println("stream differs",len(o),w.Len())}
 }
}
