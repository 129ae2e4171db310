import { absent, contains, type ExistingRepo, exists, unchanged } from "../existing-repo.ts";

const SLUG = `package slug

import (
	"strings"

	"example.org/pad"
)

// Slug turns a title into a name.
func Slug(title string) string {
	return strings.ReplaceAll(strings.ToLower(title), " ", "-")
}

// Numbered puts a number before the slug.
func Numbered(title string, number int) string {
	return pad.Pad(number) + "-" + Slug(title)
}
`;
const TEST = `package slug

import "testing"

func TestSlug(t *testing.T) {
	if got := Slug("Milk And Eggs"); got != "milk-and-eggs" {
		t.Fatal(got)
	}
}

func TestNumbered(t *testing.T) {
	if got := Numbered("Milk", 7); got != "07-milk" {
		t.Fatal(got)
	}
}
`;
const NEW_TEST = `func TestMarks(t *testing.T) {
	if got := Slug("Milk & Eggs!"); got != "milk-eggs" {
		t.Fatal(got)
	}
}

`;
const MAIN = `package main

import (
	"fmt"
	"os"
	"strings"

	"example.org/notes/slug"
)

func main() {
	fmt.Println(slug.Slug(strings.Join(os.Args[1:], " ")))
}
`;
const OLD_SLUG = 'strings.ReplaceAll(strings.ToLower(title), " ", "-")';
const NEW_SLUG = `strings.Join(strings.FieldsFunc(strings.ToLower(title), func(letter rune) bool {
		return !unicode.IsLetter(letter) && !unicode.IsDigit(letter)
	}), "-")`;

/** A module with a vendored dependency, tested by \`go test\`. */
export const GO: ExistingRepo = {
  name: "go",
  needs: ["go"],
  files: {
    ".gitignore": "/vendor/\n",
    "go.mod": "module example.org/notes\n\ngo 1.19\n\nrequire example.org/pad v1.0.0\n",
    "go.sum": "",
    "main.go": MAIN,
    "slug/slug.go": SLUG,
    "slug/slug_test.go": TEST,
    "slug/legacy.go": "package slug\n\nconst legacy = true\n",
    "slug/legacy_test.go":
      'package slug\n\nimport "testing"\n\nfunc TestLegacy(t *testing.T) {\n\tif !legacy {\n\t\tt.Fail()\n\t}\n}\n',
  },
  installed: {
    "vendor/modules.txt": "# example.org/pad v1.0.0\n## explicit; go 1.19\nexample.org/pad\n",
    "vendor/example.org/pad/pad.go":
      'package pad\n\nimport "fmt"\n\n// Pad gives a number two digits.\nfunc Pad(number int) string { return fmt.Sprintf("%02d", number) }\n',
  },
  verifiedBy: "go test ./...",
  orders: [
    {
      order: {
        title: "Leave marks out of slugs",
        intent: "Slug in slug/slug.go keeps letters and digits alone, and joins the words by hyphens.",
        preconditions: [contains("slug/slug.go", "func Slug")],
        postconditions: [contains("slug/slug.go", "unicode"), exists("slug/slug_test.go"), unchanged("main.go")],
        acceptance_commands: ["grep -q unicode slug/slug.go"],
      },
      writes: [
        {
          path: "slug/slug.go",
          edits: [
            { find: '\t"strings"\n', replace: '\t"strings"\n\t"unicode"\n' },
            { find: OLD_SLUG, replace: NEW_SLUG },
          ],
        },
        {
          path: "slug/slug_test.go",
          edits: [{ find: "func TestNumbered", replace: `${NEW_TEST}func TestNumbered` }],
        },
      ],
    },
    {
      order: {
        title: "Drop what is legacy",
        intent: "Delete slug/legacy.go and its tests: nothing uses them.",
        preconditions: [exists("slug/legacy.go"), exists("slug/legacy_test.go")],
        postconditions: [absent("slug/legacy.go"), absent("slug/legacy_test.go")],
        acceptance_commands: ["go list ./..."],
      },
      writes: [
        { path: "slug/legacy.go", delete: true },
        { path: "slug/legacy_test.go", delete: true },
      ],
    },
    {
      order: {
        title: "Call the file by what it makes",
        intent: "Rename slug/slug.go to slug/name.go, and say so in the comment of Slug.",
        preconditions: [exists("slug/slug.go"), absent("slug/name.go")],
        postconditions: [absent("slug/slug.go"), contains("slug/name.go", "file's name")],
        acceptance_commands: ["go run . Milk And Eggs"],
      },
      writes: [
        {
          path: "slug/slug.go",
          rename_to: "slug/name.go",
          edits: [{ find: "into a name.", replace: "into a file's name." }],
        },
      ],
    },
  ],
  expected: {
    "slug/slug.go": null,
    "slug/name.go": SLUG.replace('\t"strings"\n', '\t"strings"\n\t"unicode"\n')
      .replace(OLD_SLUG, NEW_SLUG)
      .replace("into a name.", "into a file's name."),
    "slug/legacy.go": null,
    "slug/legacy_test.go": null,
    "main.go": MAIN,
    "slug/slug_test.go": TEST.replace("func TestNumbered", `${NEW_TEST}func TestNumbered`),
  },
};
