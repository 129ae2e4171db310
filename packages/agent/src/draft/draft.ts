import { type FileWrite, MAX_FILE_BYTES, type RepoPath, writeBetween } from "@llmch/contract";
import {
  accepted,
  type Edit,
  editFaultWords,
  editText,
  inFormOf,
  type Result,
  rejected,
  sha256Hex,
  utf8Length,
} from "@llmch/text";
import type { DraftFile, FileState, Files } from "../ports.ts";

/** What a model has written so far. It exists only in memory, and only allowed paths can be in it. */
export interface Draft {
  readonly allowed: ReadonlySet<RepoPath>;
  /** The state of a path, with the draft applied. */
  state(path: RepoPath): Promise<FileState>;
  /** The state of a path before the draft. */
  base(path: RepoPath): Promise<FileState>;
  /** The issue is a sentence for the model, as for the methods below. */
  write(path: RepoPath, text: string, executable?: boolean): Promise<Result<null, string>>;
  /** @param room how many characters of the file and edits the issue may quote */
  edit(path: RepoPath, edits: readonly Edit[], room: number): Promise<Result<null, string>>;
  delete(path: RepoPath): Promise<Result<null, string>>;
  /** Puts earlier work there; what may no longer be written is left out. */
  lay(files: readonly DraftFile[]): Promise<void>;
  /** Restores a file to its base. */
  revert(path: RepoPath): Promise<Result<null, string>>;
  /** Restores all files to their bases. */
  clear(): void;
  /** How many times the draft has changed. */
  revision(): number;
  /** The files that differ from their bases, sorted by path. */
  files(): readonly DraftFile[];
  /** The same files, as the writes of a proposal. */
  writes(): Promise<readonly FileWrite[]>;
}

export interface DraftOptions {
  /** An existing file larger than this cannot be rewritten, only edited. */
  readonly wholeFileBytes: number;
}

interface Drafted {
  readonly base: FileState;
  /** Null if the draft deletes the file. */
  readonly text: string | null;
  readonly state: FileState;
  readonly executable: boolean;
}

/** Creates an empty draft. */
export const createDraft = (allowed: readonly RepoPath[], files: Files, { wholeFileBytes }: DraftOptions): Draft => {
  const paths: ReadonlySet<RepoPath> = new Set(allowed);
  const drafted = new Map<RepoPath, Drafted>();
  let revision = 0;

  const state = async (path: RepoPath): Promise<FileState> => {
    const own = drafted.get(path);
    return own === undefined ? files.inspect(path) : own.state;
  };

  const put = (path: RepoPath, base: FileState, text: string | null, isRun = false): Result<null, string> => {
    const own = drafted.get(path);
    const before = own === undefined ? textOf(base) : own.text;
    const executable = text?.startsWith("#!") === true && (isRun || own?.executable === true);
    if (text !== before || executable !== (own?.executable ?? false)) revision++;
    if (isAsIt(base, text)) drafted.delete(path);
    else drafted.set(path, { base, text, state: stateOf(text), executable });
    return accepted(null);
  };

  /** The base and current text of a path, or why it may not be changed. */
  const open = async (path: RepoPath): Promise<Result<Pick<Drafted, "base" | "text">, string>> => {
    if (!paths.has(path)) return rejected(`may not be written: ${allowedInWords(allowed)}`);
    const own = drafted.get(path);
    if (own !== undefined) return accepted(own);
    const base = await files.inspect(path);
    if (base.kind === "blocked" || base.kind === "obstructed") return rejected(`cannot be written: ${base.why}`);
    return accepted({ base, text: textOf(base) });
  };

  return {
    allowed: paths,
    state,
    base: async (path) => drafted.get(path)?.base ?? (await files.inspect(path)),
    write: async (path, text, executable = false) => {
      const opened = await open(path);
      if (!opened.ok) return opened;
      const { base } = opened.value;
      if (base.kind === "file" && base.text === null) return rejected(NOT_TEXT);
      if (base.kind === "file" && base.bytes > wholeFileBytes)
        return rejected(`is larger than ${wholeFileBytes} bytes, so that it cannot be written anew: use \`edit\``);
      const fault = textFault(text, MAX_FILE_BYTES);
      if (executable && (base.kind === "file" || !text.startsWith("#!")))
        return rejected("cannot be made executable: that is for a new file that begins with `#!`");
      return fault === null ? put(path, base, inFormOf(textOf(base) ?? "", text), executable) : rejected(fault);
    },
    edit: async (path, edits, room) => {
      const opened = await open(path);
      if (!opened.ok) return opened;
      const { base, text } = opened.value;
      if (base.kind === "file" && base.text === null) return rejected(NOT_TEXT);
      if (text === null) return rejected("is not there, so that it cannot be edited: use `write`");
      const edited = editText(text, edits);
      if (!edited.ok) return rejected(editFaultWords(path, text, edits, edited.issues, room));
      const most = Math.max(MAX_FILE_BYTES, base.kind === "file" ? 2 * base.bytes : 0);
      const fault = textFault(edited.value, most);
      return fault === null ? put(path, base, edited.value) : rejected(fault);
    },
    delete: async (path) => {
      const opened = await open(path);
      if (!opened.ok) return opened;
      const { base, text } = opened.value;
      if (text === null && !(base.kind === "file" && base.text === null && !drafted.has(path)))
        return rejected("is not there");
      return put(path, base, null);
    },
    lay: async (files) => {
      for (const { path, text, executable = false } of files) {
        const opened = await open(path);
        if (opened.ok) put(path, opened.value.base, text, executable);
      }
    },
    revert: async (path) => {
      const opened = await open(path);
      if (!opened.ok) return opened;
      if (drafted.delete(path)) revision++;
      return accepted(null);
    },
    clear: () => {
      if (drafted.size > 0) revision++;
      drafted.clear();
    },
    revision: () => revision,
    files: () =>
      sorted(drafted).map(([path, { text, executable }]) => ({ path, text, ...(executable ? { executable } : {}) })),
    writes: async () => {
      const writes: FileWrite[] = [];
      for (const [path, { base, text, executable }] of sorted(drafted)) {
        const write = writeBetween(path, base, text, wholeFileBytes);
        writes.push(executable ? { ...write, executable } : write);
      }
      return writes;
    },
  };
};

const NOT_TEXT = "is not UTF-8 text, so that it can be neither edited nor written, only deleted";

const allowedInWords = (allowed: readonly string[]): string =>
  allowed.length === 0 ? "nothing may be written here" : `only the allowed files may (${allowed.length} of them)`;

const sorted = (drafted: ReadonlyMap<RepoPath, Drafted>): readonly (readonly [RepoPath, Drafted])[] =>
  [...drafted].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));

const stateOf = (text: string | null): FileState =>
  text === null ? { kind: "missing" } : { kind: "file", sha256: sha256Hex(text), bytes: utf8Length(text), text };

const textOf = (state: FileState): string | null => (state.kind === "file" ? state.text : null);

const isAsIt = (base: FileState, text: string | null): boolean =>
  base.kind === "file" ? base.text !== null && base.text === text : text === null;

const textFault = (text: string, mostBytes: number): string | null => {
  if (/\p{Surrogate}/u.test(text)) return "is not valid Unicode: it holds half of a surrogate pair";
  const bytes = utf8Length(text);
  return bytes > mostBytes ? `would have ${bytes} bytes, and ${mostBytes} are the most that it may have` : null;
};
