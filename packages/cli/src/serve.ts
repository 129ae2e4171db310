import { dirname, join, resolve } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { type Keys, repoAround } from "@llmch/app";
import type { Installed } from "@llmch/serve";
import { accepted, type Environment, EXIT, type Refusal, type Result, refusal, rejected } from "@llmch/text";
import type { McpServing, PageServing, Serving } from "./options.ts";
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

/** `llmch mcp` and `llmch serve`: serve until a signal comes, or nobody listens any more. Gives the exit code. */
export const serve = async (
  serving: Serving,
  installed: Installed,
  terminal: Terminal,
  run: Run,
): Promise<Result<number, Refusal>> => {
  const { signal, stop } = terminal.listenForInterrupt({ signalled: () => {}, hurried: () => {}, unread: () => {} });
  try {
    return serving.server === "mcp"
      ? accepted(await serveProgram(serving, installed, terminal, run, signal))
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
): Promise<number> => {
  const { serveMcp } = await import("@llmch/mcp");
  const repo = resolve(installed.cwd, named);
  const artifactsDir = kept === undefined ? kept : resolve(installed.cwd, kept);
  // Wherever the client starts it: records are those of the repo, and a person types commands there.
  const print = printer(run, { ...terminal, cwd: repo, env: { ...installed.whole, NO_COLOR: "1" } });
  const host = { ...installed, cwd: repo, repo, artifactsDir, signal, print };
  await serveMcp(host, terminal.stdin, writableTo(terminal.stdout));
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
  { port, slots, link, data: named, repo: folders }: PageServing,
  installed: Installed,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<Result<number, Refusal>> => {
  const { serveFolder } = await import("@llmch/app/queue");
  const { cwd, keys } = installed;
  const data = serveFolder(named, { env: keys.env, cwd });
  const out = { stdout: writableTo(terminal.stdout), stderr: writableTo(terminal.stderr) };
  const { serveJobs, printLink } = await import("@llmch/serve");
  if (link) return accepted(await printLink(data, installed, out));
  const repos = new Set<string>();
  for (const folder of folders ?? ["."]) {
    const repo = repoAround(resolve(cwd, folder));
    if (repo !== null) repos.add(repo);
    else if (folders !== undefined)
      return rejected(refusal("not-a-git-repo", `${folder} is in no git repo`, "give the folder of one with --repo"));
  }
  return accepted(await serveJobs({ port, slots, data, repos: [...repos] }, installed, out, signal));
};

const writableTo = (sink: Sink): PassThrough => {
  const out = new PassThrough();
  out.pipe(sink);
  return out;
};
