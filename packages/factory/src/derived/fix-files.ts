import { type AcceptedChange, type CommandResult, type FileState, type Round, roundFolder } from "@llmch/contract";
import { endingInWords } from "../brief.ts";
import type { OrderJob } from "../order-job.ts";
import type { DerivedFile, Ports } from "../ports.ts";
import { MAX_EDITED_BYTES } from "../proposal/validate.ts";
import { type CommandRecord, runCommand } from "../run-commands.ts";
import { collectDerived, withDerived } from "./collect-derived.ts";
import type { Places } from "./derived-places.ts";
import { type FixCommand, fixWords } from "./fix-commands.ts";
import { remade } from "./remade.ts";

/** What formatters and linters made of the written files. */
export interface Fixed {
  readonly kind: "fixed";
  readonly files: readonly DerivedFile[];
  /** Other paths that they changed; they are restored. */
  readonly drift: readonly string[];
  readonly records: readonly CommandRecord[];
}

/**
 * Runs formatters and linters on the written files. Their changes count whatever their exit code: the verification decides. If one
 * does not end by itself, its changes are dropped. Warns about that, and about failures.
 */
export const fixFiles = async (
  job: OrderJob,
  at: Round,
  fixes: readonly FixCommand[],
  changes: readonly AcceptedChange[],
  ports: Ports,
): Promise<Fixed | { readonly kind: "interrupted" } | { readonly kind: "failed"; readonly what: string }> => {
  const { workspace, ledger } = ports;
  const files = new Map<string, DerivedFile>();
  const drift = new Set<string>();
  const records: CommandRecord[] = [];
  const warn = (message: string) => ledger.emit({ type: "warning", message });
  for (const [index, fix] of fixes.entries()) {
    const argv = fixWords(fix);
    if (!argv.ok) {
      await warn(`\`${fix.command}\` (verify.fix) cannot be run: ${argv.issues[0]}`);
      continue;
    }
    const before: Places = new Map(
      await Promise.all(fix.files.map(async (path) => [path, await workspace.inspect(path)] as const)),
    );
    const planned = { display: fix.command, argv: argv.value, passes: {}, folder: null };
    const { ok, result, record } = await runCommand(planned, index, {
      ...{ phase: "fix", prefix: `${roundFolder(at)}/`, job },
      ...ports,
    });
    records.push(record);
    if (result.ending === "interrupted") return { kind: "interrupted" };
    if (!ok) await warn(`\`${fix.command}\` (verify.fix) ${outcomeOf(result, job)}`);
    for (const [path, state] of result.ending === "exited" ? before : []) {
      const file = await collectDerived(path, state, ports, {
        command: fix.command,
        mostBytes: MAX_EDITED_BYTES,
      });
      if (!file.ok) await warn(`${file.issues[0].what}: it stays as it was written`);
      else if (file.value !== null) files.set(path, { ...file.value, executable: isExecutable(state) });
    }
    const current = withDerived(changes, [...files.values()], before);
    for (const path of await workspace.drift(current)) drift.add(path);
    const fault = await remade(current, workspace, true);
    if (fault !== null) return { kind: "failed", what: fault };
  }
  return { kind: "fixed", files: [...files.values()], drift: [...drift], records };
};

const isExecutable = (state: FileState): boolean => state.kind === "file" && state.executable;

const outcomeOf = (result: CommandResult, { timeoutSeconds }: OrderJob): string => {
  const ending = endingInWords(result, timeoutSeconds);
  if (ending !== null) return `${ending}: the files stay as they were written`;
  return `ended with exit code ${result.exitCode}: the files stand as it left them`;
};
