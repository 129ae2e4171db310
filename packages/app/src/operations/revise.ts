import { dirname } from "node:path";
import type { Context } from "@llmch/config";
import { objectionInWords, type WorkOrder } from "@llmch/contract";
import {
  objectedRepo,
  type ProposedRevision,
  proposeRevision,
  type RevisionEnding,
  takeUpRevision,
  writeBack,
} from "@llmch/run";
import { counted, EXIT, formatRefusal, printable, shellWord } from "@llmch/text";
import { z } from "zod";
import type { OperationContext } from "../context.ts";
import { artifactsDir, choice, document, replaying, text } from "../description/members.ts";
import { describe, type RequestOf, type ResultOf } from "../description/operation.ts";
import { INTERRUPTED, type Outcome, refused } from "../outcome.ts";
import { resumeCommand, reviseCommand } from "../runs/resume/next-commands.ts";

export const description = /* @__PURE__ */ describe(() => ({
  name: "revise",
  topic: "Carry out",
  sentence: "ask the planner for a revised order, after a model has objected to it; shows what it changes",
  may: "ask",
  argument: { member: "run", shown: "[run]" },
  settings: [
    ...["planner.model", "planner.agent", "planner.reasoning_effort", "planner.max_attempts", "budget", "network"],
  ],
  request: z.strictObject({
    run: text().optional().describe("the run's id, or how it begins (default: the newest that ended objected)"),
    repo: text().optional().describe("where its repo is by now (default: where it was)").meta({ value: "dir" }),
    agree: choice("accept the revision without asking; `llmch resume` continues with it").meta({ flag: null }),
    write: choice("also write it over your own file of the order, if that was not changed"),
    refresh: choice("ask the planner again even if a revision awaits your approval"),
    ...replaying(),
    artifactsDir: artifactsDir(),
  }),
  result: z.object({
    kind: z.literal("revision"),
    runId: z.string().describe("the run to resume"),
    order: z.string(),
    workOrderId: z.string(),
    revision: z.int().describe("counts from 1"),
    takenUp: z.boolean(),
    objection: z
      .string()
      .nullable()
      .describe("the model's objection to the order, in words; null if its failures led to the revision"),
    before: document<WorkOrder>("the order as it was", "WorkOrder"),
    after: document<WorkOrder>("the revised order", "WorkOrder"),
    accept: z.string().optional().describe("the command that accepts it"),
    resume: z.string().optional().describe("the command that continues the run"),
  }),
  elsewhere: ["kind", "runId", "order", "before", "after"],
  examples: ["revise", "revise --yes --write"],
  exits: [
    ...["0 a revision", "1 nothing changes, or refused", "2 still invalid", "3 model, network or key", "5 a limit"],
    "130 interrupted",
  ],
}));

type Request = RequestOf<typeof description>;
type Result = ResultOf<typeof description>;

/** Asks the planner for a corrected order after an objection, and takes it up if the caller agrees. */
export const operate = async (request: Request, context: OperationContext): Promise<Outcome<Result>> => {
  const options = { ...request, given: context.given };
  const proposed = await proposeRevision(options, context, context.face);
  if (!proposed.ok) return refused(proposed.issues);
  const ending = proposed.value;
  if (ending.kind !== "proposed") return unrevised(ending, request, context);
  const question = `Accept this as ${ending.after.order.id}?`;
  const scene = { kind: "change", lines: [], question, revision: ending } as const;
  if (!request.agree && (await context.face.begins(scene)) !== true)
    return revised(ending, null, false, request, context);
  const taken = await takeUpRevision(ending, options, context);
  if (!taken.ok) return refused(taken.issues);
  const written = request.write ? await writeBack(ending) : null;
  if (written?.ok === false) for (const { message } of written.issues) context.warn(message);
  return revised(ending, written?.ok === true ? written.value : null, true, request, context);
};

/** The repo of the run whose order is revised. */
export const settingsRepo = async (
  request: Request,
  { env, cwd, signal }: Pick<OperationContext, "env" | "cwd" | "signal">,
): Promise<string | null> => request.repo ?? objectedRepo(request, env, cwd, signal);

const resumeOf = ({ objected }: RevisionEnding, { repo }: Request, context: Context): string =>
  [resumeCommand(objected.whole.runId, false, rootOf(objected), context), ...repoFlag(repo)].join(" ");

/** The flag for a repo that is no longer where it was. */
const repoFlag = (repo: string | undefined): readonly string[] =>
  repo === undefined ? [] : [`--repo ${shellWord(repo)}`];

const rootOf = ({ run }: RevisionEnding["objected"]): string => dirname(dirname(run.directory));

/** The outcome if there is no revision to take up. */
const unrevised = (
  ending: Exclude<RevisionEnding, ProposedRevision>,
  request: Request,
  context: OperationContext,
): Outcome<never> => {
  const { run, started } = ending.objected;
  const { errors, warnings } = ending;
  const ended = (verdict: "FAIL" | "ERROR", exitCode: number, code: string, message: string) => ({
    ...{ verdict, exitCode, result: null, runId: run.runId, paths: { artifacts: run.directory } },
    ...{ errors: [{ code, message }, ...errors], warnings },
    lines: [`${verdict}  ${started.order}  ${printable(message)}`],
  });
  switch (ending.kind) {
    case "interrupted":
      return INTERRUPTED;
    case "unchanged":
      return {
        ...ended("FAIL", EXIT.failed, "unchanged", "the planner considers the order right as it is"),
        next: [`to continue with the unchanged order:\n  ${resumeOf(ending, request, context)}`],
      };
    case "invalid":
      return ended("FAIL", EXIT.invalid, "invalid", `still invalid: ${counted(errors.length, "error")}`);
    case "stuck":
      return ended("FAIL", EXIT.failed, "stuck", formatRefusal(ending));
    case "limited":
      return ended("ERROR", EXIT.limit, "limit", formatRefusal(ending));
    case "model-failed":
      return ended("ERROR", EXIT.model, ending.reason, formatRefusal(ending));
  }
};

const revised = (
  ending: ProposedRevision,
  written: string | null,
  isTaken: boolean,
  request: Request,
  context: OperationContext,
): Outcome<Result> => {
  const { objected, before, after, revision, objection, warnings } = ending;
  const resume = resumeOf(ending, request, context);
  const command = reviseCommand(objected.whole.runId, rootOf(objected), context);
  const accept = [command, ...repoFlag(request.repo), "--yes"].join(" ");
  return {
    ...{ exitCode: EXIT.ok, verdict: "PASS", runId: objected.run.runId, warnings },
    paths: { artifacts: objected.run.directory, revision: after.path, ...(written === null ? {} : { written }) },
    result: {
      ...{
        kind: "revision",
        runId: objected.whole.runId,
        order: after.order.id,
        workOrderId: after.order.id,
        revision,
      },
      ...{
        takenUp: isTaken,
        objection: objection === null ? null : objectionInWords(objection),
        before: before.order,
        after: after.order,
      },
      ...(isTaken ? { resume } : { accept }),
    },
  };
};
