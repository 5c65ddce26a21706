package index

import (
	"io/fs"
	"path/filepath"
)

// Size is how many bytes the files take that the library answers from. Files
// that cannot be looked at count nothing.
func (l *Library) Size() int64 {
	g, err := l.use()
	if err != nil {
		return 0
	}
	defer g.release()
	var bytes int64
	for _, name := range g.names {
		shelf := filepath.Join(l.options.DataDir, shelvesDir, name)
		_ = filepath.WalkDir(shelf, func(_ string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return nil
			}
			if info, err := entry.Info(); err == nil {
				bytes += info.Size()
			}
			return nil
		})
	}
	return bytes
}
