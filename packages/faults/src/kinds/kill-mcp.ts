import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";
import { makeScene, readJsonLines, type Scene, sceneOrder } from "@llmch/testkit";
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  member,
  objectMember,
  objectsMember,
  textMember,
} from "@llmch/text";
import type { FaultKind } from "../kind.ts";
import type { Random } from "../random.ts";
import { approvingEnvironment, leftRunning, startNotingModel } from "../scenes/outlived.ts";

const SPEC = "Write two files.\n";
const FILES = ["a.js", "b.js"];
const ORDERS = FILES.map((path, index) => {
  const order = sceneOrder({ id: `WO-0${index + 1}`, allowed_files: [path], acceptance_commands: [`test -s ${path}`] });
  const { verify_exempt: _, provenance: __, ...planned } = order;
  return planned;
});
/** Within this time a server and its client are killed. */
const KILLED_WITHIN_MS = 4000;
const MOST_KILLS = 3;
const PATIENCE_MS = 120_000;

/** A coding agent that has a spec carried out over MCP, and that dies with its server. */
export const killMcp: FaultKind = {
  name: "kill-mcp",
  promise:
    "kill -9 of `llmch mcp` and its client at any moment: the runs go on, a new client ends where the first would have, nothing is paid or decided twice",
  trials: { full: 100, sample: 2 },
  parallel: 3,
  needs: [],
  prepare: async ({ binary }) => {
    const model = await startNotingModel({
      orders: () => ORDERS,
      path: (prompt) => (prompt.includes('"id": "WO-01"') ? "a.js" : "b.js"),
    });
    return {
      run: async ({ number, random, folder }) => {
        const root = join(folder(), "scene");
        mkdirSync(root);
        const scene = makeScene({ binary, folder: root });
        const key = `sk-trial-${number}`;
        const agent = {
          binary,
          scene,
          env: approvingEnvironment(scene, { OPENAI_API_KEY: key, OPENAI_BASE_URL: model.url }),
        };
        const kills = 1 + random.below(MOST_KILLS);
        for (let kill = 0; kill < kills; kill++) await killedSession(agent, random);
        const ending = await session(agent, (call) => carryOut(call));
        return ending ?? model.paidTwice(key) ?? unfinished(scene) ?? (await leftRunning(scene));
      },
      close: async () => {
        await model.close();
        return null;
      },
    };
  },
};

interface Agent {
  readonly binary: string;
  readonly scene: Scene;
  readonly env: Readonly<Record<string, string>>;
}

type Call = (tool: string, args: JsonObject) => Promise<JsonObject>;

/** What the agent does, as if it had done nothing before. Gives what is wrong, or null. */
const carryOut = async (call: Call): Promise<string | null> => {
  const plan = await ended(call, await call("plan_start", { spec: SPEC }));
  if (textMember(plan, "state") !== "passed") return `the plan ended as ${JSON.stringify(plan)}`;
  let run = await ended(call, await call("run_start", { plan: textMember(plan, "run_id") }));
  for (const need of objectsMember(run, "needs")) {
    const [id, sha256] = [textMember(need, "id"), textMember(need, "sha256")];
    run = await ended(call, await call("decide", { run: textMember(run, "run_id"), id, sha256, decision: "approve" }));
  }
  return textMember(run, "state") === "passed" ? null : `the run ended as ${JSON.stringify(run)}`;
};

/** Waits until a run is over. */
const ended = async (call: Call, started: JsonObject): Promise<JsonObject> => {
  const run = textMember(started, "run_id");
  if (run === null) return started;
  for (const until = Date.now() + PATIENCE_MS; ; ) {
    const status = await call("run_status", { run, wait_ms: 200 });
    const state = textMember(status, "state") ?? "";
    if (!["queued", "running"].includes(state) || Date.now() > until) return status;
  }
};

const killedSession = async (agent: Agent, random: Random): Promise<void> => {
  const moment = random.below(KILLED_WITHIN_MS);
  await session(agent, async (call, server) => {
    void carryOut(call).catch(() => {});
    await setTimeout(moment);
    server.kill("SIGKILL");
    return null;
  });
};

/** A server with a client that speaks the protocol by hand. */
const session = async (
  { binary, scene: { root, repo, artifacts }, env }: Agent,
  act: (call: Call, server: ChildProcess) => Promise<string | null>,
): Promise<string | null> => {
  const argv = [binary, "mcp", "--repo", repo, "--artifacts-dir", artifacts];
  const server = spawn(process.execPath, argv, { cwd: root, env, stdio: ["pipe", "pipe", "ignore"] });
  const waiting = new Map<JsonValue | undefined, (message: JsonObject) => void>();
  server.stdin.on("error", () => {});
  createInterface({ input: server.stdout }).on("line", (line) => {
    const message: JsonValue = JSON.parse(line);
    if (isJsonObject(message)) waiting.get(member(message, "id"))?.(message);
  });
  let last = 0;
  const ask = (method: string, params: JsonObject): Promise<JsonObject> => {
    const id = ++last;
    server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
    return new Promise((resolve) => waiting.set(id, resolve));
  };
  const exit = once(server, "exit");
  const introduced = ask("initialize", {
    ...{ protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "agent", version: "1" } },
  });
  const call: Call = async (name, args) => {
    await introduced;
    const result = objectMember(await ask("tools/call", { name, arguments: args }), "result");
    return objectMember(result, "structuredContent");
  };
  const fault = await act(call, server);
  server.stdin.end();
  await exit;
  return fault;
};

const unfinished = ({ git, runs }: Scene): string | null => {
  // A job that found its plan made is dropped by the server that began it, unless that was killed; so is its lock.
  const begun = (tool: "planner" | "run-all") =>
    runs(tool).filter((run) => existsSync(join(run, "events.jsonl"))).length;
  const [plans, all] = [begun("planner"), begun("run-all")];
  if (plans !== 1 || all !== 1) return `there are ${plans} plans and ${all} runs`;
  const [run = ""] = runs("run-all");
  const decided = readJsonLines(run, "events.jsonl").filter((event) => isJsonObject(event) && event.type === "decided");
  if (decided.length !== 1) return `the plan was decided ${decided.length} times`;
  const branches = git("branch", "--list", "llmch/*", "--format=%(refname:short)");
  const commits = git("rev-list", "--count", `main..${branches}`);
  return commits === "2" ? null : `${branches} has ${commits} commits`;
};
