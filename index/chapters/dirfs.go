package chapters

import (
	"fmt"
	"io/fs"
	"os"
)

// DirFS opens a folder of the machine as a library. Links inside it may lead to
// other places in the folder; those that lead out of it cannot be opened.
func DirFS(dir string) (fs.FS, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("library folder: %w", err)
	}
	return root.FS(), nil
}
