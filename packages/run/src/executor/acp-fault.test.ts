import type { Executor } from "@llmch/contract/settings";
import { expect, test } from "vitest";
import { faultOfEnd } from "./acp-fault.ts";

const MINE: Executor & { readonly name: string } = {
  ...{ name: "mine", protocol: "acp", command: ["agent"], in_sandbox: [], mode: null, authenticate: null },
  ...{ env: [], network: false, folders: [], minutes: 1, quiet_minutes: 1 },
};
const SAID = { words: "I looked.\n\nI cannot.", methods: ["key", "login"] };

test.each<[Parameters<typeof faultOfEnd>[0], string, string, string]>([
  [{ kind: "limit" }, "limit", "agent has spent the budget", "allow it more"],
  [{ kind: "not-acp", said: "Hi" }, "broken-answer", "agent does not speak version 1 of ACP: Hi", "such as --acp"],
  [
    { kind: "fault", method: "session/new", code: -32000, message: "Sign in" },
    ...([
      "refused-key",
      "agent is not signed in: Sign in",
      "set authenticate in executors.mine to one of key, login",
    ] as const),
  ],
  [
    { kind: "fault", method: "session/set_mode", code: -32602, message: "no such mode" },
    ...(["unreachable", "agent refused session/set_mode: no such mode", "see what it said in FRAMES"] as const),
  ],
  [{ kind: "done", stopReason: "refusal" }, "refused-request", "agent refuses the order: I cannot.", "in other words"],
  [
    { kind: "done", stopReason: "max_tokens" },
    "incomplete",
    "agent ran out of tokens before it was done: I cannot.",
    "split",
  ],
  [
    { kind: "done", stopReason: "max_turn_requests" },
    "incomplete",
    "agent ran out of turns before it was done: I cannot.",
    "split",
  ],
  [
    { kind: "done", stopReason: "cancelled" },
    "unreachable",
    "agent was cancelled, and not by llmch: I cannot.",
    "resume",
  ],
  [{ kind: "done", stopReason: "bored" }, "broken-answer", "agent ended its turn with bored: I cannot.", "FRAMES"],
])("%j is %s: %s", (end, reason, message, hint) => {
  expect(faultOfEnd(end, SAID, MINE, "FRAMES")).toEqual({
    ...{ kind: "failed", reason, message, hint: expect.stringContaining(hint) },
  });
});

test.each([null, "end_turn"])("a turn that ends with %s is an answer", (stopReason) => {
  expect(faultOfEnd({ kind: "done", stopReason }, SAID, MINE, "FRAMES")).toBeNull();
});
