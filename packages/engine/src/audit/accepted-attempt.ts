import {
  acceptanceOf,
  type JsonObject,
  lastRound,
  member,
  objectsMember,
  type Proposal,
  type Round,
  type RunEvent,
  readProposal,
  repoPath,
  roundFolder,
  textMember,
  type WorkOrder,
} from "@llmch/contract";
import { SETTINGS } from "@llmch/contract/settings";
import type { DerivedFile } from "@llmch/factory";
import { readDerived } from "../derived/derived-record.ts";
import { readDocument } from "./documents.ts";
import { type Finding, fault } from "./finding.ts";
import { proposedTree } from "./proposed-tree.ts";
import { reviewFindings } from "./review-findings.ts";
import type { RunFiles } from "./run-files.ts";

/** What the passing attempt left in the record. */
export interface AcceptedAttempt {
  readonly findings: readonly Finding[];
  readonly proposal: Proposal | null;
  /** Files that commands made for it. */
  readonly derived: readonly DerivedFile[];
}

/** Checks that the attempt behind the commit was verified and accepted as the contract demands (§5.4). */
export const readAcceptedAttempt = async (
  attempt: number,
  order: WorkOrder,
  { directory, where, events, state }: RunFiles,
  files: ReadonlySet<string>,
): Promise<AcceptedAttempt> => {
  const at = lastRound(events, attempt);
  const folder = roundFolder(at);
  const read = (name: string) => readDocument(directory, where, `${folder}/${name}`);
  const [writes, verified, accepted] = [
    await read("proposed_writes.json"),
    await read("verify_result.json"),
    await read("acceptance_result.json"),
  ];
  const derived = readDerived(directory, at, files);
  const made = derived.ok ? (derived.value?.files ?? []) : [];
  const proposal = writes.ok ? readProposal(writes.value) : null;
  const faultsIn = (name: string, faults: readonly string[]) =>
    faults.map((what) => fault("verification", `${where}/${folder}/${name}`, what));
  return {
    findings: [
      ...[writes, verified, accepted].flatMap((document) => (document.ok ? [] : [document.finding])),
      ...(proposal?.ok === false ? faultsIn("proposed_writes.json", proposal.issues) : []),
      ...(verified.ok ? faultsIn("verify_result.json", resultFaults(verified.value, files, excusedBy(events))) : []),
      ...(accepted.ok ? faultsIn("acceptance_result.json", acceptanceFaults(accepted.value, order, files)) : []),
      ...(derived.ok
        ? strangers(made, order, events, proposal?.ok === true ? proposal.value : null)
        : derived.issues
      ).map((what) => fault("verification", `${where}/${folder}`, what)),
      ...(state === "finished"
        ? shutGates(events, at, order).map((step) =>
            fault("verification", where, `its journal does not say that attempt ${attempt} came through ${step}`),
          )
        : []),
      ...(state === "finished" ? reviewFindings(events, at, where) : []),
    ],
    proposal: proposal?.ok === true ? proposal.value : null,
    derived: made,
  };
};

type Excuse = (command: JsonObject) => boolean;

/** A command may fail once in two tries, or as it did before the order, if the journal says so too. */
const excusedBy = (events: readonly RunEvent[]): Excuse => {
  const red = new Set(
    events.flatMap((event) => (event.type === "baseline_verified" ? event.red.map(({ command }) => command) : [])),
  );
  const again = new Set(
    events.flatMap((event) =>
      event.type === "command_finished" && event.phase === "verify" && event.again === true ? [event.command] : [],
    ),
  );
  return (record) => {
    const command = textMember(record, "command") ?? "";
    if (member(record, "known") === true) return red.has(command);
    const flaky = member(record, "flaky");
    return Array.isArray(flaky) && flaky.length > 0 && again.has(command);
  };
};

const resultFaults = (
  result: JsonObject,
  files: ReadonlySet<string>,
  isExcused: Excuse = () => false,
): readonly string[] => {
  const commands = objectsMember(result, "commands");
  const failed = commands.filter((command) => member(command, "ok") !== true && !isExcused(command));
  const outputs = commands.flatMap((command) => [
    textMember(command, "stdout_path"),
    textMember(command, "stderr_path"),
  ]);
  return [
    ...(member(result, "ok") === true ? [] : ["it does not say that all was well"]),
    ...failed.map((command) => `the command ${textMember(command, "command")} did not pass`),
    ...outputs.flatMap((path) => (path !== null && !files.has(path) ? [`the output ${path} is missing`] : [])),
  ];
};

const acceptanceFaults = (result: JsonObject, order: WorkOrder, files: ReadonlySet<string>): readonly string[] => {
  const ran = objectsMember(result, "commands").map((command) => textMember(command, "command"));
  const asked = acceptanceOf(order).map(({ command }) => command);
  const isAll = ran.length === asked.length && asked.every((command, index) => command === ran[index]);
  return [
    ...resultFaults(result, files),
    ...(isAll ? [] : ["the commands that ran are not the order's acceptance commands"]),
  ];
};

/**
 * Files that no command of the order or of the run's settings was meant to make. A formatter from the settings may change what the
 * proposal writes.
 */
const strangers = (
  made: readonly DerivedFile[],
  order: WorkOrder,
  events: readonly RunEvent[],
  proposal: Proposal | null,
): readonly string[] => {
  const settings = events.findLast((event) => event.type === "order_started")?.config?.settings;
  const read = SETTINGS.setup.derive.kind.read(settings?.setup?.derive ?? []);
  const named = [...(order.derive ?? []), ...(read.ok ? read.value : [])].flatMap(({ files }) => files);
  const written = settings?.verify?.fix === undefined || proposal === null ? [] : proposedTree(proposal).written.keys();
  const known = new Set<string>([...named.flatMap((path) => repoPath(path) ?? []), ...written]);
  return made.filter(({ path }) => !known.has(path)).map(({ path }) => `no command was to make ${path}`);
};

const GATES = ["propose", "validate", "apply", "derive", "verify", "accept"] as const;

/** The gates that the journal does not show as passed for the attempt. A gate that broke off runs again, so its last run counts. */
const shutGates = (events: readonly RunEvent[], at: Round, { derive = [] }: WorkOrder): readonly string[] =>
  GATES.filter((gate) => {
    const isOptional = gate === "derive" && derive.length === 0;
    if (isOptional && !events.some((event) => event.type === "step_started" && event.step === gate)) return false;
    const last = events.findLast(
      (event) => event.type === "step_finished" && event.attempt === at.attempt && event.step === gate,
    );
    return last?.type !== "step_finished" || !last.ok;
  });
