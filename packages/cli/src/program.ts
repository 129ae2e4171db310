import { type Refusal, refusal } from "@llmch/contract";
import { Command, CommanderError, InvalidArgumentError } from "commander";
import type {
  AttemptLimit,
  AuditOptions,
  CheckOptions,
  FactoryOptions,
  Invocation,
  PlanOptions,
  ResumeOptions,
  RunAllOptions,
  RunOptions,
} from "./options.ts";
import type { CommandName } from "./outcome.ts";

export type ParsedCommandLine =
  | { readonly kind: "invocation"; readonly invocation: Invocation }
  /** Text that was asked for: help or the version. */
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "usage"; readonly command: CommandName | null; readonly refusal: Refusal };

/** Reads a command line (contract §1). Pure but for commander; nothing is printed and nothing ends the process. */
export const parseCommandLine = (argv: readonly string[], version: string): ParsedCommandLine => {
  let invocation: Invocation | null = null;
  let text = "";
  const take = (understood: Invocation) => {
    invocation = understood;
  };
  const program = buildProgram(version, take);
  for (const command of [program, ...program.commands]) {
    command.exitOverride().configureOutput({
      writeOut: (part) => {
        text += part;
      },
      writeErr: () => {},
      outputError: () => {},
    });
  }
  const name = argv.find((argument) => program.commands.some((command) => command.name() === argument)) ?? null;
  try {
    program.parse(commonFlagsLast(argv.filter((argument) => argument !== "--")), { from: "user" });
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return { kind: "text", text };
    if (error instanceof CommanderError && error.code === "commander.help") return usage(name, NO_COMMAND);
    if (error instanceof CommanderError) return usage(name, error.message);
    throw error;
  }
  if (invocation === null) return usage(name, NO_COMMAND);
  const conflict = conflictOf(invocation);
  return conflict === null ? { kind: "invocation", invocation } : usage(name, conflict);
};

const NO_COMMAND = "no command is given";

/** Flags of every command may come before its name as well, as in `llmch --json run …`. */
const commonFlagsLast = (argv: readonly string[]): string[] => {
  const flags = ["--verbose", "--quiet", "--no-color", "--json"];
  const first = argv.findIndex((argument) => !flags.includes(argument));
  return first < 1 ? [...argv] : [...argv.slice(first, first + 1), ...argv.slice(0, first), ...argv.slice(first + 1)];
};

const usage = (name: string | null, message: string): ParsedCommandLine => {
  const command = COMMANDS.find((known) => known === name) ?? null;
  const sentence = message
    .replace(/^error: /, "")
    .replace(/\s+/g, " ")
    .trim();
  const help = command === null ? "llmch --help" : `llmch ${command} --help`;
  return { kind: "usage", command, refusal: refusal("usage", sentence, `see \`${help}\``) };
};

const COMMANDS: readonly CommandName[] = ["plan", "run", "run-all", "resume", "audit", "check"];

const conflictOf = ({ command, options }: Invocation): string | null => {
  if (command === "audit") {
    const isBoth = options.run !== undefined && options.branch !== undefined;
    return isBoth ? "a run and --branch exclude each other: keep one" : null;
  }
  if (command !== "check" && command !== "resume" && options.replayStrict && options.replay === undefined) {
    return "--replay-strict needs --replay: name the record";
  }
  if (command !== "run" && command !== "run-all") return null;
  const { branch, createBranch, reuseBranch, sandbox, requireSandbox } = options;
  if (!sandbox && requireSandbox) return "--no-sandbox and --require-sandbox exclude each other: keep one";
  if (createBranch && reuseBranch) return "--create-branch and --reuse-branch exclude each other: keep one";
  if (createBranch && branch === undefined) return "--create-branch needs --branch: name the branch to create";
  if (reuseBranch && branch === undefined) return "--reuse-branch needs --branch: name the branch to reuse";
  return null;
};

const buildProgram = (version: string, take: (invocation: Invocation) => void): Command => {
  const program = new Command("llmch")
    .description("Compiles a product spec into verified commits: a model drafts, deterministic code decides.")
    .version(version)
    .showSuggestionAfterError(true)
    .enablePositionalOptions();

  common(program.command("plan"))
    .description("compile a spec into work orders that the validator has proved consistent")
    .option("--spec <file>", "the product spec, required; `-` reads standard input", present)
    .option("--outdir <dir>", "also write the work orders here", present)
    .option("--repo <dir>", "the target repo, whose files count as there", present)
    .option("--template <file>", "a planner prompt of your own, with {{PRODUCT_SPEC}}", present)
    .option("--artifacts-dir <dir>", "where runs are kept (default: $ARTIFACTS_DIR, else ./artifacts)", present)
    .option("--overwrite", "replace the work orders that are in --outdir", false)
    .option("--print-summary", "print the orders' titles and files", false)
    .option("--model <model>", "the planner's model", present, "gpt-5.2-codex")
    .option("--reasoning-effort <effort>", "what the model knows, such as low, medium or high", present, "medium")
    .option("--max-attempts <n>", "model calls at most", positiveInteger, 5)
    .option("--replay <file>", "answer from recorded exchanges; needs no key and no network", present)
    .option("--replay-strict", "refuse a recorded exchange whose request differs", false)
    .action((options: Unfinished<PlanOptions, "spec">) => {
      const spec = required(options.spec, "--spec <file>");
      take({ command: "plan", options: { ...options, spec } });
    });

  factory(common(program.command("run")))
    .description("carry one work order out, to one commit or none")
    .option("--work-order <file>", "the work order, required", present)
    .action((options: Unfinished<RunOptions, "workOrder">) => {
      const workOrder = required(options.workOrder, "--work-order <file>");
      take({ command: "run", options: { ...options, workOrder } });
    });

  factory(common(program.command("run-all")))
    .description("carry out every WO-NN.json of a directory, in order, until one fails")
    .argument("[wo-dir]", "the directory of work orders")
    .option("--workdir <dir>", "the same as the argument", present)
    .action((directory: string | undefined, options: FactoryOptions & { workdir?: string }) => {
      const { workdir } = options;
      if (directory !== undefined && workdir !== undefined && directory !== workdir) {
        throw new InvalidArgumentError("the argument and --workdir name different directories: give one");
      }
      const target = directory ?? workdir;
      if (target === undefined || target === "") {
        throw new InvalidArgumentError("no directory of work orders is given: name it after run-all");
      }
      const all: RunAllOptions = { ...options, workdir: target };
      take({ command: "run-all", options: all });
    });

  common(program.command("resume"))
    .description("go on with a run that was broken off or ran out of attempts")
    .argument("[run]", "the run's id (default: the newest unfinished one)", present)
    .option("--list", "print the unfinished runs instead", false)
    .option("--artifacts-dir <dir>", "where runs are kept (default: $ARTIFACTS_DIR, else ./artifacts)", present)
    .option("--max-attempts <n>", "attempts at an order at most; `+2` gives it two more", attemptLimit)
    .option("--allow-stale", "go on though files of the plan changed since it was compiled", false)
    .option("--stop-on-repeat", "end an order whose attempts fail twice in the same way", false)
    .option("--replay <file>", "answer what is not recorded yet from these exchanges", present)
    .option("--replay-strict", "refuse a recorded exchange whose request differs", false)
    .action((run: string | undefined, options: Omit<ResumeOptions, "run">) =>
      take({ command: "resume", options: run === undefined ? options : { ...options, run } }),
    );

  common(program.command("audit"))
    .description("check finished orders again: their files, records and commits; changes nothing")
    .argument("[run]", "the run's id (default: the newest run)", present)
    .option("--branch <branch>", "check every commit of llmch's on this branch instead", present)
    .option("--repo <dir>", "the repo (default: the one on record; with --branch this directory)", present)
    .option("--artifacts-dir <dir>", "where runs are kept (default: $ARTIFACTS_DIR, else ./artifacts)", present)
    .action((run: string | undefined, options: Omit<AuditOptions, "run">) =>
      take({ command: "audit", options: run === undefined ? options : { ...options, run } }),
    );

  common(program.command("check"))
    .description("validate a manifest or a directory of work orders, without a model")
    .argument("<target>", "a manifest file or a directory of WO-NN.json", present)
    .option("--repo <dir>", "the target repo, whose files count as there", present)
    .action((target: string, options: Omit<CheckOptions, "target">) =>
      take({ command: "check", options: { ...options, target } }),
    );
  return program;
};

const common = (command: Command): Command =>
  command
    .option("--verbose", "say more, and show stack traces of our own faults", false)
    .option("--quiet", "print the verdict and errors alone", false)
    .option("--no-color", "no colours (also NO_COLOR)")
    .option("--json", "one JSON document on stdout, everything else on stderr", false);

const factory = (command: Command): Command =>
  command
    .option("--repo <dir>", "the target repo", present, ".")
    .option("--branch <branch>", "the working branch (default: a generated one)", present)
    .option("--create-branch", "the branch must not exist yet", false)
    .option("--reuse-branch", "the branch must exist already", false)
    .option("--commit-hash <commit>", "the baseline of a new branch (default: HEAD)", present)
    .option("--max-attempts <n>", "attempts at an order at most", positiveInteger, 5)
    .option("--llm-model <model>", "the factory's model", present, "gpt-5.2")
    .option("--llm-temperature <t>", "sampling temperature, 0 to 2", temperature, 0)
    .option("--timeout-seconds <s>", "limit of each command, in seconds", positiveInteger, 600)
    .option("--allow-verify-exempt", "honour verify_exempt without the planner's provenance", false)
    .option("--allow-dirty", "start from HEAD though the checkout has changes", false)
    .option("--allow-stale", "go on though files of the plan changed since it was compiled", false)
    .option("--stop-on-repeat", "end an order whose attempts fail twice in the same way", false)
    .option("--no-sandbox", "run commands without isolation")
    .option("--require-sandbox", "refuse where commands cannot be isolated", false)
    .option("--allow-network", "let isolated commands reach the network", false)
    .option("--no-push", "keep the commits here")
    .option("--out <dir>", "also copy the artifacts here", present)
    .option("--artifacts-dir <dir>", "where runs are kept (default: $ARTIFACTS_DIR, else ./artifacts)", present)
    .option("--replay <file>", "answer from recorded exchanges; needs no key and no network", present)
    .option("--replay-strict", "refuse a recorded exchange whose request differs", false);

type Unfinished<Options, Required extends keyof Options> = Omit<Options, Required> & Partial<Options>;

/** Said once unknown flags are: commander's own required options come first, and hide a flag that is misspelt. */
const required = (value: string | undefined, flag: string): string => {
  if (value === undefined) throw new InvalidArgumentError(`required option '${flag}' not specified`);
  return value;
};

const present = (value: string): string => {
  if (value.trim() === "") throw new InvalidArgumentError("give a value that is not empty");
  if (value.startsWith("--")) throw new InvalidArgumentError("give a value, not another flag");
  return value;
};

const positiveInteger = (value: string): number => {
  const number = Number(value);
  if (!/^[0-9]+$/.test(value) || number < 1 || number > 1_000_000) {
    throw new InvalidArgumentError("give a whole number from 1 to 1000000");
  }
  return number;
};

const attemptLimit = (value: string): AttemptLimit =>
  value.startsWith("+")
    ? { kind: "more", count: positiveInteger(value.slice(1)) }
    : { kind: "in-all", count: positiveInteger(value) };

const temperature = (value: string): number => {
  const number = Number(value);
  if (!/^[0-9]*\.?[0-9]+$/.test(value) || number > 2) throw new InvalidArgumentError("give a number from 0 to 2");
  return number;
};
