import { execFileSync } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { absent, contains, type ExistingRepo, exists, unchanged } from "../existing-repo.ts";

const SLUG = `from pad import pad


def slug(title: str) -> str:
    return title.lower().replace(" ", "-")


def numbered(title: str, number: int) -> str:
    return f"{pad(number)}-{slug(title)}"
`;
const TEST = `import unittest

from notes.slug import numbered, slug


class SlugTest(unittest.TestCase):
    def test_slug(self) -> None:
        self.assertEqual(slug("Milk And Eggs"), "milk-and-eggs")

    def test_numbered(self) -> None:
        self.assertEqual(numbered("Milk", 7), "07-milk")
`;
const NEW_TEST = `    def test_marks(self) -> None:
        self.assertEqual(slug("Milk & Eggs!"), "milk-eggs")

`;
const MAIN = "import sys\n\nfrom notes.slug import slug\n\nprint(slug(' '.join(sys.argv[1:])))\n";
const OLD_SLUG = 'title.lower().replace(" ", "-")';
const NEW_SLUG = '"-".join(re.findall(r"[a-z0-9]+", title.lower()))';

/** A package with a `.venv`, whose settings name the command that tests it. */
export const PYTHON: ExistingRepo = {
  name: "python",
  needs: ["python3"],
  files: {
    ".gitignore": ".venv/\n__pycache__/\n",
    "pyproject.toml": '[project]\nname = "notes"\nversion = "1.0"\n',
    "llmch.config.json":
      '{\n  // Without pytest.\n  "verify": { "commands": ["python3 -m unittest discover -s tests -t ."] }\n}\n',
    "notes/__init__.py": "",
    "notes/slug.py": SLUG,
    "notes/__main__.py": MAIN,
    "notes/legacy.py": "LEGACY = True\n",
    "tests/__init__.py": "",
    "tests/test_slug.py": TEST,
    "tests/test_legacy.py":
      "import unittest\n\nfrom notes.legacy import LEGACY\n\n\nclass LegacyTest(unittest.TestCase):\n    def test_it(self) -> None:\n        self.assertTrue(LEGACY)\n",
  },
  installed: {},
  install: (repo) => {
    execFileSync("python3", ["-m", "venv", "--without-pip", ".venv"], { cwd: repo });
    const library = join(repo, ".venv/lib");
    const [version = ""] = readdirSync(library);
    const pad = 'def pad(number: int) -> str:\n    return f"{number:02d}"\n';
    writeFileSync(join(library, version, "site-packages/pad.py"), pad);
  },
  verifiedBy: "python3 -m unittest discover -s tests -t .",
  wrong: [{ path: "notes/slug.py", edits: [{ find: "pad(number)", replace: "number" }] }],
  orders: [
    {
      order: {
        title: "Leave marks out of slugs",
        intent: "slug in notes/slug.py keeps letters and digits alone, and joins the words by hyphens.",
        preconditions: [contains("notes/slug.py", "def slug")],
        postconditions: [
          contains("notes/slug.py", "import re"),
          exists("tests/test_slug.py"),
          unchanged("notes/__main__.py"),
        ],
        acceptance_commands: ["python3 -c \"from notes.slug import slug; assert slug('A & b') == 'a-b'\""],
      },
      writes: [
        {
          path: "notes/slug.py",
          edits: [
            { find: "from pad import pad\n", replace: "import re\n\nfrom pad import pad\n" },
            { find: OLD_SLUG, replace: NEW_SLUG },
          ],
        },
        {
          path: "tests/test_slug.py",
          edits: [{ find: "    def test_numbered", replace: `${NEW_TEST}    def test_numbered` }],
        },
      ],
    },
    {
      order: {
        title: "Drop the legacy module",
        intent: "Delete notes/legacy.py and its tests: nothing uses them.",
        preconditions: [exists("notes/legacy.py"), exists("tests/test_legacy.py")],
        postconditions: [absent("notes/legacy.py"), absent("tests/test_legacy.py")],
        acceptance_commands: ["python3 -m notes Milk"],
      },
      writes: [
        { path: "notes/legacy.py", delete: true },
        { path: "tests/test_legacy.py", delete: true },
      ],
    },
    {
      order: {
        title: "Call the module by what it makes",
        intent: "Rename notes/slug.py to notes/file_name.py; notes/__main__.py and the tests import it from there.",
        preconditions: [exists("notes/slug.py"), absent("notes/file_name.py")],
        postconditions: [
          absent("notes/slug.py"),
          contains("notes/file_name.py", "def slug"),
          exists("notes/__main__.py"),
          exists("tests/test_slug.py"),
        ],
        acceptance_commands: ["python3 -m notes Milk And Eggs"],
      },
      writes: [
        { path: "notes/slug.py", rename_to: "notes/file_name.py" },
        { path: "notes/__main__.py", edits: [{ find: "notes.slug", replace: "notes.file_name" }] },
        { path: "tests/test_slug.py", edits: [{ find: "notes.slug", replace: "notes.file_name" }] },
      ],
    },
  ],
  expected: {
    "notes/slug.py": null,
    "notes/file_name.py": SLUG.replace("from pad", "import re\n\nfrom pad").replace(OLD_SLUG, NEW_SLUG),
    "notes/legacy.py": null,
    "tests/test_legacy.py": null,
    "notes/__main__.py": MAIN.replace("notes.slug", "notes.file_name"),
    "tests/test_slug.py": TEST.replace("    def test_numbered", `${NEW_TEST}    def test_numbered`).replace(
      "notes.slug",
      "notes.file_name",
    ),
  },
};
