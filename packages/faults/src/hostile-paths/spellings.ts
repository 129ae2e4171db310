/** Files of the repo that some spellings collide with. */
export const REPO_FILES: Readonly<Record<string, string>> = {
  "README.md": "hello\n",
  "other.md": "o\n",
  "src/state.ts": "s\n",
  "src/kelvin.ts": "k\n",
  "src/caf\u00e9.ts": "c\n",
  "lib/straße.ts": "e\n",
};

const cases = (word: string): readonly string[] => {
  const letters = [...word];
  return Array.from({ length: 2 ** letters.length }, (_, bits) =>
    letters.map((letter, index) => ((bits >> index) & 1 ? letter.toUpperCase() : letter)).join(""),
  );
};

/** Characters that HFS+ ignores in a name, and other invisible ones. */
const IGNORABLE = [
  ..."\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u206a\u206b\u206c\u206d\u206e\u206f\ufeff\u00ad",
];
const TAILS = [".", "..", " ", ". ", " .", "...", "::$DATA", "::$INDEX_ALLOCATION", ":x"];

/** Names that some file system treats as `.git`. */
const GIT_NAMES: readonly string[] = [
  ...cases("git").map((name) => `.${name}`),
  ...cases("git").flatMap((name) => [1, 2, 9].map((number) => `${name}~${number}`)),
  ...cases("git").flatMap((name) => TAILS.slice(0, 4).map((tail) => `.${name}${tail}`)),
  ...TAILS.map((tail) => `.git${tail}`),
  ...IGNORABLE.flatMap((mark) => [`.g${mark}it`, `.git${mark}`, `${mark}.git`]),
  ...[
    "\uff0egit",
    ".\uff47\uff49\uff54",
    "\uff0e\uff27\uff29\uff34",
    ".g\u0131t\u200c".replace("\u0131", "i"),
    ".\u1d4dit".replace("\u1d4d", "g"),
  ],
];

const GIT: readonly string[] = GIT_NAMES.flatMap((name, index) => [
  `${name}/config`,
  index % 2 === 0 ? `src/${name}/hooks/pre-commit` : `./${name}/HEAD`,
]);

const OUTSIDE: readonly string[] = [
  ...["..", "../x", "../../x", "src/../../x", "./../x", "a/b/../../../x", "..//x", ".././x", "../.git/config"],
  ...["/x", "//x", "///x", "/etc/passwd", "/tmp/x", "/./x", "/../x", "/proc/self/cwd/x", "/dev/null", "~root/../../x"],
  ...[
    "C:x",
    "C:/x",
    "c:\\x",
    "Z:",
    "C:\\Windows\\x",
    "\\x",
    "\\\\host\\share",
    "src\\x.ts",
    "..\\x",
    ".\\x",
    "a\\..\\..\\x",
  ],
  ...["", ".", "./", "././", "src/..", "a/../.", "src/../src/.."],
];

const CONTROL: readonly string[] = Array.from({ length: 0x20 }, (_, code) => String.fromCharCode(code))
  .concat(Array.from({ length: 0x21 }, (_, code) => String.fromCharCode(0x7f + code)))
  .flatMap((character) => [`src/a${character}b.ts`, `${character}a.ts`]);

const MALFORMED: readonly string[] = [
  ...["*", "src/*.ts", "src/?.ts", "src/[ab].ts", "**/x"],
  ...[" a.ts", "a.ts ", "\ta.ts", "\u00a0a.ts", "a.ts\u2003", "\ufeffa.ts"],
  ...["\ud800.ts", "src/\udc00.ts", "a\ud800b"],
  ...[
    "x".repeat(256),
    `src/${"x".repeat(300)}`,
    `src/${"\u00e9".repeat(128)}.ts`,
    `${"a/".repeat(2049)}x`,
    `${"abc/".repeat(2000)}x`,
  ],
];

const MODULES: readonly string[] = [
  ...cases("gitmod")
    .slice(0, 40)
    .map((name) => `.${name}ules`),
  ...[
    ".gitmodules.",
    ".gitmodules ",
    ".gitmodules::$DATA",
    ".git\u200cmodules",
    "GITMOD~1",
    "gitmod~2",
    "gi7eba~1",
    "GI7EBA~9",
  ],
  ...["\uff0egitmodules", "./.gitmodules", "src/../.gitmodules"],
];

/** Names that differ from a file of the repo only in spelling (reliability, F5). */
const COLLISIONS: readonly string[] = [
  ...cases("state")
    .filter((name) => name !== "state")
    .map((name) => `src/${name}.ts`),
  ...["readme.md", "Readme.md", "README.MD", "readme.MD", "SRC/new.ts", "Src/new.ts", "sRC/state.ts", "Lib/new.ts"],
  ...[
    "src/\u017ftate.ts",
    "\u017frc/new.ts",
    "src/\u212aelvin.ts",
    "src/KELVIN.ts",
    "src/cafe\u0301.ts",
    "src/CAFE\u0301.ts",
    "src/CAF\u00c9.ts",
  ],
  ...["lib/STRASSE.ts", "lib/stra\u1e9ee.ts", "README.md/x", "src/state.ts/deep/x", "src"],
];

/** Nothing may ever be written at any of these. */
export const HOSTILE: readonly string[] = [
  ...new Set([...GIT, ...OUTSIDE, ...CONTROL, ...MALFORMED, ...MODULES, ...COLLISIONS]),
];

/** Harmless paths, some of which look like the others: each must be accepted. */
export const HARMLESS: readonly string[] = [
  ...[
    "a.ts",
    "src/new.ts",
    "src/deep/er/x.ts",
    "README.md",
    "src/state.ts",
    "docs/a b.md",
    "\u00fc/\u4e2d.txt",
    "...",
    "..a",
    "a..b/c",
  ],
  ...[
    "git/x",
    "src/git.ts",
    "a.git.ts",
    ".gitignore",
    ".gitattributes",
    ".github/x.yml",
    "gitx~1/x",
    "src/gitmodules",
    "x".repeat(255),
  ],
];
