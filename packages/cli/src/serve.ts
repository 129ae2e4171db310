import { dirname, join, resolve } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { type Keys, type RunScene, repoAround } from "@llmch/app";
import type { Installed } from "@llmch/serve";
import { accepted, type Environment, EXIT, type Refusal, type Result, refusal, rejected } from "@llmch/text";
import { colorsFor } from "./console/paint.ts";
import type { McpServing, PageServing, Serving } from "./options.ts";
import { intentLines } from "./run/consent.ts";
import { headerLines } from "./run/run-report.ts";
import type { Sink, Terminal } from "./terminal.ts";

/** @param whole the environment of the processes that it starts, with their keys */
export const installedAt = (
  { templates, version, cwd }: Pick<Terminal, "version" | "templates" | "cwd">,
  whole: Environment,
  keys: Keys,
): Installed => ({
  ...{ templates, version, cwd, whole, keys },
  program: [process.execPath, join(dirname(templates), "bin/llmch.js")],
});

/** Runs one command line. */
type Run = (argv: readonly string[], terminal: Terminal) => Promise<number>;

/** `llmch mcp`, `llmch acp` and `llmch serve`: serve until a signal comes, or nobody listens any more. Gives the exit code. */
export const serve = async (
  serving: Serving,
  installed: Installed,
  terminal: Terminal,
  run: Run,
): Promise<Result<number, Refusal>> => {
  const { signal, stop } = terminal.listenForInterrupt({ signalled: () => {}, hurried: () => {}, unread: () => {} });
  try {
    if (serving.server === "worker")
      return await (await import("./database.ts")).serveWorker(
        serving,
        installed,
        (line) => terminal.stderr.write(`${line}\n`),
        signal,
      );
    if (serving.server === "editor") return accepted(await serveInEditor(installed, terminal, run, signal));
    return serving.server === "mcp"
      ? await serveProgram(serving, installed, terminal, run, signal)
      : await servePage(serving, installed, terminal, signal);
  } finally {
    stop();
  }
};

/** Standard output has the protocol's messages and nothing else. */
const serveProgram = async (
  { repo: named, artifactsDir: kept }: McpServing,
  installed: Installed,
  terminal: Terminal,
  run: Run,
  signal: AbortSignal,
): Promise<Result<number, Refusal>> => {
  const { serveMcp } = await import("@llmch/mcp");
  const repo = resolve(installed.cwd, named);
  const tell = (line: string) => terminal.stderr.write(`${line}\n`);
  const shared =
    kept === undefined ? await (await import("./database.ts")).openQueue(undefined, installed, tell) : null;
  if (shared?.ok === false) return shared;
  const queue = shared?.value?.queue;
  const artifactsDir = kept === undefined ? queue?.root : resolve(installed.cwd, kept);
  // Wherever the client starts it: records are those of the repo, and a person types commands there.
  const print = printer(run, { ...terminal, cwd: repo, env: { ...installed.whole, NO_COLOR: "1" } });
  const host = { ...installed, cwd: repo, repo, artifactsDir, queue, signal, print };
  await serveMcp(host, terminal.stdin, writableTo(terminal.stdout));
  await shared?.value?.close();
  return accepted(EXIT.ok);
};

/** Standard output has the protocol's messages and nothing else. */
const serveInEditor = async (installed: Installed, terminal: Terminal, run: Run, signal: AbortSignal) => {
  const { serveEditor } = await import("@llmch/editor");
  const env = { ...installed.whole, NO_COLOR: "1" };
  const colors = colorsFor({ color: false }, env, false);
  const host = {
    ...{ ...installed, signal, note: (sentence: string) => terminal.stderr.write(`${sentence}\n`) },
    scene: async (scene: RunScene) => {
      const intent = await intentLines(await scene.intent(), scene.caps, { colors });
      return [...headerLines(scene, colors), ...intent].join("\n");
    },
    // Also of what was cancelled.
    print: async (argv: readonly string[], cwd: string) =>
      (await printer(run, { ...terminal, cwd, env })(argv, new AbortController().signal)).text,
  };
  await serveEditor(host, terminal.stdin, (line) => void terminal.stdout.write(line));
  return EXIT.ok;
};

/** Runs a command that looks, and gives what it prints. */
const printer = (run: Run, terminal: Terminal) => async (argv: readonly string[], signal: AbortSignal) => {
  const out = new PassThrough({ encoding: "utf8" });
  const silent = { stdin: Readable.from([]), ownsEnv: false, listenForInterrupt: () => ({ signal, stop: () => {} }) };
  const exitCode = await run(argv, { ...terminal, ...silent, stdout: out, stderr: out });
  out.end();
  return { text: (await out.toArray()).join(""), exitCode };
};

/** The first line on standard output is the link. */
const servePage = async (
  { port, slots, link, data: named, repo: folders, database }: PageServing,
  installed: Installed,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<Result<number, Refusal>> => {
  const { serveFolder } = await import("@llmch/app/queue");
  const { cwd, keys } = installed;
  const { namesDatabase, openQueue } = await import("./database.ts");
  const shared = namesDatabase(database, named === undefined ? keys.env : {})
    ? await openQueue(database, installed, (line) => terminal.stderr.write(`${line}\n`))
    : null;
  if (shared?.ok === false) return shared;
  const data = shared?.value?.data ?? serveFolder(named, { env: keys.env, cwd });
  const out = { stdout: writableTo(terminal.stdout), stderr: writableTo(terminal.stderr) };
  const { serveJobs, printLink } = await import("@llmch/serve");
  if (link) return accepted(await printLink(data, installed, out));
  const repos = new Set<string>();
  const isKnown = shared === null ? null : (await import("@llmch/workers")).isRemote;
  for (const folder of folders ?? ["."]) {
    const repo = isKnown?.(folder) === true ? folder : repoAround(resolve(cwd, folder));
    if (repo !== null) repos.add(repo);
    else if (folders !== undefined)
      return rejected(refusal("not-a-git-repo", `${folder} is in no git repo`, "give the folder of one with --repo"));
  }
  const code = await serveJobs(
    { port, slots, data, repos: [...repos], shared: shared?.value ?? undefined },
    installed,
    out,
    signal,
  );
  await shared?.value?.close();
  return accepted(code);
};

const writableTo = (sink: Sink): PassThrough => {
  const out = new PassThrough();
  out.pipe(sink);
  return out;
};
