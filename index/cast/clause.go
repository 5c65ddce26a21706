package cast

import (
	"slices"
	"strings"
)

// An actor is somebody who stands in a paragraph: a person, or people without
// a name, who have a role.
type actor struct {
	start, end int
	person     int32 // -1 for a role and for a form that is nobody's alone
	role       string
	crowd      bool // a role of data/speech.txt, no form
}

// A scene is what attribution looks at of one paragraph: the folded runes, who
// stands in it, and its quotations.
type scene struct {
	rs     []rune
	actors []actor
	quotes []quote
}

// subjectKind says how a clause names its subject.
type subjectKind uint8

const (
	noSubject subjectKind = iota
	namedSubject
	pronounSubject
	latterSubject // 後者
	formerSubject // 前者
)

// isClauseEnd reports whether the rune ends a clause.
func isClauseEnd(r rune) bool {
	switch r {
	case '，', ',', '；', ';', '。', '！', '？', '!', '?', '：', ':', '…', '—':
		return true
	}
	return false
}

// cut gives the stretches of rs[from:to] between the runes for which ends is
// true.
func cut(rs []rune, from, to int, ends func(rune) bool) []span {
	var out []span
	start := from
	for i := from; i < to; i++ {
		if ends(rs[i]) {
			if i > start {
				out = append(out, span{start, i})
			}
			start = i + 1
		}
	}
	if start < to {
		out = append(out, span{start, to})
	}
	return out
}

// within are the actors inside the span.
func (s *scene) within(c span) []actor {
	i, _ := slices.BinarySearchFunc(s.actors, c.start, func(a actor, at int) int { return a.start - at })
	j := i
	for j < len(s.actors) && s.actors[j].end <= c.end {
		j++
	}
	return s.actors[i:j]
}

// subject finds who acts in the clause. first says that it opens its
// sentence, where a noun after 的 may stand alone as the topic.
func (s *scene) subject(c span, first bool, w *words) ([]actor, subjectKind) {
	cl := s.rs[c.start:c.end]
	if k := pronounOf(cl, w); k != noSubject {
		return nil, k
	}
	as := s.within(c)
	for i, a := range as {
		if !s.acts(c, as, i, first, w) {
			continue
		}
		out := []actor{a}
		for k := i; k+1 < len(as) && as[k+1].start == as[k].end+1 && strings.ContainsRune("和与、跟及同", s.rs[as[k].end]); k++ {
			out = append(out, as[k+1])
		}
		return out, namedSubject
	}
	return nil, noSubject
}

func pronounOf(cl []rune, w *words) subjectKind {
	try := func(rest []rune) subjectKind {
		switch {
		case len(rest) == 0:
		case hasRunes(rest, "后者"):
			return latterSubject
		case hasRunes(rest, "前者"):
			return formerSubject
		case rest[0] == '他' || rest[0] == '她':
			return pronounSubject
		}
		return noSubject
	}
	if len(cl) == 0 {
		return noSubject
	}
	if k := try(cl); k != noSubject {
		return k
	}
	for _, p := range w.prefixes[cl[0]] {
		if len(p) < len(cl) && slices.Equal(p, cl[:len(p)]) {
			if k := try(cl[len(p):]); k != noSubject {
				return k
			}
		}
	}
	return noSubject
}

// acts reports whether the i-th actor of the clause is its subject.
func (s *scene) acts(c span, as []actor, i int, first bool, w *words) bool {
	a := as[i]
	before := s.rs[c.start:a.start]
	ok := false
	switch {
	case len(before) == 0:
		ok = true
	case before[len(before)-1] == '的':
		// 已經接到了消息的王朴: the head of a relative clause; alone at the end
		// of a clause only where it opens the sentence
		ok = (a.end < c.end || first) && !hasRunes(before, "看着") && !hasRunes(before, "望着") && !hasRunes(before, "所以")
	case w.prefixes.has(before):
		ok = true
	case i == 0 && len(before) <= 6:
		ok = !w.object.has(before[len(before)-1]) && !slices.ContainsFunc(before, func(r rune) bool {
			return strings.ContainsRune("将把对向让被给看见", r)
		})
	}
	if !ok || len(before) == 0 {
		return ok
	}
	for _, later := range as[i+1:] { // 洪承疇命令的夏承德: inside a relative clause
		if s.rs[later.start-1] == '的' {
			return false
		}
	}
	return true
}

// back walks back from the end of rs[from:to] to the nearest subject.
func (s *scene) back(from, to int, w *words) []actor { return s.walkBack(from, to, false, w) }

// antecedent is whom 他 at the rune means.
func (s *scene) antecedent(at int, w *words) []actor { return s.walkBack(0, at, true, w) }

func (s *scene) walkBack(from, to int, pronoun bool, w *words) []actor {
	sentences := cut(s.rs, from, to, isSentenceEnd)
	for i := len(sentences) - 1; i >= 0; i-- {
		clauses := cut(s.rs, sentences[i].start, sentences[i].end, isClauseEnd)
		for j := len(clauses) - 1; j >= 0; j-- {
			who, k := s.subject(clauses[j], j == 0 && len(clauses) > 1, w)
			switch k {
			case namedSubject:
				// 他 means somebody who opens a clause, not the head of 的
				if pronoun && isCrowd(who[0].role) {
					continue
				}
				if pronoun && j > 0 && who[0].start > clauses[j].start && s.rs[who[0].start-1] == '的' {
					continue
				}
				return who
			case pronounSubject:
				pronoun = true
			case latterSubject, formerSubject:
				if i == 0 {
					continue
				}
				if as := s.within(sentences[i-1]); len(as) > 0 {
					if k == latterSubject {
						return as[len(as)-1:]
					}
					return as[:1]
				}
			}
		}
	}
	return nil
}

// isCrowd reports whether the role is of many people, whom 他 cannot mean.
func isCrowd(role string) bool {
	if role == "" {
		return false
	}
	rs := []rune(role)
	return strings.ContainsRune("军们众将官臣左右姓下卒兵", rs[len(rs)-1]) || strings.ContainsRune("众诸群百两二三四", rs[0])
}
