import { EXIT, messageOf, type Redactor, refusal } from "@llmch/contract";
import type { OwnSecrets } from "@llmch/engine/own-secrets";
import { misspeltVariables } from "@llmch/engine/settings";
import type { CommandContext } from "./command-context.ts";
import { asksForDocument, gives, parseCommandLine } from "./command-line/parse.ts";
import { type Console, createConsole } from "./console/console.ts";
import { dispatch } from "./dispatch.ts";
import type { Invocation } from "./options.ts";
import { type CommandName, INTERRUPTED, type Outcome, refused, resultDocument, told } from "./outcome.ts";
import { KEYLESS, settingsOf, TELLS_OF_SETTINGS } from "./settings/command-settings.ts";
import type { Sink, Terminal } from "./terminal.ts";

/** Runs one command line to its end, and returns its exit code. Several may run at once: each touches only its own terminal. */
export const runCommand = async (argv: readonly string[], terminal: Terminal): Promise<number> => {
  const { stdout, version } = terminal;
  if (argv[0] === "complete") return (await import("./commands/complete.ts")).complete(argv.slice(1), terminal);
  const [release = version, revision = null] = version.split("+");
  const parsed = await parseCommandLine(argv, release);
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
  let own: Omit<OwnSecrets, "redactor"> & { readonly redactor?: Redactor } = { env: terminal.env, secrets: [] };
  const console = createConsole(common, terminal, (text) => own.redactor?.text(text) ?? text);
  tellUnwritten(stdout, console);
  const finish = async (command: CommandName | null, ended: Outcome): Promise<number> => {
    const { extra, ...others } = ended;
    const shown = common.json ? { ...others, extra: typeof extra === "function" ? extra() : (extra ?? {}) } : others;
    const outcome = own.redactor === undefined ? shown : own.redactor.value(shown);
    if (common.json) stdout.write(`${resultDocument(command, outcome, terminal.elapsedMs())}\n`);
    if (isForMachines) {
      const { machineText } = await import("./diagnostics/machine-text.ts");
      stdout.write(machineText(format, outcome, { version, cwd: terminal.cwd }));
    }
    for (const line of outcome.lines) isForMachines ? console.error(line) : console.result(line);
    console.advise(outcome.next ?? []);
    // A command that ran has printed its errors as they came; print here what kept one from running.
    if (outcome.lines.length === 0) for (const error of outcome.errors ?? []) console.failure(error);
    return outcome.exitCode;
  };
  if ("text" in parsed) {
    if (parsed.kind === "version" && common.json) return finish(null, told([], { version: release, revision }));
    stdout.write(parsed.text);
    return EXIT.ok;
  }
  if (parsed.kind === "usage") return finish(parsed.command, refused([parsed.refusal]));

  const { command } = parsed.invocation;
  if (!hasDirectory(terminal)) return finish(command, refused([NO_DIRECTORY]));
  const interrupt = terminal.listenForInterrupt({
    signalled: () =>
      console.error(
        command === "watch"
          ? "no longer watched: the run continues"
          : "interrupted: putting everything back (again to quit at once)",
      ),
    unread: () => console.silence(),
  });
  try {
    const keeper = KEYLESS.has(command) ? null : await import("@llmch/engine/own-secrets");
    if (keeper !== null) own = keeper.ownSecrets(terminal.env, terminal.ownsEnv);
    const settings = await settingsOf(parsed.invocation, own.env, terminal.cwd, interrupt.signal);
    if (keeper !== null) {
      const keys = Object.values(settings.values.models.compatible).flatMap((server) => server.key_variable ?? []);
      if (keys.length > 0) own = keeper.withKeys(own, terminal.env, keys, terminal.ownsEnv);
    }
    if (settings.faults.length > 0 && !TELLS_OF_SETTINGS.has(command)) {
      return await finish(command, refused(settings.faults));
    }
    const context: CommandContext = {
      console,
      settings,
      env: own.env,
      secrets: own.secrets,
      cwd: terminal.cwd,
      signal: interrupt.signal,
      version,
      templates: terminal.templates,
      warn: (sentence) => console.error(`warning: ${sentence}`),
      reasoning: console.stream,
      answering: console.answering,
    };
    if (WARNS_OF_VARIABLES.has(command)) for (const sentence of misspeltVariables(terminal.env)) context.warn(sentence);
    const outcome = await dispatch(parsed.invocation, context, terminal);
    // Ctrl-C also ends a running git: do not believe a refusal that rests on its answer.
    const ended = interrupt.signal.aborted && outcome.verdict === "REFUSED" ? INTERRUPTED : outcome;
    const exitCode = await finish(command, ended);
    if (isWaitedFor(parsed.invocation)) await announce(command, ended, context, terminal);
    return exitCode;
  } catch (fault) {
    if (interrupt.signal.aborted) return await finish(command, INTERRUPTED);
    if (common.verbose && fault instanceof Error) console.error(fault.stack ?? fault.message);
    const message = messageOf(fault);
    // For other commands 2 means that a plan is invalid, or that a record differs (contract §1).
    const exitCode = CARRIES_OUT.has(command) ? EXIT.unexpected : EXIT.failed;
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

/** False in a folder that was removed, or that the user may not read. */
const hasDirectory = (terminal: Pick<Terminal, "cwd">): boolean => {
  try {
    return terminal.cwd !== "";
  } catch {
    return false;
  }
};

const NO_DIRECTORY = refusal(
  "unreadable-input",
  "the current directory cannot be read",
  "go to one that exists, since this one may have been removed: `cd`",
);

/** True for a command that may take long, so that its user looks elsewhere meanwhile. */
const isWaitedFor = ({ command, options }: Invocation): boolean =>
  command === "resume" ? !options.list : PLANS.has(command) || CARRIES_OUT.has(command);

const PLANS: ReadonlySet<CommandName> = new Set(["plan", "plan revise"]);
const CARRIES_OUT: ReadonlySet<CommandName> = new Set(["run", "run-all", "resume"]);

/** Commands that ask models as the settings say; `config` and `doctor` list what is wrong with these. */
const WARNS_OF_VARIABLES: ReadonlySet<CommandName> = new Set([...PLANS, ...CARRIES_OUT, "ask", "revise"]);

/** Alerts a user who looks elsewhere: rings the terminal's bell after a while, and runs the user's own command. */
const announce = async (
  name: CommandName,
  outcome: Outcome,
  context: CommandContext,
  { stderr, elapsedMs }: Pick<Terminal, "stderr" | "elapsedMs">,
): Promise<void> => {
  const { console, settings } = context;
  const { command, bell_seconds } = settings.values.notify;
  const isHeard = stderr.isTTY === true && !console.quiet && console.rendering !== "json";
  if (isHeard && bell_seconds !== null && elapsedMs() >= bell_seconds * 1000) stderr.write("\u0007");
  if (command === null || outcome.verdict === "REFUSED") return;
  const { notify } = await import("./notify.ts");
  const notified = await notify(command, { name, outcome }, context);
  if (!notified.ok) console.error(console.colors.yellow(`warning: the notification failed: ${notified.issues[0]}`));
};

/** Reports once that a result was lost, as on a full disk. A reader that went away, as in `llmch … | head -1`, is no fault. */
const tellUnwritten = (stdout: Sink, console: Console): void => {
  let isTold = false;
  stdout.on("error", ({ code, message }: NodeJS.ErrnoException) => {
    if (code === "EPIPE" || isTold) return;
    isTold = true;
    console.error(`error: the result cannot be written to standard output: ${message}`);
  });
};
