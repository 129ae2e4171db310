import { type ModelReply, onePrompt, orderCall } from "@llmch/contract";
import { createRedactor, type Redactor } from "@llmch/text";
import { expect, test } from "vitest";
import { redactedReply, redactedRequest } from "./redacted-request.ts";

const SECRET = "sk-canary-0123456789abcdef";
const request = (messages: Parameters<typeof redactedRequest>[0]["messages"]) => ({
  ...{ call: orderCall("WO-01", 1), answerSchema: null },
  messages,
});

test("each message goes through the redactor once, however many turns it is sent with", () => {
  const redactor = createRedactor([SECRET]);
  let characters = 0;
  const counting: Redactor = {
    ...redactor,
    text: (text) => {
      characters += text.length;
      return redactor.text(text);
    },
  };
  const turns = Array.from({ length: 40 }, (_, turn) => onePrompt(`${turn} ${"x".repeat(1000)} ${SECRET}`)).flat();
  for (let turn = 1; turn <= turns.length; turn++) {
    const { messages } = redactedRequest(request(turns.slice(0, turn)), counting);
    expect(messages.every(({ content }) => !content.includes(SECRET))).toBe(true);
  }
  expect(characters).toBe(turns.reduce((sum, { content }) => sum + content.length, 0));
  const other = createRedactor(["another secret"]);
  expect(redactedRequest(request(turns), other).messages[0]?.content).toContain(SECRET);
});

test("no secret is sent in calls, in the carried part, or in tools", () => {
  const call = { id: "1", name: "read", arguments: JSON.stringify({ path: SECRET }) };
  const asked = request([...onePrompt("p"), { role: "assistant", content: "", toolCalls: [call], carried: [SECRET] }]);
  const tools = [{ name: "check", description: `Runs ${SECRET}.`, parameters: {} }] as const;
  expect(JSON.stringify(redactedRequest({ ...asked, tools }, createRedactor([SECRET])))).not.toContain(SECRET);
});

test("the carried part goes back unchanged or not at all", () => {
  const reply = { kind: "answered", text: SECRET, reasoning: null, usage: null, model: "m" } satisfies ModelReply;
  const redactor = createRedactor([SECRET]);
  const { text, carried } = redactedReply({ ...reply, carried: { thought: ["x"] } }, redactor);
  expect([text, carried]).toEqual(["[redacted by llmch]", { thought: ["x"] }]);
  expect(redactedReply({ ...reply, carried: { thought: [`x ${SECRET}`] } }, redactor)).not.toHaveProperty("carried");
});
