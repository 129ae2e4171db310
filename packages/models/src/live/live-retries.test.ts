import { serves } from "@llmch/testkit";
import { expect, test } from "vitest";
import { reason, scene, text } from "./live.fixture.ts";

test.each([408, 409, 429, 500, 502, 503])("a %i is tried three times more", async (code) => {
  const { ask, ways, retries } = await scene({
    chat: [serves.status(code), serves.status(code), serves.status(code), serves.answers("{}")],
  });
  expect(text(await ask("factory"))).toBe("{}");
  expect(ways()).toEqual(["chat", "chat", "chat", "chat"]);
  expect(retries()).toEqual(Array(3).fill(`the server answers ${code} (scripted ${code})`));
});

test.each([
  ["factory", { chat: [serves.status(503)] }],
  ["planner", { responses: [serves.status(503)] }],
] as const)("the %s gives up after the fourth try", async (role, script) => {
  const { ask, server, events, exchanges } = await scene(script);
  expect(reason(await ask(role))).toBe("unreachable");
  expect(server.requests).toHaveLength(4);
  expect(events.at(-1)?.type).toBe("model_failed");
  expect(exchanges).toEqual([]);
});

test.each([
  ["a refused key", serves.status(401), "refused-key"],
  ["a forbidden model", serves.status(403), "refused-key"],
  ["a request that is refused", serves.status(400, { message: "the prompt is too long" }), "refused-request"],
  ["a model that is missing", serves.status(404, { code: "model_not_found" }), "refused-request"],
  ["a redirect to another host", serves.redirects("http://localhost:1/v1?token=x"), "refused-request"],
])("%s is not tried again", async (_, step, expected) => {
  for (const role of ["planner", "factory"] as const) {
    const { ask, server } = await scene({ responses: [step], chat: [step] });
    expect(reason(await ask(role))).toBe(expected);
    expect(server.requests).toHaveLength(1);
  }
});

test("Retry-After decides the pause", async () => {
  const { ask, events } = await scene({
    chat: [serves.status(429, { headers: { "retry-after-ms": "7" } }), serves.status(503), serves.answers("{}")],
  });
  await ask("factory");
  expect(events.flatMap((event) => (event.type === "model_retried" ? [event.wait_ms] : []))).toEqual([7, 2]);
});

test.each([
  ["a dropped connection", serves.drops(), "unreachable"],
  ["a body that is cut", serves.cutsAt(40, "{}"), "broken-answer"],
  ["a connection that ends after the headers", serves.dropsAfterHeaders(), "broken-answer"],
  ["a page of HTML", serves.htmlPage(), "broken-answer"],
  ["an HTML page with a 502", serves.htmlPage(502), "unreachable"],
  ["JSON of another kind", serves.json({ hello: "world" }), "broken-answer"],
  ["an empty body", serves.text("", "application/json"), "broken-answer"],
  ["an error in a 200", serves.json({ error: { message: "upstream is down", code: 502 } }), "unreachable"],
  ["bad chunks", serves.raw("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n"), "broken-answer"],
  ["a header that is too long", serves.raw(`HTTP/1.1 200 OK\r\nx: ${"y".repeat(70_000)}\r\n\r\n`), "unreachable"],
  ["no HTTP at all", serves.raw("220 smtp.example.com ESMTP\r\n"), "unreachable"],
])("%s is tried again, then failed", async (_, step, expected) => {
  const again = await scene({ chat: [step, serves.answers("{}")] });
  expect(text(await again.ask("factory"))).toBe("{}");
  const always = await scene({ chat: [step] });
  expect(reason(await always.ask("factory"))).toBe(expected);
  expect(always.server.requests).toHaveLength(4);
});

test("a stream that never begins is tried again", async () => {
  const { ask, ways, retries } = await scene({ responses: [serves.silence(), serves.answers("{}")] }, { idleMs: 250 });
  expect(text(await ask("planner"))).toBe("{}");
  expect(ways()).toEqual(["stream", "stream"]);
  expect(retries()).toEqual(["the server gives no answer (silent for 250 ms)"]);
});
