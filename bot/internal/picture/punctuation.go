package picture

// Punctuation in columns: W3C, Requirements for Chinese Text Layout (CLREQ),
// sections 3.1 and 3.2.
const (
	// opening may not stand at the foot of a column.
	opening = "「『（〔［｛〈《【〖〘〚〝﹁﹃"
	// closing, stops and middle may not stand at its head.
	closing = "」』）〕］｝〉》】〗〙〛〞〟﹂﹄"
	stops   = "，。、．：；！？‼⁇⁈⁉"
	middle  = "·・‧～–々"
	// hanging may stand below the foot, where else they would open a column.
	hanging = "，。、．"
)

// verticalText is what a letter becomes in a column. Printed books in columns
// have corner brackets for quotation marks, in both scripts; ASCII signs
// stand here for Chinese text that was typed with them.
var verticalText = map[string]string{
	"“": "「", "”": "」", "‘": "『", "’": "』", "„": "「", "‟": "「",
	"﹁": "「", "﹂": "」", "﹃": "『", "﹄": "』", "｢": "「", "｣": "」",
	"〝": "「", "〞": "」", "〟": "」",
	",": "，", "!": "！", "?": "？", ":": "：", ";": "；", "(": "（", ")": "）", ".": "。", "~": "～",
	"･": "・", "､": "、", "｡": "。",
}
