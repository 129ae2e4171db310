import { type AcceptedChange, type FailureBrief, type Round, repoPath, roundFolder } from "@llmch/contract";
import { commandWords } from "@llmch/text";
import { remade } from "../commands/remade.ts";
import { type CommandRecord, runCommand } from "../commands/run-commands.ts";
import { briefOf, briefOfCommand } from "../job/brief.ts";
import type { OrderJob } from "../job/order-job.ts";
import type { DeriveCommand, DerivedFile, Ports } from "../job/ports.ts";
import { MAX_EDITED_BYTES } from "../proposal/validate.ts";
import { collectDerived, withDerived } from "./collect-derived.ts";
import type { Places } from "./derived-places.ts";

export type DerivesRan =
  | {
      readonly kind: "made";
      readonly files: readonly DerivedFile[];
      /** Other paths that the commands changed; they are restored. */
      readonly drift: readonly string[];
      readonly records: readonly CommandRecord[];
    }
  | {
      readonly kind: "failed";
      readonly brief: FailureBrief;
      readonly faults: readonly string[];
      readonly records: readonly CommandRecord[];
    }
  | { readonly kind: "interrupted" };

/** Runs the derive commands in the same environment as the setup's, until one fails, and reads the files that they made. */
export const runDerives = async (
  job: OrderJob,
  at: Round,
  { derives, places }: { readonly derives: readonly DeriveCommand[]; readonly places: Places },
  changes: readonly AcceptedChange[],
  ports: Ports,
): Promise<DerivesRan> => {
  const { workspace } = ports;
  const context = { phase: "derive", prefix: `${roundFolder(at)}/`, job, asSetup: true, ...ports } as const;
  const records: CommandRecord[] = [];
  const failed = (brief: FailureBrief, ...faults: readonly string[]): DerivesRan => ({
    kind: "failed",
    ...{ brief, faults, records },
  });
  for (const [index, { command }] of derives.entries()) {
    const words = commandWords(command);
    const fault = words.ok ? "" : `${command}: ${words.issues[0]}`;
    if (!words.ok) return failed(briefOf("verify_failed", job, fault), fault);
    const planned = { display: command, argv: words.value, folder: null };
    const { ok, result, record } = await runCommand(planned, index, context);
    records.push(record);
    if (result.ending === "interrupted") return { kind: "interrupted" };
    if (!ok) return failed(briefOfCommand("verify_failed", job, command, result));
  }
  const makers = new Map(derives.flatMap(({ command, files }) => files.map((raw) => [repoPath(raw), command])));
  const files: DerivedFile[] = [];
  for (const [path, before] of places) {
    const read = { command: makers.get(path) ?? "", mostBytes: MAX_EDITED_BYTES };
    const file = await collectDerived(path, before, ports, read);
    if (!file.ok) {
      const [{ stage, what }] = file.issues;
      return failed(briefOf(stage, job, what), what);
    }
    if (file.value !== null) files.push(file.value);
  }
  const all = withDerived(changes, files, places);
  const drift = await workspace.drift(all);
  const fault = await remade(all, workspace);
  return fault === null ? { kind: "made", files, drift, records } : failed(briefOf("write_failed", job, fault), fault);
};
