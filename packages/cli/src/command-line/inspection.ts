import { Argument, Command, Help, InvalidArgumentError, Option } from "commander";
import {
  type AuditOptions,
  type CheckOptions,
  type CompletionOptions,
  type ConfigChangeOptions,
  type ConfigOptions,
  type CostOptions,
  type DiscardOptions,
  type DoctorOptions,
  type ExplainOptions,
  type GraphOptions,
  type InitOptions,
  type Invocation,
  type ReportOptions,
  type RunsOptions,
  type SchemaOptions,
  SHELLS,
  type ShowOptions,
  type WatchOptions,
} from "../options.ts";
import { diagnosticFormat, formatted, type Unformatted } from "./diagnostic-format.ts";
import { IN_GROUPS } from "./help-groups.ts";
import { ARTIFACTS, STRICT } from "./shared-options.ts";
import { age, positiveInteger, present } from "./values.ts";

const RUN = ["[run]", "the run's id, or how it begins (default: the newest run)"] as const;

/** Receives the parsed command line. */
export type Take = (invocation: Invocation) => void;

/**
 * The commands that ask no model. Only `discard` and `runs --prune` change runs. They have no setting flags: the catalogue of settings
 * takes as long to load as all of them.
 */
export const inspectionProgram = (version: string, take: Take): Command => {
  const program = new Command("llmch")
    .description("Compiles a product spec into verified commits: a model drafts, deterministic code decides.")
    .version(version)
    .showSuggestionAfterError(true)
    .configureHelp({ optionDescription, ...IN_GROUPS })
    .enablePositionalOptions();
  const command = (name: string) => common(program.command(name));
  command("audit")
    .description("check finished runs again: their records and their commits; changes nothing")
    .argument("[run]", "the run's id, or how it begins (default: the newest run)", present)
    .option("--branch <branch>", "check every commit by llmch on this branch instead", present)
    .option("--repo <dir>", "the repo (default: the one on record; with --branch this directory)", present)
    .option(...ARTIFACTS, present)
    .option("--sequential", "also carry the record out again with one job, and compare every tree", false)
    .action((run: string | undefined, options: Omit<AuditOptions, "run">) =>
      take({ command: "audit", options: run === undefined ? options : { ...options, run } }),
    );

  command("check")
    .description("validate a manifest or a directory of work orders, without a model")
    .argument("<target>", "a manifest file or a directory of WO-NN.json", present)
    .option("--repo <dir>", "the target repo, whose files count as present", present)
    .option(
      "--spec <file>",
      "the spec that the orders were made from: to see which of its sentences they fulfil",
      present,
    )
    .option(
      "--run",
      "also run the acceptance commands on --repo's HEAD, in a worktree: those that pass there prove nothing",
      false,
    )
    .addOption(diagnosticFormat())
    .option(...STRICT)
    .action((target: string, options: Unformatted<Omit<CheckOptions, "target">>) =>
      take({ command: "check", options: formatted({ ...options, target }) }),
    );

  command("runs")
    .description("list the runs that are kept, the newest first")
    .option("--all", "the orders' runs of each run-all too", false)
    .option("--limit <n>", "how many at most", positiveInteger)
    .option("--prune", "remove the records of runs that ended before --older-than, once you have said yes", false)
    .option("--older-than <age>", "such as 30d, 12h or 8w", age)
    .option("--dry-run", "with --prune: only list what would go", false)
    .option("--yes", "with --prune: do not ask", false)
    .option(...ARTIFACTS, present)
    .action((options: RunsOptions) => take({ command: "runs", options }));

  command("discard")
    .description("remove the branch that a run made, and what it left behind; its record only with --artifacts")
    .argument(...RUN, present)
    .option("--artifacts", "also remove its record, and those of its orders", false)
    .option("--dry-run", "only list what would go", false)
    .option("--yes", "do not ask", false)
    .option(...ARTIFACTS, present)
    .action((run: string | undefined, options: Omit<DiscardOptions, "run">) =>
      take({ command: "discard", options: named(run, options) }),
    );

  command("show")
    .description("tell the story of a run: what was asked, answered, refused and changed")
    .argument(...RUN, present)
    .option("--attempt <n>", "this attempt alone", positiveInteger)
    .option("--order <wo>", "this order of a run-all", present)
    .option("--prompt", "print what the model was asked, and nothing else", false)
    .option("--response", "print what it answered, and nothing else", false)
    .option(...ARTIFACTS, present)
    .action((run: string | undefined, options: Omit<ShowOptions, "run">) =>
      take({ command: "show", options: named(run, options) }),
    );

  progress(command("watch"))
    .description("show a run of another terminal until it ends; the run is left alone")
    .argument("[run]", "the run's id, or how it begins (default: the one that was worked on last)", present)
    .option(...ARTIFACTS, present)
    .action((run: string | undefined, options: Omit<WatchOptions, "run">) =>
      take({ command: "watch", options: named(run, options) }),
    );

  command("report")
    .description("write a run as one HTML file that opens anywhere")
    .argument(...RUN, present)
    .option("--out <file>", "where to write it (default: reports/<run>.html where runs are kept)", present)
    .option("--open", "open it in the browser", false)
    .option(...ARTIFACTS, present)
    .action((run: string | undefined, options: Omit<ReportOptions, "run">) =>
      take({ command: "report", options: named(run, options) }),
    );

  command("graph")
    .description("print how the orders of a plan depend on each other")
    .argument("[wo-dir]", "the directory of work orders, or a manifest", present, ".")
    .addOption(
      new Option("--format <format>", "how to print it")
        .choices(["text", "mermaid", "dot", "json", "svg"])
        .default("text"),
    )
    .action((target: string, options: Omit<GraphOptions, "target">) =>
      take({ command: "graph", options: { ...options, target } }),
    );

  command("explain")
    .description("explain a diagnostic or a stage of a failure, and how to fix it")
    .argument("[code]", "such as E104 or verify_failed (default: list them all)", present)
    .action((code: string | undefined, options: Omit<ExplainOptions, "code">) =>
      take({ command: "explain", options: code === undefined ? options : { ...options, code } }),
    );

  command("schema")
    .description("print the JSON Schema of a document of llmch's, for editors and validators")
    .argument("[schema]", "such as work-order or llmch-config (default: list them all)", present)
    .option("--path", "print the file's path instead", false)
    .action((name: string | undefined, options: Omit<SchemaOptions, "name">) =>
      take({ command: "schema", options: name === undefined ? options : { ...options, name } }),
    );

  command("completion")
    .description("print a script that makes your shell complete commands, flags and the names of runs")
    .addArgument(new Argument("<shell>", "the shell that you use").choices(SHELLS))
    .action((shell: CompletionOptions["shell"], options: Omit<CompletionOptions, "shell">) =>
      take({ command: "completion", options: { ...options, shell } }),
    );

  command("cost")
    .description("say what a run spent on models")
    .argument(...RUN, present)
    .addOption(
      new Option("--by <what>", "what each line is of").choices(["order", "model", "role", "attempt"]).default("order"),
    )
    .option(...ARTIFACTS, present)
    .action((run: string | undefined, options: Omit<CostOptions, "run">) =>
      take({ command: "cost", options: named(run, options) }),
    );

  const config = command("config")
    .description(
      "print settings, their values and where those came from; `config get budget` is the same as `config budget`",
    )
    .argument("[setting...]", "a setting or a section, such as budget.usd or budget (default: all)")
    .option("--repo <dir>", "the target repo", present, ".")
    .action((words: readonly string[], options: Omit<ConfigOptions, "name">) => {
      const [name, ...more] = words[0] === "get" ? words.slice(1) : words;
      if (more.length > 0 || (words[0] === "get" && name === undefined)) {
        throw new InvalidArgumentError("give one setting or section, such as budget.usd or budget");
      }
      take({ command: "config", options: name === undefined ? options : { ...options, name } });
    });

  const changing = (name: string, what: string) =>
    common(config.command(name))
      .description(what)
      .argument("<setting>", "its full name, such as budget.usd")
      .option("--user", "in your own settings file instead of the repo's llmch.config.json", false)
      .option("--repo <dir>", "the target repo (default: this directory)", present);
  type Changed = Omit<ConfigChangeOptions, "repo" | "name"> & { repo?: string };
  // Commander gives a flag before `set` to `config` itself.
  const complete = (name: string, options: Changed): ConfigChangeOptions => ({
    ...options,
    name,
    repo: options.repo ?? config.opts<ConfigOptions>().repo,
  });
  changing("set", "write one setting into a settings file, whose comments and order stay")
    .argument("<value>", "as its flag or variable takes it: `none` for null, a comma between the parts of a list")
    .action((name: string, value: string, options: Changed) =>
      take({ command: "config set", options: { ...complete(name, options), value } }),
    );
  changing("unset", "take one setting out of a settings file").action((name: string, options: Changed) =>
    take({ command: "config unset", options: complete(name, options) }),
  );

  command("init")
    .description("look at the repo and write a commented llmch.config.json")
    .option("--repo <dir>", "the target repo", present, ".")
    .option("--overwrite", "replace the file that is there", false)
    .option("--yes", "add what .gitignore lacks without asking", false)
    .action((options: InitOptions) => take({ command: "init", options }));

  command("doctor")
    .description("check that everything llmch needs is there")
    .argument("[wo-dir]", "also look for the programs that this plan's commands need", present)
    .option("--repo <dir>", "the target repo", present, ".")
    .option("--offline", "do not ask the model's server", false)
    .option("--contact", "also ask a server that the repo's own settings name", false)
    .option("--verify", "run what verifies the repo, as a run does before its first question", false)
    .option(...ARTIFACTS, present)
    .action((workdir: string | undefined, options: Omit<DoctorOptions, "workdir">) =>
      take({ command: "doctor", options: workdir === undefined ? options : { ...options, workdir } }),
    );
  return program;
};

/** Leaves out the default of a boolean flag: off goes without saying. */
const optionDescription = (option: Option): string =>
  option.isBoolean() ? option.description : new Help().optionDescription(option);

export const common = (command: Command): Command =>
  command
    .option("--verbose", "say more, and show stack traces of our own faults", false)
    .option("--quiet", "print the verdict and errors alone", false)
    .option("--no-color", "no colours (also NO_COLOR)")
    .option("--json", "one JSON document on stdout, everything else on stderr", false);

export const progress = (command: Command): Command =>
  command.addOption(
    new Option("--renderer <renderer>", "how progress is shown; `auto` is live on a terminal, else a log")
      .choices(["auto", "live", "log", "json"])
      .default("auto"),
  );

const named = <Options extends object>(run: string | undefined, options: Options): Options & { run?: string } =>
  run === undefined ? options : { ...options, run };
