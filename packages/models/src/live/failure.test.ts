import { DEFAULT_SETTINGS } from "@llmch/contract/settings";
import { expect, test } from "vitest";
import { connectionOf, type Server } from "../connections.ts";
import { type ServerFault, statusFault } from "../transport/fault.ts";
import { failureOf } from "./failure.ts";

const office = (key_variable: string | null, api: "chat" | "messages") =>
  ({ base_url: "http://office:8000/v1", key_variable, key_command: null, api, model: "llama" }) as const;
const settings = {
  ...DEFAULT_SETTINGS,
  models: {
    ...DEFAULT_SETTINGS.models,
    compatible: { office: office("OFFICE_KEY", "chat"), open: office(null, "messages") },
  },
};
const KEYS = { OPENAI_API_KEY: "sk-1", ANTHROPIC_API_KEY: "sk-2", OFFICE_KEY: "sk-3" };

const serverOf = (model: string): Server => {
  const found = connectionOf(model, settings, KEYS);
  if (!found.ok) throw new Error(`${model} has no server`);
  return found.value.server;
};
const GONE: ServerFault = { kind: "connection", message: "ECONNREFUSED", isUnsent: true };
const CUT: ServerFault = { kind: "broken", isCutOff: true, message: "broke off" };
const TOO_LARGE: ServerFault = { kind: "too-large", message: "answers with more than 9 characters" };
const PAGE: ServerFault = { kind: "broken", message: "answers with a page" };

test.each<[string, ServerFault, string, string]>([
  ["gpt-5.2", statusFault(401, "bad"), "refused-key", "OPENAI_API_KEY is valid"],
  ["anthropic:claude", statusFault(401, "bad"), "refused-key", "ANTHROPIC_API_KEY is valid"],
  ["compatible:office", statusFault(403, "bad"), "refused-key", "OFFICE_KEY is valid"],
  [
    "compatible:open",
    statusFault(401, "who are you"),
    "refused-key",
    "the variable that holds its key in models.compatible.open.key_variable",
  ],
  ["gpt-5.2", statusFault(404, "no"), "not-served", "OPENAI_BASE_URL (most end in /v1)"],
  ["anthropic:claude", statusFault(404, "no"), "not-served", "ANTHROPIC_BASE_URL"],
  ["compatible:office", statusFault(404, "no"), "not-served", "models.compatible.office.base_url (most end in /v1)"],
  ["anthropic:claude", GONE, "unreachable", "the network and ANTHROPIC_BASE_URL"],
  ["compatible:open", PAGE, "broken-answer", "models.compatible.open.base_url leads to"],
  ["compatible:open", TOO_LARGE, "broken-answer", "models.compatible.open.base_url leads to"],
  [
    "compatible:open",
    { ...TOO_LARGE, isStream: true },
    "broken-answer",
    "that is too long: split the spec or the order",
  ],
  ["compatible:open", CUT, "broken-answer", "ask again: `llmch resume`"],
  ["anthropic:claude", statusFault(307, ""), "not-served", "set ANTHROPIC_BASE_URL to"],
  ["anthropic:claude", statusFault(402, "billing"), "unreachable", "add credit"],
  ["gpt-5.2", statusFault(429, "", { code: "insufficient_quota" }), "unreachable", "add credit"],
  ["anthropic:claude", statusFault(413, "too many bytes"), "refused-request", "a larger context"],
  [
    "compatible:office",
    statusFault(400, "the request exceeds the available context size"),
    "refused-request",
    "larger",
  ],
  ["gpt-5.2", statusFault(400, "This model's maximum context length is 4097 tokens."), "refused-request", "larger"],
  ["gpt-5.2", statusFault(400, "unknown field"), "not-accepted", "what the server says"],
  ["compatible:office", statusFault(422, "extra inputs"), "not-accepted", "what the server says"],
  ["anthropic:claude", statusFault(529, "Overloaded"), "unreachable", "try again later"],
  ["gpt-5.2", statusFault(429, "enough for today", { mayRetry: false }), "unreachable", "try again later"],
])("%s: %o is reported as %s, with the hint %s", (model, fault, reason, words) => {
  const server = serverOf(model);
  const failed = failureOf(fault, server);
  expect(failed.reason).toBe(reason);
  expect(failed.hint).toContain(words);
  expect(failed.message).toContain(`the model server at ${new URL(server.baseUrl).host} `);
  expect(JSON.stringify(failed)).not.toContain(server.apiKey);
});

test("no hint mentions a suffix of the address that Messages do not have", () => {
  expect(failureOf(statusFault(404, "no"), serverOf("anthropic:claude")).hint).not.toContain("/v1");
});
