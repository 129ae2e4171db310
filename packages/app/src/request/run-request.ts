import { type FactoryOptions, factoryConflict } from "@llmch/config";
import { accepted, type Refusal, type Result, refusal, rejected } from "@llmch/text";
import { z } from "zod";
import type { OperationContext } from "../context.ts";
import {
  artifactsDir,
  choice,
  dryRun,
  RARE,
  replaying,
  repo,
  settable,
  stopOnRepeat,
  strict,
  text,
} from "../description/members.ts";

/** The settings that `run` and `run-all` have flags for. */
export const RUN_SETTINGS = [
  "approve",
  "factory",
  "design",
  "triage",
  "review",
  "budget",
  "wait_for_limit",
  "network",
  "notify",
];

/** What the exit codes of `run`, `run-all` and `resume` mean. */
export const RUN_EXITS = [
  "0 PASS",
  "1 FAIL, or refused",
  "2 unexpected error",
  "3 model, network or key",
  "5 a limit",
  "6 waiting for your answer",
  "130 interrupted",
];

/** The members that the requests of `run` and `run-all` share. */
export const runMembers = () => ({
  repo: repo(),
  branch: text().optional().describe("the working branch (default: a generated one)").meta({ value: "branch" }),
  createBranch: choice("the branch must not exist yet").meta(RARE),
  reuseBranch: choice("the branch must exist already").meta(RARE),
  commitHash: text()
    .optional()
    .describe("the baseline of a new branch (default: HEAD)")
    .meta({ value: "commit", ...RARE }),
  allowVerifyExempt: choice("honour verify_exempt without the planner's provenance").meta(RARE),
  allowEmpty: choice("accept an answer that changes nothing, and commit it as an empty commit").meta(RARE),
  allowDirty: choice("start from HEAD even if the checkout has changes").meta(RARE),
  allowStale: choice("continue even if files of the plan changed since it was compiled").meta(RARE),
  stopOnRepeat: stopOnRepeat().default(true),
  revise: z
    .int()
    .min(1)
    .optional()
    .describe("revise this many orders that a model objects to, without asking")
    .meta({ value: "n", ...RARE }),
  push: z
    .boolean()
    .optional()
    .describe("whether to push each commit (default: as the settings say, else not)")
    .meta({ flag: null }),
  dryRun: dryRun("only say what would be done and whether it could start; changes nothing"),
  strict: strict(", and refuse work that weakens tests, or that none verified"),
  sandbox: z
    .enum(["auto", "required", "off"])
    .optional()
    .describe("whether commands are isolated: if possible, always, or never")
    .meta({
      ...RARE,
      flag: null,
      switches: [
        { flag: "--no-sandbox", about: "run commands without isolation", value: "off" },
        { flag: "--require-sandbox", about: "refuse if commands cannot be isolated", value: "required" },
      ],
    }),
  allowNetwork: settable("let isolated commands reach the network").meta(RARE),
  out: text()
    .optional()
    .describe("also copy the artifacts here")
    .meta({ value: "dir", ...RARE }),
  ...replaying(),
  artifactsDir: artifactsDir(),
});

/** The members that carry out several orders at once, or past one that failed. */
export const severalOrders = () => ({
  jobs: z
    .int()
    .min(1)
    .optional()
    .describe("carry out this many orders at once; the commits are those of one after the other")
    .meta({ value: "n" }),
  keepGoing: settable("continue with the orders that do not depend on a failed one").meta(RARE),
});

type Members = z.output<z.ZodObject<ReturnType<typeof runMembers>>>;

/** The options for carrying out orders, with the settings for what the request leaves out; refused if members exclude each other. */
export const factoryOptions = (
  { push, ...members }: Members & { readonly jobs?: number | undefined; readonly keepGoing?: boolean | undefined },
  {
    given,
    settings,
  }: Pick<OperationContext, "given"> & { readonly settings: Pick<OperationContext["settings"], "values"> },
): Result<FactoryOptions, Refusal> => {
  const { run } = settings.values;
  const pushing = push === undefined ? {} : { "factory.push": push ? "each" : "never" };
  const options = {
    ...members,
    jobs: members.jobs ?? run.jobs,
    keepGoing: members.keepGoing ?? run.keep_going,
    strict: members.strict ?? run.strict,
    sandbox: members.sandbox ?? run.sandbox,
    allowNetwork: members.allowNetwork ?? run.allow_network,
    given: { ...given, ...pushing },
  };
  const conflict = factoryConflict(options);
  return conflict === null ? accepted(options) : rejected(refusal("usage", conflict, "see `llmch run-all --help`"));
};
