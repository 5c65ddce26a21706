package bench
import (_ "github.com/longbridgeapp/opencc"; _ "shuyou/index/hanzi")
