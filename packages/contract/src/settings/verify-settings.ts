import { splitCommand } from "../shell-split.ts";
import { accepted, rejected, type Verdict } from "../verdict.ts";
import { type Kind, listOf, textOf } from "./kind.ts";
import { setting } from "./setting.ts";

const COMMAND = "a command of one process, which no shell reads, such as npm test";

/** A command as orders have them: it can be split, names a program, and has no shell operator as a word of its own. */
const command = (): Kind<string> => {
  const read = (value: unknown): Verdict<string, string> => {
    const words = typeof value === "string" ? splitCommand(value) : null;
    if (typeof value !== "string" || words === null || !words.ok) return rejected(COMMAND);
    const isPlain =
      (words.value[0]?.text ?? "") !== "" && !words.value.some(({ text, bare }) => bare && SHELL.test(text));
    return isPlain ? accepted(value.trim()) : rejected(COMMAND);
  };
  return { words: COMMAND, read, fromText: read, schema: { type: "string", minLength: 1 } };
};
const SHELL = /^(?:[|;<>&]+|\|\||&&)$/;

/** Commands may hold commas: as a text they stand one a line. */
const commands = (): Kind<readonly string[]> => {
  const words = "a list of commands of one process each, such as npm test";
  const kind = listOf(command(), words);
  return {
    ...kind,
    fromText: (text) => kind.read(text.split(/\r?\n/).filter((line) => line.trim() !== "")),
  };
};

const NO_NAMES: readonly string[] = [];

/** How a repo is verified, where it is not to be told from its tree. */
export const VERIFY_SETTINGS = {
  commands: setting(
    commands(),
    NO_NAMES,
    "The commands that verify the repo after every order, in place of `scripts/verify.sh` and of what its tree says; in a variable one a line.",
  ),
  light_commands: setting(
    commands(),
    NO_NAMES,
    "The commands that an order gets which cannot be verified yet (`verify_exempt`), in place of a syntax check; in a variable one a line.",
  ),
  languages: setting(
    listOf(
      textOf("the name of a language, such as python", /^[a-z][a-z0-9+#-]*$/),
      "a list of languages such as python, node",
    ),
    NO_NAMES,
    "The kinds of repo that this one is, in place of what its tree says: python, node, typescript, rust, go, java, swift, mix, c, shell, generic.",
  ),
} as const;
