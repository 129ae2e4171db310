import { dirname, join, resolve } from "node:path";
import { PassThrough } from "node:stream";
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

/** `llmch mcp` and `llmch serve`: serve until a signal comes, or nobody listens any more. Gives the exit code. */
export const serve = async (
  serving: Serving,
  installed: Installed,
  terminal: Terminal,
): Promise<Result<number, Refusal>> => {
  const { signal, stop } = terminal.listenForInterrupt({ signalled: () => {}, hurried: () => {}, unread: () => {} });
  try {
    return serving.server === "mcp"
      ? accepted(await serveProgram(serving, installed, terminal, signal))
      : await servePage(serving, installed, terminal, signal);
  } finally {
    stop();
  }
};

/** Standard output has the protocol's messages and nothing else. */
const serveProgram = async (
  { repo, artifactsDir }: McpServing,
  installed: Installed,
  { stdin, stdout }: Terminal,
  signal: AbortSignal,
): Promise<number> => {
  const { serveMcp } = await import("@llmch/mcp");
  await serveMcp({ ...installed, repo: resolve(installed.cwd, repo), artifactsDir, signal }, stdin, writableTo(stdout));
  return EXIT.ok;
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
