import type { AcceptedChange, FileState, RepoPath, Stage, StandingFile } from "@llmch/contract";
import { accepted, type Redactor, type Result, rejected } from "@llmch/text";
import type { DerivedFile, Workspace } from "../job/ports.ts";
import { baseSha256 } from "../prompt/order-files.ts";
import type { Places } from "./derived-places.ts";

export interface DerivedFault {
  readonly stage: Stage;
  readonly what: string;
}

/** Reads the file that commands made at a path; null if they left it unchanged. */
export const collectDerived = async (
  path: RepoPath,
  before: FileState | undefined,
  { workspace, redactor }: { readonly workspace: Pick<Workspace, "inspect">; readonly redactor: Redactor },
  { command, mostBytes }: { readonly command: string; readonly mostBytes: number },
): Promise<Result<DerivedFile | null, DerivedFault>> => {
  const state = await workspace.inspect(path);
  const failed = (what: string) => rejected<DerivedFault>({ stage: "verify_failed", what: `${path}: ${what}` });
  if (state.kind === "missing") return failed(`\`${command}\` left no such file`);
  if (state.kind !== "file") return rejected({ stage: "write_scope_violation", what: `${path}: ${state.why}` });
  if (isSame(state, before)) return accepted(null);
  if (state.data === null || state.bytes > mostBytes)
    return failed(`\`${command}\` made ${state.bytes} bytes of it; a file of a commit has ${mostBytes} at most`);
  if (redactor.find(textOf(state, state.data)).length > 0)
    return failed(`\`${command}\` wrote a secret of this machine into it, and no commit holds one`);
  return accepted({ path, content: state.data, executable: state.executable });
};

const isSame = (state: StandingFile, before: FileState | undefined): boolean =>
  before?.kind === "file" && before.sha256 === state.sha256 && before.executable === state.executable;

const textOf = ({ text, marked }: StandingFile, data: Uint8Array): string => {
  if (text !== null || marked !== null) return text ?? marked ?? "";
  let characters = "";
  for (let start = 0; start < data.length; start += CHUNK)
    characters += String.fromCharCode(...data.subarray(start, start + CHUNK));
  return characters;
};

/** A function call takes a limited number of arguments. */
const CHUNK = 8_192;

/** Merges the files that commands made into the accepted changes: one change per path, removals first. */
export const withDerived = (
  changes: readonly AcceptedChange[],
  derived: readonly DerivedFile[],
  places: Places,
): readonly AcceptedChange[] => {
  const bases = new Map<string, string>(changes.map(({ path, baseSha256: base }) => [path, base]));
  const made = new Set<string>(derived.map(({ path }) => path));
  const writes = derived.map(
    ({ path, content, executable }): AcceptedChange => ({
      ...{ kind: "write", path, content, executable },
      baseSha256: bases.get(path) ?? baseSha256(places.get(path) ?? { kind: "missing" }),
    }),
  );
  return [...changes.filter(({ path }) => !made.has(path)), ...writes];
};
