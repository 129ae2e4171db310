import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough, Readable, Writable } from "node:stream";
import unstable from "@agentclientprotocol/sdk/schema/v1/schema.unstable.json" with { type: "json" };
import {
  type ClientContext,
  client,
  ndJsonStream,
  type RequestPermissionRequest,
  type SessionUpdate,
} from "@agentclientprotocol/sdk/unstable";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, onTestFinished } from "vitest";
import { BINARY } from "../command-line.ts";
import { type Scene, UNISOLATED } from "../scene.ts";

type Permission = RequestPermissionRequest;

/** An editor that has started `llmch acp`. */
export interface Connected {
  readonly agent: ClientContext;
  readonly process: ChildProcess;
  readonly sessionId: string;
  /** What the session was told, in order. */
  readonly updates: readonly SessionUpdate[];
  readonly permissions: readonly Permission[];
  /** Everything that the process wrote. */
  output(): { readonly stdout: string; readonly stderr: string };
  /** Prompts, and gives how the turn ended. */
  prompt(text: string): Promise<string>;
  /** All that was said, as one text. */
  words(): string;
  /** Closes the editor's end, and waits until the process is gone. */
  close(): Promise<number | null>;
}

/**
 * Starts `llmch acp` as an editor does, for a scene's repo, with models that answer from the scene's record.
 * @param answer the option that a person chooses: its kind, or null to answer later
 */
export const connect = async (
  scene: Pick<Scene, "root" | "repo" | "artifacts" | "temporary" | "record">,
  answer: (permission: Permission) => "allow_once" | "reject_once" | null | Promise<null> = () => "allow_once",
  { own = {}, env = {} }: { readonly own?: object; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<Connected> => {
  const { root, repo, artifacts, temporary, record } = scene;
  const settings = join(root, "own-settings.json");
  const models = { planner: { model: `replay:${record}` }, factory: { model: `replay:${record}` } };
  writeFileSync(settings, JSON.stringify({ ...models, ...UNISOLATED, ...own }));
  const child = spawn(process.execPath, [BINARY, "acp"], {
    cwd: root,
    env: {
      ...{ PATH: process.env.PATH ?? "", HOME: root, TMPDIR: temporary, XDG_STATE_HOME: join(root, "state") },
      ...{ XDG_CACHE_HOME: join(root, "cache"), LLMCH_CONFIG: settings, ARTIFACTS_DIR: artifacts, ...env },
    },
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [told, heard] = [new PassThrough(), { stdout: "", stderr: "" }];
  child.stdout.on("data", (piece: Buffer) => {
    heard.stdout += piece;
    told.write(piece);
  });
  child.stderr.on("data", (piece: Buffer) => {
    heard.stderr += piece;
  });
  const [updates, permissions]: [SessionUpdate[], Permission[]] = [[], []];
  const app = client({ name: "scripted" })
    .onNotification("session/update", ({ params }) => void updates.push(params.update))
    .onRequest("session/request_permission", async ({ params }) => {
      permissions.push(params);
      const kind = await answer(params);
      const option = params.options.find((each) => each.kind === kind);
      if (option === undefined) return { outcome: { outcome: "cancelled" } };
      return { outcome: { outcome: "selected", optionId: option.optionId } };
    });
  const stream = ndJsonStream(
    Writable.toWeb(child.stdin) as WritableStream<Uint8Array>,
    Readable.toWeb(told) as ReadableStream<Uint8Array>,
  );
  const { agent } = app.connect(stream);
  const clientInfo = { name: "scripted", version: "1.0.0" };
  const hello = await agent.request("initialize", { protocolVersion: 1, clientInfo, clientCapabilities: {} });
  expect(hello).toMatchObject({ protocolVersion: 1, agentInfo: { name: "llmch" }, authMethods: [] });
  const { sessionId } = await agent.request("session/new", { cwd: repo, mcpServers: [] });
  const words = (): string =>
    updates
      .flatMap((each) =>
        each.sessionUpdate === "agent_message_chunk" && each.content.type === "text" ? [each.content.text] : [],
      )
      .join("");
  return {
    ...{ agent, process: child, sessionId, updates, permissions, words },
    output: () => heard,
    prompt: async (text) => {
      const { stopReason } = await agent.request("session/prompt", { sessionId, prompt: [{ type: "text", text }] });
      judgeFrames(heard.stdout);
      return stopReason;
    },
    close: async () => {
      const gone = once(child, "exit");
      child.stdin.end();
      const [code] = await gone;
      return code;
    },
  };
};

const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false });
ajv.addSchema(unstable, "acp");

/** Standard output has frames alone, each as the protocol's schema has it. */
const judgeFrames = (stdout: string): void => {
  for (const line of stdout.trim().split("\n")) {
    const { method, params, jsonrpc } = JSON.parse(line);
    expect(jsonrpc).toBe("2.0");
    const name = method === "session/update" ? "SessionNotification" : "RequestPermissionRequest";
    if (method !== undefined && !ajv.validate({ $ref: `acp#/$defs/${name}` }, params))
      throw new Error(`${ajv.errorsText()}: ${line}`);
  }
};
