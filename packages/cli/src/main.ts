import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { EXIT, messageOf, type Redactor } from "@llmch/contract";
import { DEFAULT_SETTINGS } from "@llmch/contract/settings";
import type { OwnSecrets } from "@llmch/engine/own-secrets";
import type { ResolvedSettings } from "@llmch/engine/settings";
import { killRunningPrograms } from "@llmch/process/running";
import type { CommandContext } from "./command-context.ts";
import { asksForDocument, gives, parseCommandLine } from "./command-line/parse.ts";
import { type Console, createConsole } from "./console/console.ts";
import { listenForInterrupt } from "./interrupt.ts";
import type { Invocation, ResumeOptions } from "./options.ts";
import { type CommandName, INTERRUPTED, type Outcome, refused, resultDocument } from "./outcome.ts";

const packageRoot = dirname(dirname(fileURLToPath(import.meta.url)));

const main = async (argv: readonly string[]): Promise<number> => {
  // Rather than `performance`, which Node would load for this alone.
  const started = process.uptime();
  const { version } = JSON.parse(readFileSync(join(packageRoot, "package.json"), "utf8")) as { version: string };
  const parsed = parseCommandLine(argv, version);
  // Until a command has ended, an end is a fault: where nothing is left to wait for, Node lets a process go with 0.
  process.exitCode = EXIT.unexpected;
  const asked = (flag: string) => argv.includes(flag);
  const common =
    parsed.kind === "invocation"
      ? parsed.invocation.options
      : {
          ...{ verbose: asked("--verbose"), quiet: false, color: !asked("--no-color"), json: asksForDocument(argv) },
          ...(gives(argv, "--renderer", "json") ? { renderer: "json" as const } : {}),
        };
  const format = "format" in common ? common.format : "text";
  const isForMachines = format === "sarif" || format === "github";
  let own: Omit<OwnSecrets, "redactor"> & { readonly redactor?: Redactor } = { env: process.env, secrets: [] };
  const console = createConsole(common, process.env, (text) => own.redactor?.text(text) ?? text);
  watchOutput(console);
  const finish = async (command: CommandName | null, told: Outcome): Promise<number> => {
    const outcome = own.redactor?.value(told) ?? told;
    if (common.json) process.stdout.write(resultDocument(command, outcome, (process.uptime() - started) * 1000));
    if (isForMachines) {
      const { machineText } = await import("./diagnostics/machine-text.ts");
      process.stdout.write(machineText(format, outcome, { version, cwd: process.cwd() }));
    }
    for (const line of outcome.lines) isForMachines ? console.error(line) : console.result(line);
    // A command that ran has told its errors as they came; what kept it from running is told here.
    if (outcome.lines.length === 0) for (const error of outcome.errors ?? []) console.failure(error);
    return outcome.exitCode;
  };
  if (parsed.kind === "text") {
    process.stdout.write(parsed.text);
    return EXIT.ok;
  }
  if (parsed.kind === "usage") return finish(parsed.command, refused([parsed.refusal]));

  const { command } = parsed.invocation;
  const interrupt = listenForInterrupt({
    signalled: () => console.error("interrupted: putting everything back (again to end at once)"),
    unread: () => console.silence(),
  });
  try {
    const keeper = KEYLESS.has(command) ? null : await import("@llmch/engine/own-secrets");
    if (keeper !== null) own = keeper.ownSecrets(process.env);
    const settings = await settingsOf(parsed.invocation, own.env);
    const keys = Object.values(settings.values.models.compatible).flatMap((server) => server.key_variable ?? []);
    if (keeper !== null && keys.length > 0) own = keeper.withKeys(own, process.env, keys);
    if (settings.faults.length > 0 && !TELLS_OF_SETTINGS.has(command)) {
      return await finish(command, refused(settings.faults));
    }
    const context: CommandContext = {
      console,
      settings,
      env: own.env,
      secrets: own.secrets,
      cwd: process.cwd(),
      signal: interrupt.signal,
      version,
      templates: join(packageRoot, "templates"),
      warn: (sentence) => console.error(`warning: ${sentence}`),
      reasoning: console.stream,
    };
    const outcome = await dispatch(parsed.invocation, context);
    // Ctrl-C also ends what git was being asked: a refusal that rests on such an answer is none.
    return await finish(command, interrupt.signal.aborted && outcome.verdict === "REFUSED" ? INTERRUPTED : outcome);
  } catch (fault) {
    if (interrupt.signal.aborted) return await finish(command, INTERRUPTED);
    if (common.verbose && fault instanceof Error) console.error(fault.stack ?? fault.message);
    const message = messageOf(fault);
    const exitCode = command === "plan" ? EXIT.failed : EXIT.unexpected;
    const hint = common.verbose ? "" : " (--verbose shows where)";
    return await finish(command, {
      exitCode,
      verdict: "ERROR",
      lines: [],
      errors: [{ code: "internal", message: `unexpected: ${message}${hint}` }],
    });
  } finally {
    interrupt.stop();
  }
};

/** What holds for a command; those that settings do not concern read none. */
const settingsOf = async (invocation: Invocation, env: NodeJS.ProcessEnv): Promise<ResolvedSettings> => {
  const { command, options } = invocation;
  if (!CONFIGURED.has(command)) {
    return { values: DEFAULT_SETTINGS, origins: {}, files: [], faults: [], untrusted: {}, doubtedPrices: [] };
  }
  const { readSettings } = await import("@llmch/engine/read-settings");
  const cwd = process.cwd();
  const given = "given" in options ? options.given : {};
  const repo =
    invocation.command === "resume"
      ? await recordedRepoOf(invocation.options, env, cwd)
      : (("repo" in options ? options.repo : undefined) ?? ".");
  return readSettings({ given, repo, env, cwd });
};

/** The repo of the run that is to be gone on with; none is looked for if runs are only listed. */
const recordedRepoOf = async (options: ResumeOptions, env: NodeJS.ProcessEnv, cwd: string): Promise<string | null> =>
  options.list ? null : (await import("@llmch/engine/recorded-repo")).recordedRepo(options, env, cwd);

/** Commands that ask a model, or tell of settings. */
const CONFIGURED: ReadonlySet<CommandName> = new Set(["plan", "run", "run-all", "resume", "doctor", "config", "init"]);

/** Commands that say what is wrong with settings, or fix it. */
const TELLS_OF_SETTINGS: ReadonlySet<CommandName> = new Set(["config", "init", "doctor"]);

/** Commands that read nothing which a key could stand in, and start no other program that could read one. */
const KEYLESS: ReadonlySet<CommandName> = new Set(["check", "graph", "explain"]);

/** A command that ended well, but could not say so, did not end well. */
const failUnsaid = (): void => {
  process.exitCode ||= EXIT.failed;
};

/**
 * A reader that went away, as in `llmch … | head -1`, is no fault of ours: what is still to be done is left, what was done
 * stays so. A result that a full disk swallowed is a fault.
 */
const watchOutput = (console: Console): void => {
  process.stderr.on("error", () => {});
  process.stdout.on("error", ({ code, message }: NodeJS.ErrnoException) => {
    if (code === "EPIPE" || process.listenerCount("exit", failUnsaid) > 0) return;
    process.on("exit", failUnsaid);
    console.error(`error: the result cannot be written to standard output: ${message}`);
  });
};

/** Loads the command that was asked for, and nothing of the others. */
const dispatch = async (invocation: Invocation, context: CommandContext): Promise<Outcome> => {
  switch (invocation.command) {
    case "check":
      return (await import("./commands/check.ts")).check(invocation.options, context);
    case "plan":
      return (await import("./commands/plan.ts")).plan(invocation.options, context);
    case "run":
      return (await import("./commands/run.ts")).run(invocation.options, context);
    case "run-all": {
      const { runAll } = await import("./commands/run-all.ts");
      (await import("./small-heap.ts")).keepHeapSmall();
      return runAll(invocation.options, context);
    }
    case "resume": {
      const { resume } = await import("./commands/resume.ts");
      (await import("./small-heap.ts")).keepHeapSmall();
      return resume(invocation.options, context);
    }
    case "audit":
      return (await import("./commands/audit.ts")).audit(invocation.options, context);
    case "runs":
      return (await import("./commands/runs.ts")).runs(invocation.options, context);
    case "show":
      return (await import("./commands/show.ts")).show(invocation.options, context);
    case "report":
      return (await import("./commands/report.ts")).report(invocation.options, context);
    case "graph":
      return (await import("./commands/graph.ts")).graph(invocation.options, context);
    case "explain":
      return (await import("./commands/explain.ts")).explain(invocation.options, context);
    case "doctor":
      return (await import("./commands/doctor.ts")).doctor(invocation.options, context);
    case "cost":
      return (await import("./commands/cost.ts")).cost(invocation.options, context);
    case "config":
      return (await import("./commands/config.ts")).config(invocation.options, context);
    case "init":
      return (await import("./commands/init.ts")).init(invocation.options, context);
  }
};

// Node warns of the two together; NO_COLOR wins (contract §1).
if ((process.env.NO_COLOR ?? "") !== "") delete process.env.FORCE_COLOR;

// What a library of others' still waits for, such as a model that was given up, keeps no command that has ended.
const LINGERING_MS = 2000;
const isWritten = ({ writableLength }: NodeJS.WriteStream): boolean => writableLength === 0;
const endSoon = (): void => {
  setInterval(() => {
    if (isWritten(process.stdout) && isWritten(process.stderr)) process.exit();
  }, LINGERING_MS).unref();
};

// A second Ctrl-C ends us at once: nothing that a command started may outlive that.
process.once("exit", killRunningPrograms);

void main(process.argv.slice(2)).then((exitCode) => {
  process.exitCode = exitCode;
  endSoon();
});
