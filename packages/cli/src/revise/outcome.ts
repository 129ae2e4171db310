import { dirname } from "node:path";
import { counted, EXIT, formatRefusal, printable } from "@llmch/contract";
import { resumeCommand, reviseCommand } from "@llmch/engine/resume";
import type { ProposedRevision, RevisionEnding } from "@llmch/engine/revise";
import type { CommandContext } from "../command-context.ts";
import { INTERRUPTED, type Outcome } from "../outcome.ts";

type Unrevised = Exclude<RevisionEnding, ProposedRevision>;

/** The outcome if there is no revision to take up. */
export const unrevised = (ending: Unrevised, context: CommandContext): Outcome => {
  const { run, whole, started } = ending.objected;
  const resume = resumeCommand(whole.runId, false, rootOf(ending.objected), context);
  const base = { runId: run.runId, paths: { artifacts: run.directory }, extra: { resume } };
  const { errors, warnings } = ending;
  const ended = (verdict: "FAIL" | "ERROR", exitCode: number, code: string, message: string): Outcome => ({
    ...base,
    ...{ verdict, exitCode, lines: [`${verdict}  ${started.order}  ${printable(message)}`] },
    ...{ errors: [{ code, message }, ...errors], warnings },
  });
  switch (ending.kind) {
    case "interrupted":
      return INTERRUPTED;
    case "unchanged":
      context.console.progress(`continue with the order as it stands:
  ${resume}`);
      return ended("FAIL", EXIT.failed, "unchanged", "the planner considers the order right as it is");
    case "invalid": {
      const message = `still invalid: ${counted(errors.length, "error")}`;
      return { ...ended("FAIL", EXIT.invalid, "invalid", message), errors };
    }
    case "limited":
      return ended("ERROR", EXIT.limit, "limit", formatRefusal(ending));
    case "model-failed":
      return ended("ERROR", EXIT.model, ending.reason, formatRefusal(ending));
  }
};

/** The revision was shown, and nobody has agreed to it yet. */
export const waiting = (revision: ProposedRevision, context: CommandContext): Outcome => {
  const accept = `${reviseCommand(revision.objected.whole.runId, rootOf(revision.objected), context)} --yes`;
  context.console.progress(`nothing is changed yet; to accept it:\n  ${accept}\n  or ask for another: --refresh`);
  return { ...ofRevision(revision, "awaits your approval"), extra: { ...documentOf(revision, false), accept } };
};

/** @param written the user's own file that it was written to */
export const takenUp = (revision: ProposedRevision, written: string | null, context: CommandContext): Outcome => {
  const { objected, after } = revision;
  const resume = resumeCommand(objected.whole.runId, false, rootOf(objected), context);
  const kept =
    written === null ? `your own file of ${after.order.id} is unchanged (--write updates it)` : `written to ${written}`;
  context.console.progress(`${printable(kept)}; to continue:\n  ${resume}`);
  return {
    ...ofRevision(revision, "taken up"),
    paths: { artifacts: objected.run.directory, revision: after.path, ...(written === null ? {} : { written }) },
    extra: { ...documentOf(revision, true), resume },
  };
};

const ofRevision = ({ objected, after, revision, warnings }: ProposedRevision, what: string): Outcome => ({
  exitCode: EXIT.ok,
  verdict: "PASS",
  lines: [`PASS  ${after.order.id}  revision ${revision} ${what}`],
  runId: objected.run.runId,
  paths: { artifacts: objected.run.directory, revision: after.path },
  warnings,
});

const documentOf = ({ after, revision, objection }: ProposedRevision, isTakenUp: boolean) => ({
  ...{ work_order_id: after.order.id, revision, taken_up: isTakenUp, objection: { ...objection } },
  work_order: after.document,
});

const rootOf = ({ run }: ProposedRevision["objected"]): string => dirname(dirname(run.directory));
