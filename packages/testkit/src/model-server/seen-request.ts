import type { IncomingMessage } from "node:http";
import { isJsonObject, type JsonObject, type JsonValue } from "@llmch/text";
import { blocksOf } from "./refusal.ts";

/** A request as the server saw it, for assertions and for scripts that choose a step by it. */
export interface SeenRequest {
  readonly method: string;
  /** Under `/v1`: `/responses`, `/chat/completions`, `/messages`. */
  readonly path: string;
  /** With its question mark; empty if there is none. */
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: JsonObject;
  /** The words of all messages, in any protocol; empty if there are none. */
  readonly prompt: string;
}

export const readRequest = async (message: IncomingMessage, basePath: string): Promise<SeenRequest> => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of message) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString("utf8");
  const body: unknown = text === "" ? {} : JSON.parse(text);
  const { pathname: path, search: query } = new URL(message.url ?? "/", "http://localhost");
  return {
    method: message.method ?? "",
    path: path.startsWith(basePath) ? path.slice(basePath.length) : path,
    query,
    headers: Object.fromEntries(Object.entries(message.headers).map(([name, value]) => [name, String(value)])),
    body: isJsonObject(body) ? body : {},
    prompt: isJsonObject(body) ? promptOf(body) : "",
  };
};

const promptOf = (body: JsonObject): string => {
  const { input, messages = input } = body;
  if (typeof input === "string") return input;
  if (!Array.isArray(messages)) return "";
  const blocks = blocksOf(body);
  if (blocks.length > 0) return blocks.map((block) => wordsOf(block, ["text", "content"])).join("");
  return messages.map((message) => wordsOf(message, ["content", "output"])).join("\n");
};

/** The words of a message or a block: under the first name that holds any. */
const wordsOf = (value: JsonValue, names: readonly string[]): string => {
  const words = names.map((name) => (isJsonObject(value) ? value[name] : undefined));
  return String(words.find((each) => typeof each === "string") ?? "");
};
