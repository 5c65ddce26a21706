package main

import (
	"context"
	"fmt"

	"shuyou/index/book"
	"shuyou/index/hanzi"
)

// detectJSON is what `bot detect --json` prints. The shares are of the letters
// that belong to one script alone.
type detectJSON struct {
	Script      book.Script `json:"script"`
	Han         int         `json:"han"`
	Traditional int         `json:"traditional"`
	Simplified  int         `json:"simplified"`
	ShareTrad   float64     `json:"traditional_share"`
	ShareSimp   float64     `json:"simplified_share"`
	Region      string      `json:"region"`
}

// detect tells the script of standard input, with the shares.
func detect(ctx context.Context, in *invocation) error {
	if err := in.arguments(0, "detect <input"); err != nil {
		return err
	}
	found, err := hanzi.DetectStream(ctx, in.stdin)
	if err != nil {
		return err
	}
	d := detectJSON{
		Script: found.Script, Han: found.Han, Traditional: found.Traditional, Simplified: found.Simplified,
		Region: found.Region(),
	}
	if telling := float64(d.Traditional + d.Simplified); telling > 0 {
		d.ShareTrad, d.ShareSimp = float64(d.Traditional)/telling, float64(d.Simplified)/telling
	}
	if in.on("json") {
		return printJSON(in.stdout, d)
	}
	_, err = fmt.Fprintf(in.stdout, "%s  traditional %.1f%%, simplified %.1f%% of the %d letters that only one script has\n",
		d.Script, 100*d.ShareTrad, 100*d.ShareSimp, d.Traditional+d.Simplified)
	return err
}
