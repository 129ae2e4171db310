import type { Need } from "@llmch/contract";
import { artifactsFlag } from "@llmch/records";
import { resolveArtifactsRoot } from "@llmch/store";
import { decideCommands } from "@llmch/story";
import { refusal } from "@llmch/text";
import { z } from "zod";
import { RESUMED_ELSEWHERE, resumedSchema } from "../build/resumed.ts";
import type { OperationContext } from "../context.ts";
import { artifactsDir, choice, run, text } from "../description/members.ts";
import { describe, type RequestOf, type ResultOf } from "../description/operation.ts";
import { done, type Outcome, refused, waits } from "../outcome.ts";
import { RUN_EXITS } from "../request/run-request.ts";
import { needsSchema } from "../runs/results/needs.ts";
import { resumeCommand } from "../runs/resume/next-commands.ts";
import { recordDecision } from "../runs/resume/record-decision.ts";

const decidedSchema = () =>
  z.object({
    kind: z.literal("decided"),
    runId: z.string(),
    id: z.string().describe("what was decided; several with commas"),
    decision: z.enum(["approve", "reject", "answer"]),
    text: z.string().nullable(),
    needs: needsSchema(),
    next: z.string().describe("the command that goes on"),
  });

export const description = /* @__PURE__ */ describe(() => ({
  name: "decide",
  topic: "Carry out",
  sentence: "approve, reject or answer what a run waits for, and go on",
  may: "branch",
  argument: { member: "run", shown: "[run]" },
  request: z.strictObject({
    run: run("the one that waits"),
    id: text()
      .optional()
      .describe("which, if it waits for several things: `plan`, `network`, `push`, or an order's or a question's id")
      .meta({ flag: null, argument: "[id]" }),
    decision: z
      .enum(["approve", "reject", "answer"])
      .describe("approve (of a plan's question: what is assumed), reject, or answer")
      .meta({ flag: null, argument: "[decision]" }),
    text: text()
      .optional()
      .describe("your answer; or what should change, for another try")
      .meta({ flag: null, argument: "[text]" }),
    all: choice("approve everything that it waits for"),
    sha256: text()
      .optional()
      .describe("of what you were shown: if that has changed, nothing is decided")
      .meta({ value: "hex" }),
    resume: z
      .boolean()
      .default(true)
      .describe("whether to go on if nothing else waits")
      .meta({ flag: null, switches: [{ flag: "--no-resume", about: "record the decision alone", value: false }] }),
    artifactsDir: artifactsDir(),
  }),
  result: z.union([resumedSchema(), decidedSchema()]),
  elsewhere: RESUMED_ELSEWHERE,
  examples: ["decide approve --all", 'decide 01M8D3Y5 WO-02 reject "keep the old name as an alias"'],
  exits: RUN_EXITS,
}));

type Request = RequestOf<typeof description>;

/** Records a decision in the run's folder, then goes on with the run unless it waits for something else. */
export const operate = async (
  { decision, text: words, resume: goesOn, artifactsDir, ...which }: Request,
  context: OperationContext,
): Promise<Outcome<ResultOf<typeof description>>> => {
  const { env, cwd, face } = context;
  const root = resolveArtifactsRoot(artifactsDir, env, cwd);
  const place = { env, cwd };
  if (which.all && decision !== "approve")
    return refused([refusal("usage", "--all approves everything", `for one: \`llmch decide [RUN] ID ${decision}\``)]);
  const recorded = await recordDecision(root, which, { decision, text: words ?? null, ...face.caller }, context);
  if (!recorded.ok) return refused(recorded.issues);
  const { runId, needs, id, said } = recorded.value;
  const next = resumeCommand(runId, false, root, place);
  const result = { kind: "decided" as const, runId, id, ...said, needs: [...needs], next };
  if (!goesOn) return done(result, { runId });
  if (needs.length === 0)
    face.notes("goes on in this terminal; with --no-resume a decision is only recorded, and `llmch resume` goes on");
  if (needs.length === 0) return { ...done(result, { runId }), goesOnWith: { run: runId, artifactsDir: root } };
  const commands = (each: Need) =>
    decideCommands(runId, each, artifactsFlag(root, place)).map(({ command }) => command);
  return waits(needs, (each) => `decide it: \`${commands(each).join("` or `")}\``);
};
