import { DEFAULT_SETTINGS } from "@llmch/contract/settings";
import { serves } from "@llmch/testkit";
import { describe, expect, test } from "vitest";
import { reason, scene, text } from "./live.fixture.ts";

const DEEP = `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`;
const LIST = `${"[".repeat(10_000)}${"]".repeat(10_000)}`;

/** Each protocol. It is asked once, because an unreadable answer does not improve with retries. */
const ONCE = { retries: 0 };
const WIRES = [
  ["planner", DEFAULT_SETTINGS],
  ["factory", DEFAULT_SETTINGS],
  ["factory", { ...DEFAULT_SETTINGS, factory: { ...DEFAULT_SETTINGS.factory, model: ["anthropic:claude"] } }],
] as const;

describe("a nonsensical body is a failure like any other", () => {
  test.each([
    ["a refusal that nests deeply", serves.text(DEEP, "application/json", 400)],
    ["a reason that nests deeply", serves.text(`{"error":{"message":${LIST}}}`, "application/json", 400)],
    ["a detail that nests deeply", serves.text(`{"detail":[${LIST}]}`, "application/json", 400)],
    ["an error of a prototype", serves.text('{"error":{"__proto__":{"message":"x"}}}', "application/json", 400)],
    ["a refusal that is no text", serves.text("\u0000\ufffd\ud800", "application/json", 400)],
    ["an answer that nests deeply", serves.text(DEEP, "application/json")],
    ["a choice that nests deeply", serves.text(`{"choices":[${DEEP}]}`, "application/json")],
    ["a content that nests deeply", serves.text(`{"choices":[{"message":{"content":${LIST}}}]}`, "application/json")],
    ["an error in a 200 that nests deeply", serves.text(`{"error":${DEEP}}`, "application/json")],
    ["another protocol", serves.raw("HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n")],
    ["headers without number", serves.raw(`HTTP/1.1 200 OK\r\n${"a: b\r\n".repeat(5_000)}\r\n`)],
    ["a length that is none", serves.raw("HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\n{}")],
    ["two lengths", serves.raw("HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}")],
    ["a status that is none", serves.raw("HTTP/1.1 999 Odd\r\ncontent-length: 0\r\n\r\n")],
    ["deflate", serves.raw("HTTP/1.1 200 OK\r\ncontent-encoding: deflate\r\n\r\nx")],
    ["brotli", serves.raw("HTTP/1.1 200 OK\r\ncontent-encoding: br\r\n\r\nx")],
    ["gzip in a refusal", serves.raw("HTTP/1.1 400 Bad\r\ncontent-encoding: gzip\r\n\r\nx")],
  ])("%s", async (_, step) => {
    for (const [role, settings] of WIRES) {
      const { ask, events } = await scene({ responses: [step], chat: [step], messages: [step] }, ONCE, { settings });
      const reply = await ask(role);
      if (reply.kind === "answered") expect(reply.text).toBe("");
      else expect(text(reply)).toMatch(/^failed: the model server at 127\.0\.0\.1:\d+ [^\n]{1,500}$/);
      expect(JSON.stringify(events).length).toBeLessThan(5_000);
    }
  });
});

test("HTTP-level signs of life do not put off the limit", async () => {
  const step = serves.raw("HTTP/1.1 102 Processing\r\n\r\n".repeat(1_000));
  const { ask } = await scene({ chat: [step] }, { totalMs: { planner: 2_000, factory: 2_000 } });
  expect(reason(await ask("factory"))).toBe("unreachable");
});

test("a stream of one endless event is not kept", async () => {
  const flood = serves.events(`data: ${"x".repeat(1_000_000)}\n`.repeat(34));
  const { ask, retries } = await scene({ responses: [flood, serves.answers("fixed")] });
  expect(text(await ask("planner"))).toBe("fixed");
  expect(retries()[0]).toContain("an event of more than");
});

test("the planner does not follow a redirect either, not even while polling", async () => {
  const elsewhere = await scene({ responses: [serves.answers("{}")], chat: [serves.answers("{}")] });
  const step = serves.redirects(`${elsewhere.server.url}/responses`);
  const asked = await scene({ responses: [step] });
  expect(reason(await asked.ask("planner"))).toBe("not-served");
  const polled = await scene({
    responses: [serves.breaksStream({ kept: "{}" }), serves.answers("{}")],
    retrieve: () => step,
  });
  await polled.ask("planner");
  expect(elsewhere.server.requests).toEqual([]);
});
