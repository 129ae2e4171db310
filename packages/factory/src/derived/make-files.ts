import { type AcceptedChange, type RepoPath, type Round, repoPath, roundFolder } from "@llmch/contract";
import { type JsonValue, sha256Hex } from "@llmch/text";
import { remade } from "../commands/remade.ts";
import type { CommandRecord } from "../commands/run-commands.ts";
import { briefOf } from "../job/brief.ts";
import { deriveCommands } from "../job/derive-commands.ts";
import { type GateOutcome, open, shut } from "../job/gate-outcome.ts";
import type { OrderJob } from "../job/order-job.ts";
import type { DeriveCommand, DerivedFile, Ports } from "../job/ports.ts";
import { withDerived } from "./collect-derived.ts";
import { derivedPlaces, type Places } from "./derived-places.ts";
import { type FixCommand, fixCommands, fixFiles } from "./fix-files.ts";
import { runDerives } from "./run-derives.ts";

/** The commands to run on a candidate: some make files of their own, others fix the files that the proposal writes. */
export interface Making {
  readonly derives: readonly DeriveCommand[];
  readonly fixes: readonly FixCommand[];
}

/** An attempt's changes, including the files that commands made. */
export interface Made {
  readonly changes: readonly AcceptedChange[];
  /** The paths of the made files that changed. */
  readonly derived: readonly string[];
  /** Other paths that the commands changed; they are restored. */
  readonly drift: readonly string[];
}

/** The commands to run once these changes are written; null if there are none. */
export const makingOf = (job: OrderJob, changes: readonly AcceptedChange[]): Making | null => {
  const derives = deriveCommands(
    job,
    changes.map(({ path }) => path),
  );
  const own = new Set(derives.flatMap(({ files }) => files.flatMap((path) => repoPath(path) ?? [])));
  const written = changes.filter(({ kind, path }) => kind === "write" && !own.has(path)).map(({ path }) => path);
  const fixes = fixCommands(job.fixes ?? [], written);
  return derives.length === 0 && fixes.length === 0 ? null : { derives, fixes };
};

/**
 * Runs the commands that make files, once the proposal is written (contract §5.3). Their files join the candidate; everything else
 * that they did to the worktree is undone. A replay takes the files from its record.
 */
export const makeFiles = async (
  job: OrderJob,
  at: Round,
  making: Making,
  changes: readonly AcceptedChange[],
  ports: Ports,
): Promise<GateOutcome<Made>> => {
  const { derives, fixes } = making;
  const document = documentOf(at, making, ports);
  const found = await derivedPlaces(
    derives.flatMap(({ files }) => files),
    ports.workspace,
  );
  if (!found.ok) {
    await document({ ok: false, faults: found.issues, commands: [] });
    return shut(briefOf("write_scope_violation", job, found.issues.join("\n")));
  }
  const places = found.value;
  const recorded = await takenFromRecord(job, at, making, ports);
  if (recorded !== null) {
    const all = withDerived(changes, recorded, places);
    const fault = await remade(all, ports.workspace);
    if (fault !== null) return shut(briefOf("write_failed", job, fault));
    return made({ files: recorded, changes: all, drift: [], records: [], source: "record" }, places, document);
  }
  const derived =
    derives.length === 0
      ? ({ kind: "made", files: [], drift: [], records: [] } as const)
      : await runDerives(job, at, { derives, places }, changes, ports);
  if (derived.kind === "interrupted") return derived;
  if (derived.kind === "failed") {
    await document({ ok: false, faults: derived.faults, commands: derived.records });
    return shut(derived.brief);
  }
  const withOwn = withDerived(changes, derived.files, places);
  const fixed = await fixFiles(job, at, fixes, withOwn, ports);
  if (fixed.kind === "interrupted") return fixed;
  if (fixed.kind === "failed") return shut(briefOf("write_failed", job, fixed.what));
  const outcome = {
    files: [...derived.files, ...fixed.files],
    changes: withDerived(withOwn, fixed.files, places),
    drift: [...new Set([...derived.drift, ...fixed.drift])],
    records: [...derived.records, ...fixed.records],
    source: "run",
  } as const;
  return made(outcome, places, document);
};

interface Outcome {
  readonly files: readonly DerivedFile[];
  readonly changes: readonly AcceptedChange[];
  readonly drift: readonly string[];
  readonly records: readonly CommandRecord[];
  readonly source: "run" | "record";
}

const made = async (
  { files, changes, drift, records, source }: Outcome,
  places: Places,
  document: ReturnType<typeof documentOf>,
): Promise<GateOutcome<Made>> => {
  await document({ ok: true, source, files: filesIn(places, files), drift, commands: records }, files);
  const paths = files.map(({ path }) => path);
  const detail = paths.length === 0 ? "nothing changed" : `made ${paths.join(", ")}`;
  return open({ changes, derived: paths, drift }, detail);
};

/** The files as the replayed run made them; null if its record lacks one of the commands. */
const takenFromRecord = async (
  { order }: OrderJob,
  at: Round,
  { derives, fixes }: Making,
  { recordedDerived }: Ports,
): Promise<readonly DerivedFile[] | null> => {
  const recorded = (await recordedDerived?.(order.id, at)) ?? null;
  if (recorded === null) return null;
  const files: DerivedFile[] = [];
  for (const command of [...derives, ...fixes]) {
    const known = recorded.filesOf(command);
    if (known === null) return null;
    files.push(...known);
  }
  return [...new Map(files.map((file) => [file.path, file])).values()];
};

/** The entries of `derive_result.json`: one for each file that was named or changed. */
const filesIn = (places: Places, files: readonly DerivedFile[]): JsonValue => {
  const changed = new Map(files.map((file) => [file.path, file]));
  return [...new Set([...places.keys(), ...changed.keys()])].map((path) => {
    const file = changed.get(path);
    if (file === undefined) return { path, changed: false };
    return { path, changed: true, sha256: sha256Hex(file.content), executable: file.executable };
  });
};

/** Records the outcome, bytes first: `derive_result.json` may only name files that exist. */
const documentOf =
  (at: Round, { derives, fixes }: Making, { ledger }: Ports) =>
  async (value: { readonly [member: string]: JsonValue }, files: readonly DerivedFile[] = []): Promise<void> => {
    for (const { path, content } of files) await ledger.recordBytes(derivedFile(at, path), content);
    const asked = ({ command, files: paths }: DeriveCommand) => ({ command, files: paths });
    const members = { derive: derives.map(asked), ...(fixes.length === 0 ? {} : { fix: fixes.map(asked) }) };
    await ledger.record(deriveDocument(at), { ...value, ...members });
  };

/** Where a run stores the outcome of a round's derive and fix commands. */
export const deriveDocument = (at: Round): string => `${roundFolder(at)}/derive_result.json`;

/** Where a run stores the bytes of a derived file. */
export const derivedFile = (at: Round, path: RepoPath): string => `${roundFolder(at)}/derived/${path}`;
