import { commandArgv, isJsonObject, readJson } from "@llmch/contract";
import { programName } from "./inline/program-name.ts";
import { testScript } from "./profiles/node.ts";

/**
 * The command changed to run only one test; null if the runner is unknown, or cannot select a test by that name.
 * @param name the runner's name for the test
 * @param manifest the text of the package.json where the command runs; null if there is none
 */
export const oneTest = (
  argv: readonly string[],
  name: string,
  manifest: string | null = null,
): readonly string[] | null => throughScript(argv, name, manifest) ?? narrowed(argv, name);

/** `npm test`, which passes extra arguments on to its script. */
const throughScript = (argv: readonly string[], name: string, manifest: string | null): readonly string[] | null => {
  const [manager = "", ...words] = argv;
  if (!MANAGERS.has(programName(manager)) || !TEST_SCRIPT.test(words.join(" "))) return null;
  const read = readJson(manifest ?? "");
  const script = read.ok && isJsonObject(read.value) ? testScript(read.value) : null;
  const inner = script === null ? null : commandArgv(script);
  if (inner?.ok !== true) return null;
  const alone = narrowed(inner.value, name);
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

const narrowed = (argv: readonly string[], name: string): readonly string[] | null => {
  const [first = "", ...words] = argv;
  const line = [programName(first), ...words].join(" ").replace(RUN_BY, "");
  const [, alone] = RUNNERS.find(([begins]) => begins.test(line)) ?? [];
  return alone?.(argv, name) ?? null;
};

/** A pattern that matches only the name. */
const literally = (name: string): string => name.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");

const ifWord = (
  name: string,
  made: (word: string) => readonly string[],
  form = /^[A-Za-z]\w*$/,
): readonly string[] | null => (form.test(name) ? made(name) : null);
