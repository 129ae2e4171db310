import {
  type AcceptedChange,
  type FileState,
  type FileWrite,
  type Placeholders,
  type Proposal,
  writeBetween,
} from "@llmch/contract";
import { accepted, type Edit, editsBetween, type Result, rejected, sha256Hex, utf8Text } from "@llmch/text";
import { hiddenFile, textOf } from "../prompt/hidden-files.ts";
import { baseSha256, type OrderFile } from "../prompt/order-files.ts";

/** The latest change of each path that the children changed. */
export type Changes = ReadonlyMap<string, AcceptedChange>;

/** The last change of a path wins, but it keeps the executable bit of an earlier one if it does not set it. */
export const withChanges = (before: Changes, changes: readonly AcceptedChange[]): Changes => {
  const after = new Map(before);
  for (const change of changes) {
    const earlier = after.get(change.path);
    const executable = earlier?.kind === "write" ? earlier.executable : null;
    const isSilent = change.kind === "write" && change.executable === null;
    after.set(change.path, isSilent ? { ...change, executable } : change);
  }
  return after;
};

export interface ComposedOf {
  readonly files: readonly OrderFile[];
  readonly placeholders: Placeholders;
  readonly wholeFileBytes: number;
  readonly summary: string;
}

/**
 * Composes the single proposal that turns the order's files into what its children made of them. Other changes are left out:
 * commands make those files again for the order. The issue says what no proposal can express.
 */
export const composedProposal = (
  changes: Changes,
  { files, placeholders, wholeFileBytes, summary }: ComposedOf,
): Result<Proposal, string> => {
  const hidden = new Map(files.map((file) => [file.path, hiddenFile(file, placeholders)]));
  const writes: FileWrite[] = [];
  const faults: string[] = [];
  const moved = new Set<string>();
  const leaving = files.filter((file) => isRemoved(file, changes));
  for (const file of files) {
    const change = changes.get(file.path);
    if (!file.allowed || change?.kind !== "write" || isAsItStands(change, file)) continue;
    const text = utf8Text(change.content);
    const isNewlyRun = change.executable === true && !isExecutable(file);
    const isScript = file.state.kind !== "file" && text?.startsWith("#!") === true;
    const source = isNewlyRun
      ? (leaving.find((each) => isExecutable(each) && !moved.has(each.path)) ?? (isScript ? file : undefined))
      : file;
    const base = source === undefined ? undefined : hidden.get(source.path)?.state;
    if (text === null) faults.push(`${file.path} holds bytes that are no text`);
    else if (source === undefined || base === undefined) faults.push(`${file.path} has become executable`);
    else if (source === file) {
      const write = writeBetween(file.path, base, placeholders.hide(text), wholeFileBytes);
      writes.push(isNewlyRun ? { ...write, executable: true } : write);
    } else {
      const edits = editsTo(base, placeholders.hide(text));
      if (edits === null) faults.push(`${file.path} has little of ${source.path}, which it was`);
      else
        writes.push({ kind: "rename", path: source.path, base_sha256: baseSha256(base), rename_to: file.path, edits });
      moved.add(source.path);
    }
  }
  for (const { path, state } of leaving) {
    if (!moved.has(path)) writes.push(writeBetween(path, state, null, wholeFileBytes));
  }
  if (faults.length > 0) return rejected(`no proposal can tell it: ${faults.join("; ")}`);
  return writes.length === 0 ? rejected("it changes nothing") : accepted({ summary, writes });
};

const isRemoved = ({ path, allowed, state }: OrderFile, changes: Changes): boolean =>
  allowed && changes.get(path)?.kind === "remove" && state.kind === "file";

const isExecutable = ({ state }: OrderFile): boolean => state.kind === "file" && state.executable;

const isAsItStands = (change: Extract<AcceptedChange, { readonly kind: "write" }>, file: OrderFile): boolean =>
  file.state.kind === "file" &&
  sha256Hex(change.content) === file.state.sha256 &&
  (change.executable ?? isExecutable(file)) === isExecutable(file);

const editsTo = (base: FileState, text: string): readonly Edit[] | null => {
  const before = textOf(base);
  return before === null ? null : before === text ? [] : editsBetween(before, text);
};
