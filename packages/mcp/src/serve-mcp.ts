import type { Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { readJson } from "@llmch/text";
import { CLIENT_INFO_META_KEY, McpServer, type StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import type { z } from "zod";
import { decideTool } from "./decide-tool.ts";
import type { Host } from "./host.ts";
import { lookTools } from "./look-tools.ts";
import { messageStream } from "./messages.ts";
import { registerResources } from "./resources.ts";
import { startTools } from "./start-tools.ts";
import { statusTool } from "./status-tool.ts";

/** Serves MCP over these streams, until the client closes its end or the signal comes. What it began goes on. */
export const serveMcp = async (host: Omit<Host, "client">, stdin: Readable, stdout: Writable): Promise<void> => {
  const messages = messageStream((answer) => stdout.write(answer));
  const transport = new StdioServerTransport(messages, stdout, { maxBufferSize: Number.POSITIVE_INFINITY });
  const served = serveStdio(() => serverFor(host), { transport });
  await pipeline(stdin, messages, { signal: host.signal }).catch(() => {});
  await served.close();
};

const serverFor = (host: Omit<Host, "client">): McpServer => {
  const server = new McpServer({ name: "llmch", version: host.version }, { instructions: INSTRUCTIONS });
  for (const { name, about, input, output, hints, call } of [
    ...startTools(),
    statusTool(),
    decideTool(),
    ...lookTools(),
  ])
    server.registerTool(
      name,
      {
        description: `${about.charAt(0).toUpperCase()}${about.slice(1)}.`,
        inputSchema: lenient(input),
        ...(output === undefined ? {} : { outputSchema: output }),
        annotations: hints,
      },
      (args, { mcpReq }) => {
        const { name } = Object(mcpReq.envelope)[CLIENT_INFO_META_KEY] ?? server.server.getClientVersion() ?? {};
        const client = typeof name === "string" ? name : null;
        const signal = AbortSignal.any([host.signal, mcpReq.signal]);
        return upToDate(host.queue, () => call(args, { ...host, client, signal }));
      },
    );
  registerResources(server, { ...host, client: null });
  return server;
};

const UPDATE_MS = 1000;

/** Copies of runs that are carried out elsewhere are kept up to date while something looks at them. */
const upToDate = async <Answer>(queue: Host["queue"], look: () => Promise<Answer>): Promise<Answer> => {
  if (queue === undefined) return look();
  await queue.update();
  const updates = setInterval(() => void queue.update().catch(() => {}), UPDATE_MS);
  return look().finally(() => clearInterval(updates));
};

/** Takes what models often write: null for what is left out, and a number or true as text. */
const lenient = (schema: z.ZodObject): StandardSchemaWithJSON => {
  const standard = schema["~standard"];
  const validate = (given: unknown) => {
    const args = Object.fromEntries(Object.entries(Object(given)).filter(([, value]) => value !== null));
    for (const { code, path } of schema.safeParse(args).error?.issues ?? []) {
      const text = args[String(path[0])];
      const read = code === "invalid_type" && typeof text === "string" ? readJson(text) : null;
      if (read?.ok) args[String(path[0])] = read.value;
    }
    return standard.validate(args);
  };
  return { "~standard": { ...standard, validate } };
};

const INSTRUCTIONS =
  "llmch turns a product spec into verified commits on a branch of their own. A run goes on by itself: run_status with wait_ms waits until it ends or needs you.";
