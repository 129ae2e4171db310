import { accepted, type Result } from "@llmch/text";
import { command, textOfList } from "./command-kinds.ts";
import { type Kind, listOf, textOf } from "./kind.ts";
import { record } from "./object-kinds.ts";

/** A formatter or linter of a repo; `files` are patterns of the files that it processes, empty for all. */
export interface FixSetting {
  readonly command: string;
  readonly files: readonly string[];
}

const PATTERN = "a file's name or path, such as *.ts";
const ALL: readonly string[] = [];

/** A command without patterns processes every file. */
const fix = (): Kind<FixSetting> => {
  const plain = command();
  const limited = record<FixSetting>("an object with `command` and `files`", {
    command: { kind: plain, about: "Gets the paths at its end, or in the place of `{files}`." },
    files: {
      kind: listOf(textOf(PATTERN, /^(?!\/)[^\\\p{Cc}]+$/u), `a list, each ${PATTERN}`),
      about: "The files that it takes; without any, it takes all. A name counts at any depth.",
      fallback: ALL,
    },
  });
  const words = `${plain.words.replace("npm test", "npx prettier --write")}, or an object with it and the files that it takes`;
  const read: Kind<FixSetting>["read"] = (value): Result<FixSetting, string> => {
    if (typeof value !== "string") return limited.read(value);
    const text = plain.read(value);
    return text.ok ? accepted({ command: text.value, files: ALL }) : text;
  };
  return { words, read, fromText: read, schema: { anyOf: [plain.schema, limited.schema] } };
};

/** As text: one command per line, or JSON. */
export const fixSettings = (): Kind<readonly FixSetting[]> => {
  const words = "a list of commands, or of objects with `command` and `files`";
  const kind = listOf(fix(), words);
  return { ...kind, fromText: (text) => textOfList(text, words, kind.read) };
};
