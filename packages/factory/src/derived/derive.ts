import { commandWords, type JsonValue, type RepoPath, repoPath, type Stage, sha256Hex } from "@llmch/contract";
import { briefOf, briefOfCommand } from "../brief.ts";
import type { GateOutcome } from "../gate-outcome.ts";
import type { OrderJob } from "../order-job.ts";
import type { AcceptedChange, DeriveCommand, DerivedFile, Ports } from "../ports.ts";
import { type CommandRecord, runCommand } from "../run-commands.ts";
import { collectDerived, withDerived } from "./collect-derived.ts";
import { derivedPlaces, type Places } from "./derived-places.ts";
import { remade } from "./remade.ts";

/** The changes of an attempt with the files that commands made. */
export interface Derived {
  readonly changes: readonly AcceptedChange[];
  /** The paths of those files that changed. */
  readonly paths: readonly string[];
  /** What else the commands had changed: it is put back. */
  readonly drift: readonly string[];
}

/**
 * Has commands make files of the candidate once its proposal is written (contract §5.3). Their files join it, and whatever else they
 * did to the worktree is put back. A replay takes the files from its record.
 */
export const deriveFiles = async (
  job: OrderJob,
  attempt: number,
  deriving: readonly DeriveCommand[],
  changes: readonly AcceptedChange[],
  ports: Ports,
): Promise<GateOutcome<Derived>> => {
  const { workspace } = ports;
  const document = documentOf(attempt, deriving, ports);
  const shut = async (stage: Stage, what: string, commands: readonly CommandRecord[]): Promise<GateOutcome<never>> => {
    await document({ ok: false, faults: [what], commands });
    return { kind: "shut", brief: briefOf(stage, job, what) };
  };
  const found = await derivedPlaces(
    deriving.flatMap(({ files }) => files),
    workspace,
  );
  if (!found.ok) return shut("write_scope_violation", found.issues.join("\n"), []);
  const places = found.value;
  const recorded = await takenFromRecord(job, attempt, deriving, ports);
  const ran = recorded === null ? await runAll(job, attempt, deriving, ports) : null;
  if (ran !== null && ran.kind !== "open") {
    if (ran.kind === "shut") await document({ ok: false, faults: [], commands: ran.records });
    return ran.kind === "shut" ? { kind: "shut", brief: ran.brief } : ran;
  }
  const records = ran?.records ?? [];
  const made = recorded ?? [];
  const makers = new Map(deriving.flatMap(({ command, files }) => files.map((raw) => [repoPath(raw), command])));
  for (const [path, before] of ran === null ? [] : places) {
    const file = await collectDerived(path, before, ports, {
      command: makers.get(path) ?? "",
      mostBytes: job.settings.edited_file_bytes,
    });
    if (!file.ok) return shut(file.issues[0].stage, file.issues[0].what, records);
    if (file.value !== null) made.push(file.value);
  }
  const all = withDerived(changes, made, places);
  const drift = ran === null ? [] : await workspace.drift(all);
  const fault = await remade(all, workspace);
  if (fault !== null) return shut("write_failed", fault, records);
  const source = recorded === null ? "run" : "record";
  await document({ ok: true, source, files: filesIn(places, made), drift, commands: records }, made);
  const paths = made.map(({ path }) => path);
  const detail = paths.length === 0 ? "nothing changed" : `made ${paths.join(", ")}`;
  return { kind: "open", value: { changes: all, paths, drift }, detail };
};

/** What a replayed run made of all of the files; null if its record does not tell of each command. */
const takenFromRecord = async (
  { order }: OrderJob,
  attempt: number,
  deriving: readonly DeriveCommand[],
  { recordedDerived }: Ports,
): Promise<DerivedFile[] | null> => {
  const recorded = (await recordedDerived?.(order.id, attempt)) ?? null;
  if (recorded === null) return null;
  const files: DerivedFile[] = [];
  for (const command of deriving) {
    const known = recorded.filesOf(command);
    if (known === null) return null;
    files.push(...known);
  }
  return [...new Map(files.map((file) => [file.path, file])).values()];
};

type AllRan =
  | { readonly kind: "open"; readonly records: readonly CommandRecord[] }
  | (Extract<GateOutcome<never>, { kind: "shut" }> & { readonly records: readonly CommandRecord[] })
  | { readonly kind: "interrupted" };

/** Runs the commands, each where the setup's would run, until one fails. */
const runAll = async (
  job: OrderJob,
  attempt: number,
  deriving: readonly DeriveCommand[],
  ports: Ports,
): Promise<AllRan> => {
  const context = { phase: "derive", prefix: `attempt_${attempt}/`, job, asSetup: true, ...ports } as const;
  const records: CommandRecord[] = [];
  for (const [index, { command }] of deriving.entries()) {
    const words = commandWords(command);
    if (!words.ok)
      return { kind: "shut", brief: briefOf("verify_failed", job, `${command}: ${words.issues[0]}`), records };
    const planned = { display: command, argv: words.value, passes: {}, folder: null };
    const { ok, result, record } = await runCommand(planned, index, context);
    records.push(record);
    if (result.ending === "interrupted") return { kind: "interrupted" };
    if (!ok) return { kind: "shut", brief: briefOfCommand("verify_failed", job, command, result), records };
  }
  return { kind: "open", records };
};

/** The part of `derive_result.json` about each named file. */
const filesIn = (places: Places, made: readonly DerivedFile[]): JsonValue => {
  const changed = new Map(made.map((file) => [file.path, file]));
  return [...places.keys()].map((path) => {
    const file = changed.get(path);
    if (file === undefined) return { path, changed: false };
    return { path, changed: true, sha256: sha256Hex(file.content), executable: file.executable };
  });
};

/** Records what came of it, the bytes first: `derive_result.json` names files that are there. */
const documentOf =
  (attempt: number, deriving: readonly DeriveCommand[], { ledger }: Ports) =>
  async (value: { readonly [member: string]: JsonValue }, made: readonly DerivedFile[] = []): Promise<void> => {
    for (const { path, content } of made) await ledger.recordBytes(derivedFile(attempt, path), content);
    const derive = deriving.map(({ command, files }) => ({ command, files }));
    await ledger.record(deriveDocument(attempt), { ...value, derive });
  };

/** Where a run keeps what came of an attempt's derive commands. */
export const deriveDocument = (attempt: number): string => `attempt_${attempt}/derive_result.json`;

/** Where a run keeps the bytes of a derived file. */
export const derivedFile = (attempt: number, path: RepoPath): string => `attempt_${attempt}/derived/${path}`;
