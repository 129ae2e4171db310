import { accepted, rejected } from "@llmch/text";
import { repoPath } from "../repo-path.ts";
import { command } from "./command-kinds.ts";
import { filledListOf, type Kind, listOf } from "./kind.ts";
import { fromJson, record } from "./object-kinds.ts";

/** A repo's command that generates files for its commits. */
export interface DeriveSetting {
  readonly command: string;
  readonly files: readonly string[];
  /** Run only if one of these files changes; empty for every order. */
  readonly when: readonly string[];
}

const PATH = "a file's path inside the repo, such as package-lock.json";

const path = (): Kind<string> => {
  const read = (value: unknown) =>
    typeof value === "string" && repoPath(value.trim()) !== null ? accepted(value.trim()) : rejected(PATH);
  return { words: PATH, read, fromText: read, schema: { type: "string", minLength: 1 } };
};

const WORDS = `a list, each ${PATH}`;

/** Paths of files inside the repo. */
export const filePaths = (): Kind<readonly string[]> => listOf(path(), WORDS);

const paths = (): Kind<readonly string[]> => filledListOf(path(), WORDS);

const NO_PLACES: readonly string[] = [];

/** Objects with a command, its files, and when it runs. As text they are JSON. */
export const deriveSettings = (places: Kind<readonly string[]>): Kind<readonly DeriveSetting[]> => {
  const words = "a list of objects with a command and its files, and with `when` if it waits for certain files";
  const each = record<DeriveSetting>("an object with `command` and `files`, and with `when` if it waits for files", {
    command: { kind: command(), about: "Runs as one process, without a shell, once an order's files are written." },
    files: { kind: paths(), about: "The files that it makes: they join the commit, and nothing else of what it does." },
    when: {
      kind: places,
      about: "It runs only if a file changes that one of these names; without any, for every order.",
      fallback: NO_PLACES,
    },
  });
  const kind = listOf(each, words);
  return { ...kind, fromText: fromJson(words, kind.read) };
};
