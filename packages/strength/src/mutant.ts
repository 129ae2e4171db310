import type { RepoPath } from "@llmch/contract";

export type MutantKind = "put_back" | "comparison" | "arithmetic" | "negation" | "dropped" | "early_return" | "comment";

/** A file made wrong on purpose, or only given another comment. */
export interface Mutant {
  readonly path: RepoPath;
  readonly kind: MutantKind;
  /** The first line that changes, from 1; null where the whole file was put back. */
  readonly line: number | null;
  /** The lines as they are and as they become, without the last line end; null where the whole file was put back. */
  readonly before: string | null;
  readonly after: string | null;
  /** The file's whole new text; null: the file is gone. */
  readonly text: string | null;
  /** The name of the function around it; null if there is none. */
  readonly within: string | null;
}

const SLASHES = /\.(?:[cm]?[jt]sx?|go|rs|java|kts?|scala|swift|cs|[ch]|cc|hh|[ch](?:pp|xx))$/;

/** The files with a comment more at their ends, which no check of what they do notices; none for an unknown language. */
export const commented = (files: readonly Pick<ChangedFile, "path" | "after">[]): readonly Mutant[] =>
  files.flatMap(({ path, after: whole }): readonly Mutant[] => {
    const mark = SLASHES.test(path) ? "//" : /\.(?:py|rb|(?:ba|z)?sh)$/.test(path) ? "#" : null;
    if (mark === null) return [];
    const after = `${mark} A comment.`;
    const text = `${whole}${/(?:^|\n)$/.test(whole) ? "" : "\n"}${after}\n`;
    return [{ path, kind: "comment", line: null, before: null, after, text, within: null }];
  });

/** A file as an order wrote it. */
export interface ChangedFile {
  readonly path: RepoPath;
  /** Its text before the order; null: it is new. */
  readonly before: string | null;
  readonly after: string;
}
