import type { FileCount } from "./stories/order.ts";

/** One file of a diff. */
export interface PatchFile extends FileCount {
  /** What tells of modes and renames, and the hunks; of what is no text, its sizes. */
  readonly text: string;
  /** How many lines its hunks have. */
  readonly lines: number;
}

/** The files of a diff as git, or `llmch diff` for what is no text, prints it. Only they begin a line so; a carriage return begins none. */
export const patchFiles = (patch: string): readonly PatchFile[] =>
  patch.split(/(?<=^|\n)(?=diff --git |binary ")/).flatMap((section): readonly PatchFile[] => {
    const [head = "", ...hunks] = section.split(/(?<=\n)(?=@@)/);
    const named = /^(?:binary "(.*)", mode |diff --git (?:"?[a-z]\/(.*?)"? "?[a-z]\/\2"?\n|(.*)))/.exec(head);
    const [, binary, path = named?.[3]] = named ?? [];
    if (binary !== undefined) return [{ path: binary, added: null, removed: null, text: section, lines: 1 }];
    if (path === undefined) return [];
    const lines = hunks.flatMap((hunk) => hunk.split("\n").slice(1, -1));
    const count = (sign: string) => lines.filter((line) => line.startsWith(sign)).length;
    // Paths and blobs are in the name already.
    const text = `${head.replaceAll(/^(?:diff --git|index|---|\+\+\+) .*\n/gm, "")}${hunks.join("")}`;
    return [{ path, added: count("+"), removed: count("-"), text, lines: lines.length }];
  });
