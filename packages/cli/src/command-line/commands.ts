import { type Command, InvalidArgumentError } from "commander";
import type {
  AskOptions,
  PlanOptions,
  PlanReviseOptions,
  PlanShowOptions,
  ResumeOptions,
  ReviseOptions,
  RunAllOptions,
  RunOptions,
} from "../options.ts";
import { diagnosticFormat, formatted, type Unformatted } from "./diagnostic-format.ts";
import { endHelp } from "./help-ending.ts";
import { common, inspectionProgram, progress, type Take } from "./inspection.ts";
import { addSettingFlags, type Flagged, withGiven } from "./setting-flags.ts";
import { ARTIFACTS, REFRESH, REPLAY, REPLAY_STRICT, STRICT, TEMPLATE, TRY_ACCEPTANCE } from "./shared-options.ts";
import { argumentOrFlag, attemptLimit, listed, positiveInteger, present, required } from "./values.ts";

type Groups = readonly Flagged[];

/** The settings that a command has flags for. */
const PLAN_GROUPS: Groups = ["planner", "design", "budget", "network", "notify"];
const ASK_GROUPS: Groups = ["factory.model", "factory.temperature", "factory.max_output_tokens", "budget", "network"];
const RUN_GROUPS: Groups = ["factory", "design", "triage", "review", "budget", "network", "notify"];
const RESUME_GROUPS: Groups = [
  "factory.push",
  "planner.max_output_tokens",
  "factory.max_output_tokens",
  "review.model",
  "budget",
  "network",
];
const REVISE_GROUPS: Groups = ["planner", "budget", "network"];

/** All commands and their flags (contract §1). Passes the parsed invocation to `take`. */
export const buildProgram = (version: string, take: Take): Command =>
  addModelCommands(inspectionProgram(version, take), take);

/** Adds the commands that ask models to those that do not. */
export const addModelCommands = (program: Command, take: Take): Command => {
  const plan = addSettingFlags(progress(common(program.command("plan"))), PLAN_GROUPS)
    .description("compile a spec into work orders that the validator has proved consistent")
    .argument("[spec]", "the product spec, required; `-` reads standard input", present)
    .option("--spec <file>", "the same as the argument", present)
    .option("--outdir <dir>", "also write the work orders here", present)
    .option(
      "--repo <dir>",
      "the target repo, whose files count as present (default: the git repo of this directory)",
      present,
    )
    .option("--no-repo", "plan for an empty directory, also inside a git repo")
    .option(...TEMPLATE, present)
    .option(...ARTIFACTS, present)
    .option("--overwrite", "replace the work orders that are in --outdir", false)
    .option("--print-summary", "print the orders' titles and files", false)
    .addOption(diagnosticFormat())
    .option(...REFRESH)
    .option(...REPLAY, present)
    .option(...REPLAY_STRICT)
    .option(...TRY_ACCEPTANCE)
    .option(...STRICT)
    .action((named: string | undefined, options: Unformatted<Unfinished<PlanOptions, "spec">>) => {
      const given = argumentOrFlag(named, options.spec, { flag: "--spec", what: "specs" });
      const spec = required(given, "no spec is given: name its file after plan, or `-` for standard input");
      take({ command: "plan", options: formatted(withGiven({ ...options, spec }, PLAN_GROUPS)) });
    });

  common(plan.command("show"))
    .description("print what a plan holds: its orders, what each depends on, and what it assumes")
    .argument("[plan-dir-or-run]", "a folder of orders, a manifest, or a run (default: the newest plan)", present)
    .option("--repo <dir>", "the target repo to name in the next command", present, ".")
    .option(...ARTIFACTS, present)
    .action((named: string | undefined, options: Omit<PlanShowOptions, "plan">) =>
      take({ command: "plan show", options: named === undefined ? options : { ...options, plan: named } }),
    );

  addSettingFlags(progress(common(plan.command("revise"))), PLAN_GROUPS)
    .description("have the planner change a plan as you describe; shows the difference, and changes nothing by itself")
    .argument("<feedback>", "what is to be changed, in your words", present)
    .option("--plan <dir>", "a folder of orders, or the id of a run (default: the newest plan)", present)
    .option("--yes", "replace the orders in that folder without asking", false)
    .option("--spec <file>", "the product spec (default: the one that the plan's run keeps)", present)
    .option("--repo <dir>", "the target repo (default: the one that the plan was made for)", present)
    .option("--no-repo", "plan for an empty directory")
    .option(...TEMPLATE, present)
    .option(...ARTIFACTS, present)
    .option(...REFRESH)
    .option("--replay <file>", "answer from recorded exchanges, a file's or a run's", present)
    .option(...REPLAY_STRICT)
    .option(...TRY_ACCEPTANCE)
    .option(...STRICT)
    .action((feedback: string, options: Omit<PlanReviseOptions, "feedback">) =>
      take({ command: "plan revise", options: withGiven({ ...options, feedback }, PLAN_GROUPS) }),
    );

  addSettingFlags(common(program.command("ask")), ASK_GROUPS)
    .description("answer a question about a repo, with the lines of its files that support the answer")
    .argument("<question>", "what you want to know, in your words", present)
    .option("--repo <dir>", "the repo; its HEAD is looked at, and nothing is changed", present, ".")
    .option(...ARTIFACTS, present)
    .option(...REPLAY, present)
    .option(...REPLAY_STRICT)
    .action((question: string, options: Omit<AskOptions, "question">) =>
      take({ command: "ask", options: withGiven({ ...options, question }, ASK_GROUPS) }),
    );

  factory(progress(common(program.command("run"))))
    .description("carry one work order out, to one commit or none")
    .argument("[work-order-file]", "the work order, required", present)
    .option("--work-order <file>", "the same as the argument", present)
    .action((named: string | undefined, options: Unfinished<RunOptions, "workOrder">) => {
      const given = argumentOrFlag(named, options.workOrder, { flag: "--work-order", what: "orders" });
      const workOrder = required(given, "no work order is given: name its file after run");
      take({ command: "run", options: withGiven({ ...options, workOrder }, RUN_GROUPS) });
    });

  factory(progress(common(program.command("run-all"))))
    .description("carry out every WO-NN.json of a directory, in order, until one fails")
    .argument("[wo-dir]", "the directory of work orders")
    .option("--workdir <dir>", "the same as the argument", present)
    .option("--only <ids>", "carry out these orders alone: WO-02,WO-05", listed)
    .option("--from <id>", "carry out this order and those after it", present)
    .option("--until <id>", "carry out this order and those before it", present)
    .option(
      "--jobs <n>",
      "carry out this many orders at once; the commits are those of one after the other",
      positiveInteger,
    )
    .option("--keep-going", "continue with the orders that do not depend on a failed one", false)
    .action((directory: string | undefined, options: Omit<RunAllOptions, "workdir"> & { workdir?: string }) => {
      const target = argumentOrFlag(directory, options.workdir, { flag: "--workdir", what: "directories" });
      if (target === undefined || target === "") {
        throw new InvalidArgumentError("no directory of work orders is given: name it after run-all");
      }
      const all: RunAllOptions = withGiven({ ...options, workdir: target }, RUN_GROUPS);
      take({ command: "run-all", options: all });
    });

  addSettingFlags(progress(common(program.command("resume"))), RESUME_GROUPS)
    .description("continue a run that was interrupted or ran out of attempts")
    .argument("[run]", "the run's id, or how it begins (default: the newest unfinished one)", present)
    .option("--list", "print the unfinished runs instead", false)
    .option(...ARTIFACTS, present)
    .option("--max-attempts <n>", "attempts at an order at most; `+2` gives it two more", attemptLimit)
    .option("--allow-stale", "continue even if files of the plan changed since it was compiled", false)
    .option("--allow-verify-exempt", "honour verify_exempt without the planner's provenance", false)
    .option("--allow-empty", "accept an answer that changes nothing, and commit it as an empty commit", false)
    .option("--allow-network", "let isolated commands reach the network", false)
    .option("--no-sandbox", "run commands without isolation")
    .option("--stop-on-repeat", "end an order whose attempts fail twice in the same way", false)
    .option("--answer <text>", "your answer to the question that the run is waiting on", present)
    .option("--jobs <n>", "carry out this many orders at once (default: as before)", positiveInteger)
    .option("--replay <file>", "answer what is not recorded yet from these exchanges", present)
    .option(...REPLAY_STRICT)
    .action((run: string | undefined, options: Omit<ResumeOptions, "run">) =>
      take({
        command: "resume",
        options: withGiven(run === undefined ? options : { ...options, run }, RESUME_GROUPS),
      }),
    );

  addSettingFlags(common(program.command("revise")), REVISE_GROUPS)
    .description("ask the planner for a revised order, after a model has objected to it; shows what it changes")
    .argument("[run]", "the run's id, or how it begins (default: the newest that ended objected)", present)
    .option("--yes", "accept the revision without asking; `llmch resume` continues with it", false)
    .option("--write", "also write it over your own file of the order, if that was not changed", false)
    .option("--refresh", "ask the planner again even if a revision awaits your approval", false)
    .option(...ARTIFACTS, present)
    .option("--replay <file>", "answer from recorded exchanges, a file's or a run's", present)
    .option(...REPLAY_STRICT)
    .action((run: string | undefined, options: Omit<ReviseOptions, "run">) =>
      take({
        command: "revise",
        options: withGiven(run === undefined ? options : { ...options, run }, REVISE_GROUPS),
      }),
    );

  return endHelp(program);
};

const factory = (command: Command): Command =>
  addSettingFlags(command, RUN_GROUPS)
    .option("--repo <dir>", "the target repo", present, ".")
    .option("--branch <branch>", "the working branch (default: a generated one)", present)
    .option("--create-branch", "the branch must not exist yet", false)
    .option("--reuse-branch", "the branch must exist already", false)
    .option("--commit-hash <commit>", "the baseline of a new branch (default: HEAD)", present)
    .option("--allow-verify-exempt", "honour verify_exempt without the planner's provenance", false)
    .option("--allow-empty", "accept an answer that changes nothing, and commit it as an empty commit", false)
    .option("--allow-dirty", "start from HEAD even if the checkout has changes", false)
    .option("--allow-stale", "continue even if files of the plan changed since it was compiled", false)
    .option("--stop-on-repeat", "end an order whose attempts fail twice in the same way", false)
    .option("--revise <n>", "revise this many orders that a model objects to, without asking", positiveInteger)
    .option("--yes", "start without asking, even on a terminal", false)
    .option("--dry-run", "only say what would be done and whether it could start; changes nothing", false)
    .option(...STRICT)
    .option("--no-sandbox", "run commands without isolation")
    .option("--require-sandbox", "refuse if commands cannot be isolated", false)
    .option("--allow-network", "let isolated commands reach the network", false)
    .option("--out <dir>", "also copy the artifacts here", present)
    .option(...ARTIFACTS, present)
    .option(...REPLAY, present)
    .option(...REPLAY_STRICT);

type Unfinished<Options, Required extends keyof Options> = Omit<Options, Required> & Partial<Options>;
