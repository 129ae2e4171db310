import { type AcceptedChange, acceptanceOf, type Placeholders, type Round, roundFolder } from "@llmch/contract";
import { makesFiles, type WantedTests } from "@llmch/languages";
import { SHA256_OF_NOTHING, utf8Bytes } from "@llmch/text";
import { runCommand } from "../commands/run-commands.ts";
import type { DraftCheck, DraftChecks, DraftFile } from "../job/author.ts";
import { briefOfCommand, endingInWords } from "../job/brief.ts";
import { type Files, textAt } from "../job/files.ts";
import type { OrderJob } from "../job/order-job.ts";
import { narrowedTo, type PlannedCommand, plannedAcceptance, plannedCommand } from "../job/planned-command.ts";
import type { Ports } from "../job/ports.ts";
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
    commands: planned.map(({ name, command: { display } }) => ({ name, command: display })),
    run: async (wanted, draft, only) => {
      const found = planned.find(({ name }) => name === wanted);
      if (found === undefined) return refused("there is no such command");
      const command = only === null ? found.command : await narrowed(found.command, only, draft, view);
      if (command === null) return refused(NOT_ALONE);
      const changes = await changesOf(draft, view, placeholders);
      if (typeof changes === "string") return refused(changes);
      const prefix = `${roundFolder(at)}/`;
      const ran = await scratch.run(changes, async (commands) => {
        const runs = (each: PlannedCommand) =>
          runCommand(each, index++, {
            ...({ phase: "check", prefix, job, ledger, commands } as const),
            isUnseen: job.unseen?.has(each.display),
          });
        for (const each of found.before) await runs(each);
        return runs(command);
      });
      if (!ran.ok) return refused(ran.issues[0]);
      const { ok, result, remark } = ran.value;
      const ending = remark ?? endingInWords(result, job.timeoutSeconds) ?? `exit ${result.exitCode}`;
      const { primary_error_excerpt: output } = briefOfCommand("verify_failed", job, command.display, result);
      return { ok, ending, output };
    },
  };
};

const NOT_ALONE = "its tests cannot be run alone in that way: leave `test` and `tests` out";

const refused = (ending: string): DraftCheck => ({ ok: false, ending, output: "" });

/** Narrows a command to some tests. If there are none of that name, the check fails. */
const narrowed = async (
  command: PlannedCommand,
  only: WantedTests,
  draft: readonly DraftFile[],
  view: Pick<Files, "inspect">,
): Promise<PlannedCommand | null> => {
  const folder = command.folder === null ? "" : `${command.folder}/`;
  const name = `${folder}package.json`;
  const drafted = draft.find(({ path }) => path === name);
  return narrowedTo(command, only, drafted === undefined ? await textAt(name, view) : drafted.text);
};

interface PlannedCheck {
  readonly name: string;
  readonly command: PlannedCommand;
  /** What builds the repo before it, as when the work is judged. */
  readonly before: readonly PlannedCommand[];
}

/** Each command once: those that verify the repo, the order's acceptance, and further ones of the settings. */
const plannedChecks = async (job: OrderJob, view: Files): Promise<readonly PlannedCheck[]> => {
  const { commands, tree } = await orderVerification(job, view, "after");
  const hidden = new Set(acceptanceOf(job.order).flatMap((each) => (each.hidden ? [each.command] : [])));
  const acceptance = plannedAcceptance(acceptanceOf(job.order));
  const kinds = {
    verify: plannedVerification(commands, tree),
    acceptance: acceptance.ok ? acceptance.value.filter(({ display }) => !hidden.has(display)) : [],
    check: (job.checkCommands ?? []).map(plannedCommand).flatMap((each) => (each.ok ? [each.value] : [])),
  };
  const checks: PlannedCheck[] = [];
  for (const [kind, all] of Object.entries(kinds)) {
    for (const [index, command] of all.entries()) {
      if (checks.some((each) => each.command.display === command.display)) continue;
      const before = checks.map((each) => each.command).filter(({ argv }) => makesFiles(argv));
      checks.push({ name: `${kind} ${index + 1}`, command, before });
    }
  }
  return checks;
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
