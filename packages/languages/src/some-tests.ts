import { commandArgv, isJsonObject, readJson } from "@llmch/text";
import { programName } from "./inline/program-name.ts";
import { testScript } from "./profiles/node.ts";

/** Which tests are to run: one, by its runner's name for it, or those of some files. */
export type WantedTests = { readonly name: string } | { readonly files: readonly string[] };

/**
 * The command changed to run only some tests; null if the runner is unknown, or cannot select them.
 * @param manifest the text of the package.json where the command runs; null if there is none
 */
export const someTests = (
  argv: readonly string[],
  wanted: WantedTests,
  manifest: string | null = null,
): readonly string[] | null => throughScript(argv, wanted, manifest) ?? narrowed(argv, wanted);

/** `npm test`, which passes extra arguments on to its script. */
const throughScript = (
  argv: readonly string[],
  wanted: WantedTests,
  manifest: string | null,
): readonly string[] | null => {
  const [manager = "", ...words] = argv;
  if (!MANAGERS.has(programName(manager)) || !TEST_SCRIPT.test(words.join(" "))) return null;
  const read = readJson(manifest ?? "");
  const script = read.ok && isJsonObject(read.value) ? testScript(read.value) : null;
  const inner = script === null ? null : commandArgv(script);
  if (inner?.ok !== true) return null;
  const alone = narrowed(inner.value, wanted);
  const added = alone?.slice(inner.value.length) ?? [];
  // Arguments can only be appended to the script, not inserted.
  if (alone === null || !inner.value.every((word, index) => alone[index] === word)) return null;
  return [...argv, ...(programName(manager) === "npm" ? ["--"] : []), ...added];
};

const MANAGERS: ReadonlySet<string> = new Set(["npm", "pnpm", "yarn"]);
const TEST_SCRIPT = /^(?:run )?test$/;
/** Words that run the program after them. */
const RUN_BY = /^(?:npx (?:--no-install )?|pnpm exec |yarn run |python3? -m )/;

/** The runners, by the start of their commands. Their arguments never let the test's name begin a word. */
const RUNNERS: readonly (readonly [RegExp, (argv: readonly string[], name: string) => readonly string[] | null])[] = [
  [/^(?:vitest|jest)\b/, (argv, name) => [...argv, `--testNamePattern=${literally(name)}`]],
  [/^mocha\b/, (argv, name) => [...argv, `--fgrep=${name}`]],
  [
    /^node (?:.* )?--test(?: |$)/,
    (argv, name) => {
      const at = argv.indexOf("--test") + 1;
      return [...argv.slice(0, at), `--test-name-pattern=${literally(name)}`, ...argv.slice(at)];
    },
  ],
  [
    /^(?:pytest|py\.test|unittest)\b/,
    (argv, name) => ifWord(name.split(/::|\./).at(-1) ?? "", (word) => [...argv, "-k", word]),
  ],
  [
    /^go test\b/,
    ([go = "", test = "", ...rest], name) => {
      const parts = name.replaceAll(" ", "_").split("/");
      return [go, test, `-run=${parts.map((part) => `^${literally(part)}$`).join("/")}`, ...rest];
    },
  ],
  [
    /^cargo test\b/,
    ([cargo = "", test = "", ...rest], name) => (/^\w+(?:::\w+)*$/.test(name) ? [cargo, test, name, ...rest] : null),
  ],
  [/^swift test\b/, (argv, name) => [...argv, `--filter=${literally(name)}`]],
  [/^(?:sh )?(?:mvnw?|\.\/mvnw)\b/, (argv, name) => ifWord(name, (word) => [...argv, `-Dtest=${word}`], /^[\w.#]+$/)],
  [
    /^(?:sh )?(?:gradlew?|\.\/gradlew)\b/,
    (argv, name) => ifWord(name, (word) => [...argv, "--tests", word], /^[\w.]+$/),
  ],
];

/** The runners that take paths of test files, by the start of their commands. */
const TAKES_FILES = /^(?:vitest|jest|mocha|pytest|py\.test|rspec|phpunit)\b/;
const FILE = /^[\w.@/+-]+$/;

/** Words of a command that name test files already are left out. */
const ofFiles = (argv: readonly string[], line: string, files: readonly string[]): readonly string[] | null => {
  if (files.length === 0 || files.some((file) => !FILE.test(file) || file.startsWith("-"))) return null;
  if (TAKES_FILES.test(line)) return [...argv, ...files];
  if (/^node (?:.* )?--test(?: |$)/.test(line))
    return [...argv.filter((word, at) => at === 0 || word.startsWith("-")), ...files];
  const folders = new Set(files.map((file) => `./${file.split("/").slice(0, -1).join("/")}`));
  return /^go test\b/.test(line) ? [...argv.filter((word) => !word.startsWith("./")), ...folders] : null;
};

const narrowed = (argv: readonly string[], wanted: WantedTests): readonly string[] | null => {
  const [first = "", ...words] = argv;
  const line = [programName(first), ...words].join(" ").replace(RUN_BY, "");
  if ("files" in wanted) return ofFiles(argv, line, wanted.files);
  const [, alone] = RUNNERS.find(([begins]) => begins.test(line)) ?? [];
  return alone?.(argv, wanted.name) ?? null;
};

/** A pattern that matches only the name. */
export const literally = (name: string): string => name.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");

const ifWord = (
  name: string,
  made: (word: string) => readonly string[],
  form = /^[A-Za-z]\w*$/,
): readonly string[] | null => (form.test(name) ? made(name) : null);

const MAKES = new RegExp(
  [
    String.raw`^(?:cmake|ninja|meson (?:setup|compile)|autoreconf|autogen\.sh|configure)\b`,
    String.raw`^make(?: (?!.*\b(?:test|tests|check|lint|verify|fmt|format|clean)\b)|$)`,
    String.raw`^(?:npm|pnpm|yarn) (?:run )?(?:build|compile|generate)\b|^(?:tsc|npx (?:--no-install )?tsc) (?:-b|--build)`,
    String.raw`^(?:cargo|go|dotnet|swift) (?:build|generate)\b|^(?:mvnw?|gradlew?) .*\b(?:compile|package|assemble|build|classes)\b`,
  ].join("|"),
);

/** True for a command that makes what later ones need, as a build does. */
export const makesFiles = (argv: readonly string[]): boolean => {
  const [first = "", ...words] = argv;
  return MAKES.test([programName(first), ...words].join(" "));
};
