import { serves, startModelServer } from "@llmch/testkit";
import { expect, test } from "vitest";
import { createGateway, createRedactor, DEFAULT_MODELS } from "./index.ts";
import { KEY, open, requestOf, scene, settingsFor } from "./live.fixture.ts";

test("the key is in nothing that leaves the gateway, however the server echoes it", async () => {
  const base64 = Buffer.from(`user:${KEY}`).toString("base64");
  const echo = serves.status(401, { message: `Incorrect API key: ${KEY} (${base64}, ${encodeURIComponent(KEY)})` });
  const told = await scene({ chat: [echo], responses: [echo] });
  const replies = [await told.ask("factory"), await told.ask("planner")];
  const leaked = await scene({ chat: [serves.answers(`{"key":"${KEY}"}`)] });
  replies.push(await leaked.ask("factory", { prompt: `my key is ${KEY}` }));
  const everything = JSON.stringify([replies, told.events, told.exchanges, leaked.events, leaked.exchanges]);
  expect(everything).toContain("[redacted]");
  for (const form of [KEY, base64.slice(12, -4)]) expect(everything).not.toContain(form);
});

test("what cannot be recorded is not used", async () => {
  const server = await startModelServer({ chat: [serves.answers("{}")] });
  open.push(server);
  const gateway = createGateway({
    source: { kind: "live", settings: settingsFor(server.url) },
    models: DEFAULT_MODELS,
    signal: new AbortController().signal,
    redactor: createRedactor([]),
    record: async () => {
      throw new Error("no space left on device");
    },
    emit: async () => {},
    onReasoning: () => {},
  });
  await expect(gateway.ask(requestOf("factory"))).rejects.toThrow("no space left");
});
