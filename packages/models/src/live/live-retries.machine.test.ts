import { serves } from "@llmch/testkit";
import { expect, test } from "vitest";
import { reason, scene, text } from "./live.fixture.ts";

test.each([408, 409, 429, 500, 502, 503])("a %i is retried three times", async (code) => {
  const { ask, ways, retries } = await scene({
    chat: [serves.status(code), serves.status(code), serves.status(code), serves.answers("{}")],
  });
  expect(text(await ask("factory"))).toBe("{}");
  expect(ways()).toEqual(["chat", "chat", "chat", "chat"]);
  expect(retries()).toEqual(Array(3).fill(`the server answers ${code} (scripted ${code})`));
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
])("%s is retried, then fails", async (_, step, expected) => {
  const { ask, server } = await scene({ chat: [step] });
  expect(reason(await ask("factory"))).toBe(expected);
  expect(server.requests).toHaveLength(4);
});
