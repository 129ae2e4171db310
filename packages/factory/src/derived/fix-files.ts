import { type AcceptedChange, type CommandResult, type RepoPath, type Round, roundFolder } from "@llmch/contract";
import type { VerifySettings } from "@llmch/contract/settings";
import { accepted, commandWords, pathPattern, type Result, rejected } from "@llmch/text";
import { remade } from "../commands/remade.ts";
import { type CommandRecord, runCommand } from "../commands/run-commands.ts";
import { endingInWords } from "../job/brief.ts";
import type { OrderJob } from "../job/order-job.ts";
import type { DerivedFile, Ports } from "../job/ports.ts";
import { isExecutable, MAX_EDITED_BYTES } from "../proposal/validate.ts";
import { collectDerived, withDerived } from "./collect-derived.ts";
import type { Places } from "./derived-places.ts";

/** A formatter or linter, and the files to run it on. */
export interface FixCommand {
  readonly command: string;
  readonly files: readonly RepoPath[];
}

/** Selects the formatters and linters for the files that a proposal writes. */
export const fixCommands = (fixes: VerifySettings["fix"], written: readonly RepoPath[]): readonly FixCommand[] =>
  fixes.flatMap(({ command, files: patterns }): readonly FixCommand[] => {
    const fitting = patterns.map(pathPattern);
    const files = patterns.length === 0 ? written : written.filter((path) => fitting.some((fits) => fits(path)));
    return files.length === 0 ? [] : [{ command, files }];
  });

const PLACE = "{files}";

/** The words of the command, with the paths in place of `{files}`, or at the end. */
export const fixWords = ({ command, files }: FixCommand): Result<readonly string[], string> => {
  const words = commandWords(command);
  if (!words.ok) return rejected(words.issues[0]);
  // A leading dash would make the path look like an option.
  const paths = files.map((path) => (path.startsWith("-") ? `./${path}` : path));
  const at = words.value.indexOf(PLACE);
  if (at === -1) return accepted([...words.value, ...paths]);
  return accepted([...words.value.slice(0, at), ...paths, ...words.value.slice(at + 1)]);
};

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
    const planned = { display: fix.command, argv: argv.value, folder: null };
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
    const fault = await remade(current, workspace);
    if (fault !== null) return { kind: "failed", what: fault };
  }
  return { kind: "fixed", files: [...files.values()], drift: [...drift], records };
};

const outcomeOf = (result: CommandResult, { timeoutSeconds }: OrderJob): string => {
  const ending = endingInWords(result, timeoutSeconds);
  if (ending !== null) return `${ending}: the files stay as they were written`;
  return `ended with exit code ${result.exitCode}: the files stand as it left them`;
};
