import { type CallToolResult, Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { onTestFinished } from "vitest";
import { BINARY } from "../command-line.ts";

/** A client of `llmch mcp`, as an editor has one. */
export interface Connected {
  readonly client: Client;
  readonly pid: number;
  call(name: string, args?: Readonly<Record<string, unknown>>): Promise<Answered>;
}

export interface Answered {
  readonly isError: boolean;
  /** The document, or what the protocol said instead. */
  readonly document: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly whole: CallToolResult;
}

/** Starts a server and connects to it. */
export const connect = async (
  cwd: string,
  { argv = [], env = {} }: { readonly argv?: readonly string[]; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<Connected> => {
  const client = new Client({ name: "scripted", version: "1.0.0" });
  const transport = new StdioClientTransport({
    ...{ command: process.execPath, args: [BINARY, "mcp", ...argv], cwd, stderr: "inherit" },
    env: { PATH: process.env.PATH ?? "", HOME: cwd, LLMCH_CONFIG: "/dev/null", ...env },
  });
  await client.connect(transport);
  onTestFinished(() => client.close());
  const call = async (name: string, args: Readonly<Record<string, unknown>> = {}): Promise<Answered> => {
    const whole = await client.callTool({ name, arguments: { ...args } });
    const [first] = whole.content;
    const text = first?.type === "text" ? first.text : "";
    return {
      isError: whole.isError === true,
      document: Object.fromEntries(Object.entries(whole.structuredContent ?? {})),
      text,
      whole,
    };
  };
  return { client, call, pid: transport.pid ?? 0 };
};
