import type { Readable, Writable } from "node:stream";
import { finished } from "node:stream/promises";
import { McpServer } from "@modelcontextprotocol/server";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import type { Host } from "./host.ts";
import { lookTools } from "./look-tools.ts";
import { registerResources } from "./resources.ts";
import { startTools } from "./start-tools.ts";
import { statusTool } from "./status-tool.ts";

/** Serves MCP over these streams, until the client closes its end or the signal comes. What it began goes on. */
export const serveMcp = async (host: Host, stdin: Readable, stdout: Writable): Promise<void> => {
  const served = serveStdio(() => serverFor(host), { transport: new StdioServerTransport(stdin, stdout) });
  await finished(stdin, { writable: false, signal: host.signal }).catch(() => {});
  await served.close();
};

const serverFor = (host: Host): McpServer => {
  const server = new McpServer({ name: "llmch", version: host.version }, { instructions: INSTRUCTIONS });
  for (const { name, about, input, output, hints, call } of [...startTools(), statusTool(), ...lookTools()])
    server.registerTool(
      name,
      {
        description: `${about.charAt(0).toUpperCase()}${about.slice(1)}.`,
        inputSchema: input,
        outputSchema: output,
        annotations: hints,
      },
      (args, { mcpReq }) => call(args, { ...host, signal: AbortSignal.any([host.signal, mcpReq.signal]) }),
    );
  registerResources(server, host);
  return server;
};

const INSTRUCTIONS =
  "llmch turns a product spec into verified commits on a branch of their own. A run goes on by itself: ask run_status for it.";
