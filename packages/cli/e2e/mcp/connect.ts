import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CallToolResult, Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Ajv2020 } from "ajv/dist/2020.js";
import { onTestFinished } from "vitest";
import { BINARY } from "../command-line.ts";
import type { Scene } from "../scene.ts";

/** A client of `llmch mcp`, as an editor has one. */
export interface Connected {
  readonly client: Client;
  /** The server's. */
  readonly pid: number;
  call(name: string, args?: Readonly<Record<string, unknown>>): Promise<Answered>;
  /** Calls a tool that must not be refused. */
  does(name: string, args?: Readonly<Record<string, unknown>>): Promise<Document>;
  /** Waits until a run works no longer. */
  ended(run: unknown): Promise<Document>;
}

/** A tool's structured answer. */
export type Document = Readonly<Record<string, unknown>>;

export interface Answered {
  readonly isError: boolean;
  readonly document: Document;
  readonly text: string;
  readonly whole: CallToolResult;
}

/** Starts a server for a scene's repo, whose models answer from the scene's record, and connects to it. */
export const connect = async (
  scene: Pick<Scene, "root" | "repo" | "artifacts" | "temporary" | "record">,
  own: object = {},
  env: Readonly<Record<string, string>> = {},
): Promise<Connected> => {
  const { root, repo, artifacts, temporary, record } = scene;
  const settings = join(root, "own-settings.json");
  const models = { planner: { model: `replay:${record}` }, factory: { model: `replay:${record}` } };
  writeFileSync(settings, JSON.stringify({ ...models, run: { sandbox: "off" }, ...own }));
  const client = new Client({ name: "scripted", version: "1.0.0" });
  // The database says where runs are.
  const kept = env.LLMCH_DATABASE_URL === undefined ? ["--artifacts-dir", artifacts] : [];
  const transport = new StdioClientTransport({
    ...{ command: process.execPath, args: [BINARY, "mcp", "--repo", repo, ...kept], cwd: root },
    env: {
      ...{ PATH: process.env.PATH ?? "", HOME: root, TMPDIR: temporary, XDG_STATE_HOME: join(root, "state") },
      ...{ XDG_CACHE_HOME: join(root, "cache"), LLMCH_CONFIG: settings, ...env },
    },
  });
  await client.connect(transport);
  onTestFinished(() => client.close());
  const ajv = new Ajv2020({ strict: false, formats: { uri: true } });
  const { tools } = await client.listTools();
  const schemas = new Map(tools.map(({ name, outputSchema: { $schema: _, ...schema } = {} }) => [name, schema]));
  const call: Connected["call"] = async (name, args = {}) => {
    const whole = await client.callTool({ name, arguments: { ...args } });
    const [first] = whole.content;
    const document = Object.fromEntries(Object.entries(whole.structuredContent ?? {}));
    // Some clients also hold a refusal against the schema.
    const schema = schemas.get(name);
    if (schema !== undefined && whole.structuredContent !== undefined && !ajv.validate(schema, document))
      throw new Error(`${name}: ${ajv.errorsText()}`);
    return { isError: whole.isError === true, document, text: first?.type === "text" ? first.text : "", whole };
  };
  const does: Connected["does"] = async (name, args) => {
    const { isError, document, text } = await call(name, args);
    if (isError) throw new Error(`${name}: ${text}`);
    return document;
  };
  const ended: Connected["ended"] = async (run) => {
    for (;;) {
      const status = await does("run_status", { run, since: null, wait_ms: "30000" });
      if (status.state !== "running" && status.state !== "queued") return status;
    }
  };
  return { client, pid: transport.pid ?? 0, call, does, ended };
};
