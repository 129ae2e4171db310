import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type ModelServer,
  type ModelServerOptions,
  makeScene,
  type Scene,
  type ServeProcess,
  startModelServer,
  startServe,
} from "@llmch/testkit";
import { type JsonObject, objectsMember } from "@llmch/text";
import { BINARY } from "../command-line.ts";

/** A real server of jobs, whose models are scripted. */
export interface ServeScene {
  readonly scene: Scene;
  readonly data: string;
  readonly model: ModelServer;
  readonly server: ServeProcess;
  readonly env: Readonly<Record<string, string>>;
  /** The cookie that a browser has once it has opened a link, as `name=value`. */
  readonly cookie: string;
  /** Submits a job by HTTP. Gives its id. */
  submit(operation: string, request: JsonObject, more?: JsonObject): Promise<string>;
  /** A job, once it neither waits for a slot nor runs. */
  settled(id: string): Promise<JsonObject>;
  close(): Promise<void>;
}

export interface ServeSettings {
  readonly model: ModelServerOptions;
  /** The user's own settings. */
  readonly own?: object;
  readonly files?: Readonly<Record<string, string>>;
  /** Prepares the repo. Gives what the server has in its environment besides. */
  readonly prepare?: (scene: Scene) => Readonly<Record<string, string>>;
}

export const openServeScene = async ({
  model: script,
  own = {},
  files,
  prepare,
}: ServeSettings): Promise<ServeScene> => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "llmch-serve-")));
  const scene = makeScene({ binary: BINARY, folder, ...(files === undefined ? {} : { files }) });
  const { root, repo, temporary } = scene;
  const settings = join(root, "own-settings.json");
  writeFileSync(settings, JSON.stringify({ run: { sandbox: "off" }, ...own }));
  const more = prepare?.(scene);
  const model = await startModelServer(script);
  const env = {
    ...{ LLMCH_CONFIG: settings, HOME: root, TMPDIR: temporary },
    ...{ XDG_STATE_HOME: join(root, "state"), XDG_CACHE_HOME: join(root, "cache") },
    ...{ OPENAI_API_KEY: "sk-canary-0123456789", OPENAI_BASE_URL: model.url, ...more },
  };
  const data = join(root, "serve");
  mkdirSync(data, { mode: 0o700 });
  const server = await startServe({ binary: BINARY, cwd: root, data, repos: [repo], env });
  return {
    ...{ scene, data, model, server, env },
    cookie: await cookieOf(server.link),
    submit: async (operation, request, more = {}) => {
      const answer = await server.ask("POST", "jobs", { operation, request, repo, ...more });
      if (answer?.status !== 201) throw new Error(`${operation} was not taken: ${JSON.stringify(answer)}`);
      return String(answer.document.id);
    },
    settled: async (id) => {
      for (;;) {
        const answer = await server.ask("GET", `jobs/${id}`);
        const state = answer?.document.state;
        if (answer?.status !== 200) throw new Error(`${id} cannot be read: ${JSON.stringify(answer)}`);
        if (state !== "queued" && state !== "running") return answer.document;
        await new Promise((resolve) => setTimeout(resolve, 150));
      }
    },
    close: async () => {
      // Runs outlive their server, and write where the folder is removed.
      const listed = await server.ask("GET", "jobs");
      for (const { id, state } of objectsMember(listed?.document ?? {}, "jobs"))
        if (!["passed", "failed", "refused", "stopped", "cancelled"].includes(String(state)))
          await server.ask("DELETE", `jobs/${id}`);
      await server.end();
      await model.close();
      rmSync(root, { recursive: true, force: true, maxRetries: 10 });
    },
  };
};

/** Opens a link as a browser does. */
export const cookieOf = async (link: string): Promise<string> => {
  const { origin, searchParams } = new URL(link);
  const body = new URLSearchParams({ token: searchParams.get("token") ?? "" });
  const answer = await fetch(`${origin}/link`, { method: "POST", headers: { origin }, body, redirect: "manual" });
  const [cookie] = answer.headers.getSetCookie();
  if (cookie === undefined) throw new Error(`the link was refused: ${answer.status} ${await answer.text()}`);
  return cookie.split(";")[0] ?? "";
};
