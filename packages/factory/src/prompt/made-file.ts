import { type FileWrite, quoteAsData, type StandingFile } from "@llmch/contract";

/** A file as an answer left it before it was undone. A later answer may build on it (contract §5). */
export interface MadeFile {
  readonly state: StandingFile & { readonly text: string };
  readonly attempt: number;
  /** True if the answer contains all of it, because it does not build on an earlier answer. */
  readonly isTold: boolean;
}

export type MadeFiles = ReadonlyMap<string, MadeFile>;

export const NOTHING_MADE: MadeFiles = new Map();

/** The content of an earlier answer that a write builds on, if any. */
export const madeBase = (write: FileWrite, path: string, made: MadeFiles): MadeFile["state"] | undefined => {
  const state = made.get(path)?.state;
  const isWritten = write.kind === "edits" || write.kind === "content";
  return isWritten && state?.sha256 === write.base_sha256.toLowerCase() ? state : undefined;
};

/**
 * Lists the file contents of an earlier answer that the next one may build on, and shows those that the quoted answer does not
 * contain. Empty if there are none.
 * @param quoted the attempt whose answer the prompt quotes
 * @param room how many bytes of content may still be shown
 */
export const madeInWords = (made: MadeFiles, quoted: number, room: number): string => {
  let rest = room;
  const offered = [...made].flatMap(([path, { state, attempt, isTold }]) => {
    const isShown = !isTold || attempt !== quoted;
    if (isShown && state.bytes > rest) return [];
    if (isShown) rest -= state.bytes;
    const text = isShown ? [quoteAsData(`${path} (as attempt ${attempt} made it)`, state.text)] : [];
    return [{ row: `| ${path} | ${attempt} | ${state.sha256} |`, text }];
  });
  if (offered.length === 0) return "";
  const table = ["| path | made by attempt | base_sha256 |", "| --- | --- | --- |", ...offered.map(({ row }) => row)];
  return [
    "You need not repeat what was right. `edits` may also be of a file as an answer made it: with the `base_sha256` of this table, " +
      "each `find` is looked for in that content, and `[]` takes it as it is. A file that your answer leaves out stays as it stands in the repository.",
    table.join("\n"),
    ...offered.flatMap(({ text }) => text),
  ].join("\n\n");
};
