import { serves, startModelServer } from "@llmch/testkit";
import { createRedactor } from "@llmch/text";
import { expect, test } from "vitest";
import { requestHash } from "../asked.ts";
import { DEFAULT_MODELS, NO_BUDGET } from "../gateway.fixture.ts";
import { createGateway } from "../index.ts";
import { connectionsTo, KEY, open, requestOf, scene } from "./live.fixture.ts";

test("the key never leaves the gateway, however the server echoes it", async () => {
  const base64 = Buffer.from(`user:${KEY}`).toString("base64");
  const echo = serves.status(401, { message: `Incorrect API key: ${KEY} (${base64}, ${encodeURIComponent(KEY)})` });
  const told = await scene({ chat: [echo], responses: [echo] });
  const replies = [await told.ask("factory"), await told.ask("planner")];
  const leaked = await scene({ chat: [serves.answers(`{"key":"${KEY}"}`)] });
  replies.push(await leaked.ask("factory", { prompt: `my key is ${KEY}` }));
  const everything = JSON.stringify([replies, told.events, told.exchanges, leaked.events, leaked.exchanges]);
  expect(everything).toContain("[redacted by llmch]");
  for (const form of [KEY, base64.slice(12, -4)]) expect(everything).not.toContain(form);
});

test("not even half a key leaves it, where a server's words are cut or reasoning arrives in pieces", async () => {
  const long = serves.status(401, { message: `${"x".repeat(290)} ${KEY}` });
  const told = await scene({ chat: [long] });
  expect(JSON.stringify([await told.ask("factory"), told.events])).not.toContain(KEY.slice(0, 6));
  const pieces = [`The key is ${KEY.slice(0, 9)}`, `${KEY.slice(9)}.`];
  const thought = await scene({ responses: [serves.answers("{}", { reasoning: pieces })] });
  await thought.ask("planner");
  expect(thought.reasoning.join("")).toContain("The key is [redacted by llmch].");
});

test("a server's name for its model is one short line, without part of a key", async () => {
  const answered = serves.answers("{}", { model: `m\n${"x".repeat(290)}${KEY}${"y".repeat(1_000_000)}` });
  const { ask, events, exchanges } = await scene({ chat: [answered] });
  await ask("factory");
  const { model = "" } = exchanges[0] ?? {};
  expect(events.at(-1)).toMatchObject({ type: "model_answered", model });
  expect(model).toMatch(/^m x+/);
  expect(model.length).toBeLessThan(400);
  expect(model).not.toContain(KEY.slice(0, 6));
});

test("no sent prompt contains a secret, and the request's hash does not depend on it", async () => {
  const { ask, sent, exchanges } = await scene({ chat: [serves.answers("{}")] });
  const prompt = `file: KEY=${KEY}`;
  await ask("factory", { prompt });
  expect(JSON.stringify(sent())).toContain("file: KEY=[redacted by llmch]");
  expect(JSON.stringify(sent())).not.toContain(KEY);
  const { request_sha256 } = exchanges[0] ?? {};
  expect(request_sha256).toBe(requestHash(requestOf("factory", { prompt }), DEFAULT_MODELS));
});

test("an answer that cannot be recorded is not used", async () => {
  const server = await startModelServer({ chat: [serves.answers("{}")] });
  open.push(server);
  const gateway = createGateway({
    source: { kind: "live", connections: connectionsTo(server.url) },
    models: DEFAULT_MODELS,
    budget: NO_BUDGET,
    prices: () => null,
    signal: new AbortController().signal,
    redactor: createRedactor([]),
  });
  const full = gateway.for({
    appendExchange: async () => {
      throw new Error("no space left on device");
    },
    emit: async () => {},
  });
  await expect(full.ask(requestOf("factory"))).rejects.toThrow("no space left");
});
