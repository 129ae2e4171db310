import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type ModelServer, type ModelServerOptions, startModelServer } from "@llmch/testkit";
import { expect } from "vitest";
import type { Finished, Invocation } from "../command-line.ts";
import { createScene, filesBelow, readJsonLines, type Scene, type SceneOptions } from "../scene.ts";

/** The key of every live test. After each test it must appear in no output and no file. */
export const KEY = "sk-canary-5f0e7a1b9c3d2468";

export interface LiveScene
  extends Pick<Scene, "root" | "repo" | "git" | "order" | "answer" | "runs" | "leftovers" | "write"> {
  readonly server: ModelServer;
  /** How each request was made, in order: `stream`, `background`, `plain`, `poll` or `chat`. */
  ways(): readonly string[];
  llmch(argv: readonly string[], invocation?: Omit<Invocation, "cwd">): Promise<Finished>;
  /** `llmch plan` of a spec, into the folder of orders. */
  plan(flags?: readonly string[], invocation?: Omit<Invocation, "cwd">): Promise<Finished>;
  /** `llmch run-all` of the folder of orders, without a push. */
  runAll(flags?: readonly string[], invocation?: Omit<Invocation, "cwd">): Promise<Finished>;
  /** The reasons for retries in the only run of a tool. */
  retries(tool: "planner" | "factory"): readonly string[];
}

const scenes: { readonly scene: Scene; readonly server: ModelServer; readonly printed: string[] }[] = [];

/** Closes the servers, and checks that the key appears nowhere. */
export const closeLiveScenes = async (): Promise<void> => {
  for (const { scene, server, printed } of scenes.splice(0)) {
    await server.close();
    expect(printed.filter((text) => text.includes(KEY))).toEqual([]);
    expect(filesBelow(scene.root).filter((path) => readFileSync(join(scene.root, path)).includes(KEY))).toEqual([]);
  }
};

/** Starts a scripted server, and sets up a repo and a spec beside it. The server is closed after the test. */
export const createLiveScene = async (
  script: ModelServerOptions,
  settings: Readonly<Record<string, string>> = {},
  own?: SceneOptions["own"],
): Promise<LiveScene> => {
  const server = await startModelServer(script);
  const scene = createScene(own === undefined ? {} : { own });
  const printed: string[] = [];
  scenes.push({ scene, server, printed });
  const env = { OPENAI_API_KEY: KEY, OPENAI_BASE_URL: server.url, ...settings };
  const start: LiveScene["llmch"] = async (argv, invocation = {}) => {
    const finished = await scene.llmch([...argv, "--artifacts-dir", scene.artifacts], {
      ...invocation,
      env: { ...env, ...invocation.env },
    });
    printed.push(finished.stdout, finished.stderr);
    return finished;
  };
  const { root, repo, git, order, answer, runs, leftovers, write } = scene;
  return {
    ...{ root, repo, git, order, answer, runs, leftovers, write },
    server,
    ways: () => server.requests.map(({ method, path, body }) => (method === "GET" ? "poll" : wayOf(path, body))),
    llmch: start,
    plan: (flags = [], invocation) =>
      start(["plan", "--spec", "-", "--repo", repo, "--outdir", scene.orders, ...flags], {
        input: "Build a greeter.\n",
        ...invocation,
      }),
    runAll: (flags = [], invocation) => start(["run-all", scene.orders, "--repo", repo, ...flags], invocation),
    retries: (tool) =>
      readJsonLines(scene.runs(tool)[0] ?? "", "events.jsonl").flatMap((event) => {
        const { type, reason } = event as { readonly type: string; readonly reason: string };
        return type === "model_retried" ? [reason] : [];
      }),
  };
};

const wayOf = (path: string, body: { readonly stream?: unknown; readonly background?: unknown }): string => {
  if (path !== "/responses") return "chat";
  if (body.stream === true) return "stream";
  return body.background === true ? "background" : "plain";
};

/** A server-sent event of the Responses API. */
export const event = (type: string, members: object): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...members })}\n\n`;
