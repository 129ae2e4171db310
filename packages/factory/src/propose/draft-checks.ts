import {
  type AcceptedChange,
  acceptanceOf,
  type Placeholders,
  type Round,
  repoPath,
  roundFolder,
  SHA256_OF_NOTHING,
  utf8Bytes,
} from "@llmch/contract";
import { oneTest } from "@llmch/languages";
import { runCommand } from "../commands/run-commands.ts";
import type { DraftCheck, DraftChecks, DraftFile } from "../job/author.ts";
import { briefOfCommand, endingInWords } from "../job/brief.ts";
import type { OrderJob } from "../job/order-job.ts";
import { type PlannedCommand, plannedAcceptance, plannedCommand } from "../job/planned-command.ts";
import type { Files, Ports } from "../job/ports.ts";
import { textOf } from "../prompt/hidden-files.ts";
import { orderVerification, plannedVerification } from "../verification/order-verification.ts";

/** Offers the order's own commands, except hidden ones, and those from the settings. They run in `scratch`. */
export const draftChecks = async (
  job: OrderJob,
  at: Round,
  view: Files,
  placeholders: Placeholders,
  { scratch, ledger }: Pick<Ports, "scratch" | "ledger">,
): Promise<DraftChecks> => {
  if (scratch === undefined) return { commands: [], run: async () => refused("no command can be run here") };
  const planned = await plannedChecks(job, view);
  let index = 0;
  return {
    commands: [...planned.keys()],
    run: async (command, draft, test) => {
      const whole = planned.get(command);
      if (whole === undefined) return refused("there is no such command");
      const wanted = test === null ? whole : await alone(whole, test, draft, view);
      if (wanted === null) return refused("none of its tests can be run alone by that name: leave `test` out");
      const changes = await changesOf(draft, view, placeholders);
      if (typeof changes === "string") return refused(changes);
      const context = {
        phase: "check",
        prefix: `${roundFolder(at)}/`,
        job,
        isUnseen: job.unseen?.has(command),
        ledger,
      } as const;
      const ran = await scratch.run(changes, (commands) => runCommand(wanted, index++, { ...context, commands }));
      if (!ran.ok) return refused(ran.issues[0]);
      const { ok, result, remark } = ran.value;
      const ending = remark ?? endingInWords(result, job.timeoutSeconds) ?? `exit ${result.exitCode}`;
      return { ok, ending, output: briefOfCommand("verify_failed", job, wanted.display, result).primary_error_excerpt };
    },
  };
};

const refused = (ending: string): DraftCheck => ({ ok: false, ending, output: "" });

/** Narrows a command to one test. If no test has that name, the check fails. */
const alone = async (
  command: PlannedCommand,
  test: string,
  draft: readonly DraftFile[],
  view: Pick<Files, "inspect">,
): Promise<PlannedCommand | null> => {
  const path = repoPath(command.folder === null ? "package.json" : `${command.folder}/package.json`);
  const drafted = draft.find((file) => file.path === path);
  const state = path === null || drafted !== undefined ? null : await view.inspect(path);
  const manifest = drafted === undefined ? (state?.kind === "file" ? state.text : null) : drafted.text;
  const argv = oneTest(command.argv, test, manifest);
  if (argv === null) return null;
  return { argv, folder: command.folder, display: `${command.display} (${test})` };
};

/** The commands by their displayed form, each once. */
const plannedChecks = async (job: OrderJob, view: Files): Promise<ReadonlyMap<string, PlannedCommand>> => {
  const { commands, files } = await orderVerification(job, view, "after");
  const hidden = new Set(acceptanceOf(job.order).flatMap((each) => (each.hidden ? [each.command] : [])));
  const acceptance = plannedAcceptance(job.order);
  const further = (job.checkCommands ?? []).map(plannedCommand);
  const all = [
    ...plannedVerification(commands, files),
    ...(acceptance.ok ? acceptance.value.filter(({ display }) => !hidden.has(display)) : []),
    ...further.flatMap((each) => (each.ok ? [each.value] : [])),
  ];
  return new Map(all.map((each) => [each.display, each]));
};

/** Turns a draft into changes to the current files, with its secrets put back; a sentence if it cannot. */
const changesOf = async (
  draft: readonly DraftFile[],
  view: Pick<Files, "inspect">,
  { putBack }: Placeholders,
): Promise<readonly AcceptedChange[] | string> => {
  const changes: AcceptedChange[] = [];
  for (const { path, text, executable } of draft) {
    const state = await view.inspect(path);
    const baseSha256 = state.kind === "file" ? state.sha256 : SHA256_OF_NOTHING;
    if (text === null) {
      if (state.kind === "file") changes.push({ kind: "remove", path, baseSha256 });
      continue;
    }
    const whole = putBack(text, textOf(state) ?? "");
    if (!whole.ok) return `${path} holds ${whole.issues[0]}, which stands for a secret of another place`;
    changes.push({
      kind: "write",
      path,
      content: utf8Bytes(whole.value),
      baseSha256,
      executable: executable === true ? true : null,
    });
  }
  return changes;
};
