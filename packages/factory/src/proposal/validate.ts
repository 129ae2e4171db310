import {
  type AcceptedChange,
  createPlaceholders,
  type FileState,
  type FileWrite,
  type Placeholders,
  type PromptLimits,
  type Proposal,
  repoPath,
  type Stage,
  type StandingFile,
  type WorkOrder,
} from "@llmch/contract";
import {
  createRedactor,
  type Edit,
  type EditFault,
  editBytes,
  editFaultWords,
  inFormOf,
  SHA256_OF_NOTHING,
  sha256Hex,
  utf8Bytes,
} from "@llmch/text";
import { textOf } from "../prompt/hidden-files.ts";
import { type MadeFiles, madeBase, NOTHING_MADE } from "../prompt/made-file.ts";
import { baseSha256, mustBeEdited, type OrderFile } from "../prompt/order-files.ts";
import { putBack } from "./put-back.ts";
import { scopeFaults } from "./scope.ts";

export type ProposalVerdict =
  | {
      readonly ok: true;
      readonly changes: readonly AcceptedChange[];
      /** True if every file would stay as it is. */
      readonly isEmpty: boolean;
      /** The writes, with secrets in place of their placeholders. */
      readonly writes: readonly FileWrite[];
    }
  | {
      readonly ok: false;
      readonly stage: Stage;
      readonly faults: readonly string[];
      /** True if an edit does not fit its file, although the base is right. */
      readonly isOfEdits: boolean;
    };

const NOTHING_HIDDEN = createPlaceholders(createRedactor([]), []);

/** Larger files are not edited, and no command makes one. */
export const MAX_EDITED_BYTES = 10 * 1024 * 1024;

export type Settings = Pick<PromptLimits, "wholeFileBytes" | "excerptCharacters">;

/**
 * Judges a proposal against its order and the files as they were shown (contract §5.2), completely before the first change is
 * applied: first the scope, then the bases, then the edits. Pure, and independent of the order of the writes. Each path has one
 * change, and removals come first.
 */
export const validateProposal = (
  order: WorkOrder,
  proposal: Proposal,
  files: readonly OrderFile[],
  settings: Settings,
  made: MadeFiles = NOTHING_MADE,
  placeholders: Placeholders = NOTHING_HIDDEN,
): ProposalVerdict => {
  const scope = scopeFaults(order, proposal, files);
  if (scope.length > 0) return { ok: false, stage: "write_scope_violation", faults: scope, isOfEdits: false };
  const states = new Map<string, OrderFile>(files.map((file) => [file.path, file]));
  const based = proposal.writes.flatMap((write): readonly BasedWrite[] => {
    const file = states.get(repoPath(write.path) ?? "");
    const target = write.kind === "rename" ? (states.get(repoPath(write.rename_to) ?? "") ?? null) : null;
    if (file === undefined) return [];
    const isStanding = write.base_sha256.toLowerCase() === baseSha256(file.state);
    return [{ write, file, target, made: isStanding ? null : (madeBase(write, file.path, made) ?? null) }];
  });
  const invalid = based.flatMap(({ write, file }) =>
    write.kind === "edits" && write.edits.length === 0 && write.base_sha256.toLowerCase() === baseSha256(file.state)
      ? [`${file.path}: there are no edits`]
      : write.kind === "content" && file.isPart === true
        ? [`${file.path}: the file was shown in part: answer with \`edits\`, not with \`content\``]
        : [],
  );
  if (invalid.length > 0) return { ok: false, stage: "llm_output_invalid", faults: invalid, isOfEdits: false };
  const leaving = new Set<string>(based.filter(({ write }) => leaves(write)).map(({ file }) => file.path));
  const obstructed = based.flatMap((each) => obstacle(each, leaving) ?? []);
  if (obstructed.length > 0) return { ok: false, stage: "write_failed", faults: obstructed, isOfEdits: false };
  const stale = based.flatMap((each) => baseFault(each, leaving, settings) ?? []);
  if (stale.length > 0) return { ok: false, stage: "stale_context", faults: stale, isOfEdits: false };
  const backs = based.map((each) => ({ ...each, back: putBack(each.write, secretBase(each), placeholders) }));
  const lost = backs.flatMap(({ back }) => (back.ok ? [] : back.issues));
  if (lost.length > 0) return { ok: false, stage: "llm_output_invalid", faults: lost, isOfEdits: false };

  const faults: string[] = [];
  const modes: string[] = [];
  const written = new Map<string, AcceptedChange>();
  const room = settings.excerptCharacters / based.length;
  for (const { write: told, back, file, target, made: base } of backs) {
    const write = back.ok ? back.value : told;
    const inWords: EditWords = (shown, issues) =>
      editFaultWords(file.path, placeholders.hide(shown), editsOf(told), issues, room);
    const content = contentOf(write, file.path, base ?? file.state, inWords);
    if (!content.ok) faults.push(content.fault);
    else if (content.bytes === null && write.executable === true) modes.push(`${file.path}: ${NOT_RUN}`);
    else if (content.bytes !== null) {
      const { path, state } = target ?? file;
      const [isMoved, isScript] = [target !== null, content.bytes[0] === HASH && content.bytes[1] === MARK];
      const isNew = !isMoved && state.kind !== "file";
      const isRun = isNew && isScript && (write.executable === true || base?.executable === true);
      if (write.executable === true && !isRun && !isExecutable(state)) modes.push(`${path}: ${NOT_RUN}`);
      const executable = isMoved ? isExecutable(file.state) : isRun ? true : null;
      written.set(path, { kind: "write", path, content: content.bytes, baseSha256: baseSha256(state), executable });
    }
  }
  if (faults.length > 0) return { ok: false, stage: "stale_context", faults, isOfEdits: true };
  if (modes.length > 0) return { ok: false, stage: "write_scope_violation", faults: modes, isOfEdits: false };
  const removed = based.flatMap(({ write, file: { path, state } }): readonly AcceptedChange[] =>
    leaves(write) && !written.has(path) ? [{ kind: "remove", path, baseSha256: baseSha256(state) }] : [],
  );
  const changes = [...removed, ...written.values()];
  const writes = backs.flatMap(({ back }) => (back.ok ? [back.value] : []));
  return {
    ok: true,
    changes,
    writes,
    isEmpty: changes.every((change) => isAsItStands(change, states.get(change.path))),
  };
};

/** How a script begins. */
const [HASH, MARK] = [0x23, 0x21];
const NOT_RUN = "`executable` is for a file that the answer makes and that begins with `#!`";

export const isExecutable = (state: FileState): boolean => state.kind === "file" && state.executable;

/** A new file is a change even if it is empty. */
const isAsItStands = (change: AcceptedChange, file: OrderFile | undefined): boolean =>
  change.kind === "write" &&
  file?.state.kind === "file" &&
  (file.state.data === null
    ? sha256Hex(change.content) === file.state.sha256
    : isSame(change.content, file.state.data)) &&
  (change.executable ?? file.state.executable) === file.state.executable;

const isSame = (one: Uint8Array, other: Uint8Array): boolean => {
  if (one.length !== other.length) return false;
  for (let index = 0; index < one.length; index++) if (one[index] !== other[index]) return false;
  return true;
};

interface BasedWrite {
  readonly write: FileWrite;
  readonly file: OrderFile;
  /** The result of a rename. */
  readonly target: OrderFile | null;
  /** The file as an earlier answer made it, if the write is based on that. */
  readonly made: StandingFile | null;
}

/** The text that the file's secrets may come from. */
const secretBase = ({ file, made }: BasedWrite): string => `${textOf(file.state) ?? ""}\n${made?.text ?? ""}`;

const editsOf = (write: FileWrite): readonly Edit[] =>
  write.kind === "edits" || write.kind === "rename" ? write.edits : [];

/** Explains faulty edits to the model, in terms of the edits that it sent. */
type EditWords = (shown: string, issues: readonly EditFault[]) => string;

/** True if the write removes the file from its path. */
const leaves = ({ kind }: FileWrite): boolean => kind === "delete" || kind === "rename";

/**
 * Obstacles that a base hash cannot show: a folder at the path, or a file in place of a parent folder, that the proposal does not
 * remove.
 */
const obstacle = ({ write, file, target, made }: BasedWrite, leaving: ReadonlySet<string>): string | null => {
  const { path, state } = target ?? file;
  const isOfStanding = made === null && (write.kind === "edits" || write.kind === "delete");
  if (isOfStanding || state.kind !== "obstructed") return null;
  const isCleared = [...leaving].some((other) => path.startsWith(`${other}/`) || other.startsWith(`${path}/`));
  return isCleared ? null : `${path} cannot be written: ${state.why}`;
};

/** Why a write does not fit the current state of its path, or null. */
const baseFault = (
  { write, file, target, made }: BasedWrite,
  leaving: ReadonlySet<string>,
  settings: Settings,
): string | null => {
  const { path, state } = file;
  const base = baseSha256(state);
  if (made === null && write.base_sha256.toLowerCase() !== base) {
    return `${path}: base_sha256 is ${namedBase(write.base_sha256)}, the file's is ${namedBase(base)}`;
  }
  if (write.kind === "content") {
    const why = mustBeEdited(file, settings);
    return why === null ? null : `${path}: the file ${why}: answer with \`edits\`, not with \`content\``;
  }
  if (made !== null) return null;
  const act = write.kind === "edits" ? "edit" : write.kind;
  if (state.kind !== "file") {
    return `${path}: there is no file to ${act}${state.kind === "missing" ? "" : `, ${state.why}`}`;
  }
  if (target?.state.kind === "file" && !leaving.has(target.path)) {
    return `${path}: there is a file at ${target.path} already; delete or rename it too, or write to it`;
  }
  return null;
};

const namedBase = (sha256: string): string => JSON.stringify(sha256 === SHA256_OF_NOTHING ? null : sha256);

type Content =
  | { readonly ok: true /** Null if nothing is written. */; readonly bytes: Uint8Array | null }
  | { readonly ok: false; readonly fault: string };

const contentOf = (write: FileWrite, path: string, state: FileState, inWords: EditWords): Content => {
  if (write.kind === "delete") return { ok: true, bytes: null };
  if (write.kind === "content") {
    const before = state.kind === "file" ? (state.text ?? "") : "";
    return { ok: true, bytes: utf8Bytes(inFormOf(before, write.content)) };
  }
  if (state.kind !== "file" || state.data === null)
    return { ok: false, fault: `${path}: the file is too large to be moved` };
  if (write.edits.length === 0) return { ok: true, bytes: state.data };
  return edited(write.edits, path, state, state.data, inWords);
};

/** Each edit is searched for in the whole file; this bounds the search to a few seconds (reliability, S5). */
const MOST_SEARCHED = 200 * 1024 * 1024;

const edited = (
  edits: readonly Edit[],
  path: string,
  { text, marked }: StandingFile,
  data: Uint8Array,
  inWords: EditWords,
): Content => {
  const shown = text ?? marked;
  if (shown === null)
    return { ok: false, fault: `${path}: the file is not text; it can be replaced, renamed or deleted` };
  if (data.length > MAX_EDITED_BYTES)
    return {
      ok: false,
      fault: `${path}: the file has ${data.length} bytes; at most ${MAX_EDITED_BYTES} can be edited`,
    };
  const searched = edits.length * data.length;
  if (edits.length > 1 && searched > MOST_SEARCHED)
    return {
      ok: false,
      fault: `${path}: ${edits.length} edits are too many for a file of ${data.length} bytes; make at most ${Math.max(1, Math.floor(MOST_SEARCHED / data.length))}`,
    };
  const result = editBytes(data, edits);
  if (!result.ok) return { ok: false, fault: inWords(shown, result.issues) };
  const size = result.value.length;
  return size > MAX_EDITED_BYTES
    ? { ok: false, fault: `${path}: the file would have ${size} bytes; an edited file has at most ${MAX_EDITED_BYTES}` }
    : { ok: true, bytes: result.value };
};
