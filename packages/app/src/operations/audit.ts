import { EXIT, refusal } from "@llmch/text";
import { z } from "zod";
import { audit } from "../audit/audit.ts";
import type { Finding } from "../audit/finding.ts";
import type { OperationContext } from "../context.ts";
import { artifactsDir, run, text } from "../description/members.ts";
import { describe, type RequestOf, type ResultOf } from "../description/operation.ts";
import { INTERRUPTED, type Outcome, refused } from "../outcome.ts";

export const description = /* @__PURE__ */ describe(() => ({
  name: "audit",
  topic: "Look",
  sentence: "check finished runs again: their records and their commits; changes nothing",
  may: "read",
  argument: { member: "run", shown: "[run]" },
  request: z.strictObject({
    run: run(),
    branch: text().optional().describe("check every commit by llmch on this branch instead").meta({ value: "branch" }),
    repo: text()
      .optional()
      .describe("the repo (default: the one on record; with --branch this directory)")
      .meta({ value: "dir" }),
    artifactsDir: artifactsDir(),
  }),
  result: z.object({
    what: z.string().describe("`run-all 01J…`, or `branch work`"),
    orders: z.int().describe("how many orders were fully checked"),
    files: z.int().describe("how many files match their seal"),
    unfinished: z.array(z.object({ runId: z.string(), message: z.string() })),
  }),
  elsewhere: ["what", "orders", "files"],
  examples: ["audit", "audit --branch feature --repo my-project"],
  exits: ["0 all is as recorded", "1 refused", "2 something is wrong", "130 interrupted"],
}));

type Request = RequestOf<typeof description>;

/** Checks finished runs again, and their commits. Changes nothing and asks no model. */
export const operate = async (
  request: Request,
  context: OperationContext,
): Promise<Outcome<ResultOf<typeof description>>> => {
  const { run, branch } = request;
  if (run !== undefined && branch !== undefined)
    return refused([refusal("usage", "a run and --branch exclude each other", "keep one")]);
  const found = await audit(request, context);
  if (!found.ok) return refused(found.issues);
  if (context.signal.aborted) return INTERRUPTED;
  const { what, root, runId, audit: came } = found.value;
  const { orders, files, unfinished } = came;
  const { findings } = came;
  const faults = findings.filter(({ level }) => level === "fault");
  return {
    exitCode: faults.length === 0 ? EXIT.ok : EXIT.invalid,
    verdict: faults.length === 0 ? "PASS" : "FAIL",
    runId,
    paths: { artifacts: root },
    result: { what, orders, files, unfinished: unfinished.map((each) => ({ runId: each.runId, message: each.what })) },
    counts: { orders, files, faults: faults.length, unfinished: unfinished.length },
    errors: faults.map(documented),
    warnings: findings.filter(({ level }) => level === "warning").map(documented),
  };
};

const documented = ({ code, where, what }: Finding) => ({ code, where, message: `${where}: ${what}` });
