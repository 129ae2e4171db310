import { addAbortSignal, type Readable } from "node:stream";
import {
  type Asked,
  type Entry,
  entryOf,
  INTERRUPTED,
  type Keys,
  type Outcome,
  perform as performHere,
  refused,
  resultDocument,
  type World,
} from "@llmch/app";
import {
  accepted,
  createRedactor,
  EXIT,
  harmlessJson,
  type Redactor,
  type Refusal,
  type Result,
  refusal,
  rejected,
  shellWord,
  utf8Text,
} from "@llmch/text";
import { asksForDocument, gives, parseCommandLine } from "./command-line/parse.ts";
import { type Console, createConsole } from "./console/console.ts";
import { openFace } from "./face.ts";
import type { Invocation, Shown } from "./options.ts";
import type { Drawn } from "./outcome.ts";
import type { Sink, Terminal } from "./terminal.ts";
import { drawOutcome, loadView } from "./views.ts";

/** Runs one command line to its end, and returns its exit code. Several may run at once: each touches only its own terminal. */
export const runCommand = async (argv: readonly string[], terminal: Terminal): Promise<number> => {
  const { stdout, version } = terminal;
  if (argv[0] === "complete") return (await import("./complete.ts")).complete(argv.slice(1), terminal);
  const [release = version, revision = null] = version.split("+");
  const parsed = await parseCommandLine(argv, release);
  const asked = (flag: string) => argv.includes(flag);
  const shown: Shown =
    parsed.kind === "invocation"
      ? parsed.invocation.shown
      : {
          ...{ verbose: asked("--verbose"), quiet: false, color: !asked("--no-color"), json: asksForDocument(argv) },
          ...(gives(argv, "--renderer", "json") ? { renderer: "json" as const } : {}),
        };
  let redactor: Redactor | null = null;
  const console = createConsole(shown, terminal, (text) => redactor?.text(text) ?? text);
  tellUnwritten(stdout, console);
  const finish = async (
    entry: Parameters<typeof resultDocument>[0],
    outcome: Outcome,
    drawn: Drawn = NOTHING,
  ): Promise<number> => {
    const { format } = shown;
    const isForMachines = format === "sarif" || format === "github";
    if (shown.json) {
      const document = resultDocument(entry, outcome, terminal.elapsedMs());
      stdout.write(`${harmlessJson(JSON.stringify(document, null, 2))}\n`);
    }
    if (isForMachines) {
      const [told, place] = [
        { ...outcome, ...drawn },
        { version, cwd: terminal.cwd },
      ];
      if (format === "sarif") stdout.write((await import("./diagnostics/sarif.ts")).sarifLog(told, place));
      else stdout.write((await import("./diagnostics/github.ts")).githubCommands(told, place));
    }
    for (const line of drawn.lines) isForMachines ? console.error(line) : console.result(line);
    console.advise(drawn.next ?? outcome.next ?? []);
    // A command that ran has printed its errors as they came; print here what kept one from running.
    if (drawn.lines.length === 0) for (const error of outcome.errors ?? []) console.failure(error);
    return outcome.exitCode;
  };
  if ("text" in parsed) {
    if (parsed.kind === "version" && shown.json)
      return finish(null, { exitCode: EXIT.ok, verdict: "PASS", result: { version: release, revision } });
    stdout.write(parsed.text);
    return EXIT.ok;
  }
  if (parsed.kind === "usage")
    return finish(parsed.command === null ? null : entryOf(parsed.command), refused([parsed.refusal]));

  if (!hasDirectory(terminal)) return finish(null, refused([NO_DIRECTORY]));
  if (parsed.kind === "serving") {
    const { serve, installedAt } = await import("./serve.ts");
    const installed = installedAt(terminal, { ...terminal.env }, await ownKeys(terminal));
    const served = await serve(parsed.serving, installed, terminal, runCommand);
    return served.ok ? served.value : finish(null, refused(served.issues));
  }

  const { invocation } = parsed;
  const entry = entryOf(invocation.operation);
  const interrupt = terminal.listenForInterrupt({
    signalled: () => {
      // A pager has the terminal, and takes the key.
      if (entry.name === "diff") return;
      console.error(
        entry.name === "watch"
          ? "no longer watched: the run continues"
          : "interrupted: putting everything back (again to quit at once)",
      );
    },
    hurried: () => {
      const { artifactsDir } = invocation.request;
      const store = typeof artifactsDir === "string" ? ` --artifacts-dir ${shellWord(artifactsDir)}` : "";
      const { run } = face;
      face.close();
      if (run === null) return;
      console.result(`INTERRUPTED  ${entry.name} ${run}: ended before everything was put back`);
      console.error(`to continue: llmch resume ${run}${store}`);
    },
    unread: () => console.silence(),
  });
  const { signal } = interrupt;
  const consent = consentsTo(invocation);
  const face = openFace(entry, { ...shown, consents: consent }, console, terminal, signal);
  try {
    const keep = (kept: Keys): Keys => {
      redactor = createRedactor(kept.secrets);
      return { ...kept, with: (variables) => keep(kept.with(variables)) };
    };
    const keys = keep(entry.keyless && !invocation.request.run ? keylessOf(terminal) : await ownKeys(terminal));
    const request = await withSpec(invocation, terminal, signal);
    if ("exitCode" in request) {
      const viewed = { ...invocation, entry };
      return await finish(entry, request, await drawOutcome(request, viewed, console, terminal));
    }
    const consented = { ...request, consent };
    if (invocation.queued !== null) {
      const [{ submit }, { installedAt }] = await Promise.all([import("./submit.ts"), import("./serve.ts")]);
      // It starts no process, which would need the keys.
      const installed = installedAt(terminal, keys.env, keys);
      const submitted = await submit(consented, invocation.queued, installed, console.error);
      return await finish(SUBMIT, submitted, submitted);
    }
    const shared = isShared(entry.name, keys.env, request.request) ? await openShared(keys, terminal, console) : null;
    if (shared?.ok === false) return await finish(entry, refused(shared.issues));
    const perform = shared?.value.perform ?? performHere;
    let settings: Settled | null = null;
    const outcome = await perform(consented, {
      ...{ cwd: terminal.cwd, signal, version, templates: terminal.templates, asksUser: true, here: ".", keys, face },
      warn: (sentence) => console.error(`warning: ${sentence}`),
      reasoning: console.stream,
      answering: console.answering,
      loaded: async ({ name }) => {
        await loadView(name);
        if (HEAVY.has(entry.name) && request.request.list !== true) await terminal.keepHeapSmall();
      },
      settled: (resolved) => {
        settings = resolved;
      },
    });
    face.close();
    const { operation = entry.name } = outcome;
    const done = entryOf(operation);
    const viewed = { ...invocation, request: request.request, entry: done };
    const drawn = await drawOutcome(outcome, viewed, console, terminal);
    const exitCode = await finish(done, outcome, drawn);
    const announced = { entry: done, outcome, run: face.run, drawn, settings, keys };
    if (isWaitedFor(entry, request)) await announce(announced, console, terminal);
    return exitCode;
  } finally {
    face.close();
    interrupt.stop();
  }
};

const NOTHING: Drawn = { lines: [] };

/** The queue of many machines, which does what concerns its runs. */
const openShared = async (keys: Keys, terminal: Terminal, console: Console) => {
  const [{ openSharedRuns }, { installedAt }] = await Promise.all([import("./shared-runs.ts"), import("./serve.ts")]);
  return openSharedRuns(installedAt(terminal, keys.env, keys), console.error);
};

/** What works alike on runs of this machine and on those of a database (contract §11). */
const isShared = (name: string, env: Keys["env"], { artifactsDir }: Asked["request"]): boolean =>
  (env.LLMCH_DATABASE_URL ?? "") !== "" && artifactsDir === undefined && SHARED.has(name);

const SHARED: ReadonlySet<string> = new Set([
  "runs",
  "show",
  "cost",
  "decide",
  "diff",
  "report",
  "resume",
  "explain",
  "audit",
]);

/** What its document is called, and has in snake_case. */
const SUBMIT = { name: "submit", elsewhere: [], resultNames: ["isNew"] } as const;

/** Whether the command line agrees to whatever its orders may do, before anybody has seen them (contract §11). */
const consentsTo = ({ operation, given, shown }: Invocation): boolean =>
  CARRIES_OUT.has(operation) && (shown.yes === true || (Array.isArray(given.approve) && given.approve.length === 0));

const CARRIES_OUT: ReadonlySet<string> = new Set(["build", "run", "run-all"]);

/** Long schedules start thousands of processes, each of which takes time in proportion to our memory. */
const HEAVY: ReadonlySet<string> = new Set(["run-all", "build", "resume", "decide"]);

/** True for a command that may take long, so that its user looks elsewhere meanwhile. */
const isWaitedFor = ({ name, may }: Entry, { request }: Asked): boolean =>
  may === "branch" ? request.list !== true && request.status !== true : name === "plan" || name === "plan revise";

/** `-` stands for the spec on standard input; anything else is its file. */
const withSpec = async (
  { operation, request, given }: Invocation,
  { stdin }: Pick<Terminal, "stdin">,
  signal: AbortSignal,
): Promise<Asked | Outcome> => {
  if ((operation !== "plan" && operation !== "build") || typeof request.spec !== "string")
    return { operation, request, given };
  if (request.spec !== "-") return { operation, request: { ...request, spec: { file: request.spec } }, given };
  // An interrupt ends reading too: a user who types a spec may change their mind.
  addAbortSignal(signal, stdin);
  try {
    const spec = await readStandardInput(stdin);
    return spec.ok ? { operation, request: { ...request, spec: spec.value }, given } : refused(spec.issues);
  } catch (fault) {
    if (signal.aborted) return INTERRUPTED;
    throw fault;
  }
};

const ownKeys = async ({ env, ownsEnv }: Terminal): Promise<Keys> =>
  (await import("@llmch/app/own-keys")).ownKeys(env, ownsEnv);

/** Of an operation that reads nothing that could hold a key. */
const keylessOf = ({ env }: Pick<Terminal, "env">): Keys => ({ env, secrets: [], with: () => keylessOf({ env }) });

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

/** The settings that applied. */
type Settled = Parameters<NonNullable<World["settled"]>>[0];

interface Announced {
  readonly entry: Entry;
  readonly outcome: Outcome;
  /** The run that was told of as it went. */
  readonly run: string | null;
  readonly drawn: Drawn;
  readonly settings: Settled | null;
  readonly keys: Keys;
}

/** Alerts a user who looks elsewhere: rings the terminal's bell after a while, and runs the user's own command. */
const announce = async (
  { entry, outcome, run, drawn, settings, keys }: Announced,
  console: Console,
  { stderr, elapsedMs, cwd }: Terminal,
): Promise<void> => {
  if (settings === null) return;
  const { command, bell_seconds } = settings.values.notify;
  const isHeard = stderr.isTTY === true && !console.quiet && console.rendering !== "json";
  if (isHeard && bell_seconds !== null && elapsedMs() >= bell_seconds * 1000) stderr.write("\u0007");
  if (command === null || (outcome.verdict === "REFUSED" && outcome.exitCode !== EXIT.waiting)) return;
  const { notify } = await import("@llmch/app/notify");
  const told = { name: entry.name, outcome: { ...outcome, runId: outcome.runId ?? run }, line: drawn.lines.at(-1) };
  const notified = await notify(command, told, { env: keys.env, secrets: keys.secrets, cwd });
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

/** Reads standard input to its end. Refuses text that is not UTF-8. */
const readStandardInput = async (stdin: Readable): Promise<Result<string, Refusal>> => {
  const parts: Buffer[] = [];
  for await (const part of stdin) parts.push(Buffer.from(part));
  const text = utf8Text(Buffer.concat(parts));
  return text === null
    ? rejected(refusal("unreadable-input", "standard input is not UTF-8 text", "give the spec as UTF-8"))
    : accepted(text);
};
