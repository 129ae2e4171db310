import { createHash } from "node:crypto";
import { statSync } from "node:fs";
import { join, relative } from "node:path";
import { keptBytes } from "@llmch/files";
import { byCodePoint } from "@llmch/text";
import type { Repository } from "../git/repository.ts";
import { filesBelow } from "../git/symbolic-refs.ts";

/** Checks whether commands that are not isolated change the repo itself, outside llmch's tree (reliability, X5). */
export interface GitWatch {
  /** What differs from the accepted state: `.git/config`, `.git/hooks/pre-commit`, `refs/heads/main` …, sorted. */
  changes(): readonly string[];
  /** Accepts the current state. */
  accept(): void;
}

/**
 * Watches the repo's HEAD, settings, hooks, branches and tags, without asking git. Starts by accepting the current state. Ignores
 * what this process moves itself: orders land while other orders' commands run.
 */
export const watchGit = ({
  gitDir,
  commonDir,
  moves,
}: Pick<Repository, "gitDir" | "commonDir" | "moves">): GitWatch => {
  const look = (): Standing => {
    const files = SETTINGS.map((name) => join(commonDir, name)).concat(OF_CHECKOUT.map((name) => join(gitDir, name)));
    const hooks = filesBelow(join(commonDir, "hooks")).map((name) => join(commonDir, "hooks", name));
    const standing = new Map(packedRefs(read(join(commonDir, "packed-refs")) ?? ""));
    const loose = filesBelow(join(commonDir, "refs"), "remotes").filter((name) => !name.endsWith(".lock"));
    for (const name of loose) standing.set(`refs/${name}`, read(join(commonDir, "refs", name))?.trim() ?? "");
    for (const file of [...files, ...hooks]) {
      const text = read(file);
      if (text !== null) standing.set(`.git/${relative(commonDir, file)}`, digestOf(text, file));
    }
    return standing;
  };
  let accepted = look();
  return {
    changes: () => {
      const now = look();
      const names = new Set([...accepted.keys(), ...now.keys()]);
      const isChanged = (name: string): boolean =>
        accepted.get(name) !== now.get(name) && !moves.isOurs(name, now.get(name));
      return [...names].filter(isChanged).sort(byCodePoint);
    },
    accept: () => {
      accepted = look();
    },
  };
};

type Standing = ReadonlyMap<string, string>;

/** Files of the repo that define it, or what runs in it. */
const SETTINGS = [
  ...["HEAD", "config", "config.worktree", "info/attributes", "info/exclude", "info/grafts", "objects/info/alternates"],
  ...["shallow", "reftable/tables.list"],
];
/** Files that each checkout has for itself. */
const OF_CHECKOUT = ["HEAD", "config.worktree"];

/** Refs that are packed in one file; a ref's own file takes precedence. Remote-tracking refs move whenever somebody fetches. */
const packedRefs = (text: string): (readonly [string, string])[] =>
  text.split("\n").flatMap((line) => {
    const [, value, name] = /^([0-9a-f]+) (refs\/(?!remotes\/).+)$/.exec(line) ?? [];
    return value === undefined || name === undefined ? [] : [[name, value] as const];
  });

/** Bytes and mode: a hook that has become executable counts as changed. */
const digestOf = (text: string, file: string): string => {
  const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? 0;
  return `${mode.toString(8)} ${createHash("sha256").update(text, "latin1").digest("hex")}`;
};

/** Null if it is not a readable file. */
const read = (file: string): string | null => keptBytes(file)?.toString("latin1") ?? null;
