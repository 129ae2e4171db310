import { serves } from "@llmch/testkit";
import { expect, test } from "vitest";
import { scene, text } from "./live.fixture.ts";

test.each([
  ["in the form of OpenAI", { body: { error: { message: "too\nmany words" } } }, "too many words"],
  ["as a string", { body: { error: "model not loaded" } }, "model not loaded"],
  ["at the top", { body: { object: "error", message: "no such model" } }, "no such model"],
  ["as a detail", { body: { detail: "Not authenticated" } }, "Not authenticated"],
  ["as a list", { body: { detail: [{ loc: ["body", "model"], msg: "required" }] } }, '"msg":"required"'],
])("the server's reason is shown: %s", async (_, details, words) => {
  const { ask } = await scene({ chat: [serves.status(400, details)] });
  const said = text(await ask("factory"));
  expect(said).toContain("answers 400 (");
  expect(said).toContain(words);
});

test.each([
  ["text/html", "<!doctype html><h1>Bad gateway</h1>", "answers 502 (a page of HTML)"],
  ["text/plain", "upstream is down", "answers 502 (upstream is down)"],
  ["text/plain", "", "answers 502"],
])("a refusal in %s is shown in one line", async (type, body, words) => {
  const { ask } = await scene({ chat: [serves.text(body, type, 502)] });
  expect(text(await ask("factory"))).toMatch(new RegExp(`${words.replace(/[()]/g, "\\$&")}$`));
});

test("a redirect is named without its query, and not followed", async () => {
  const elsewhere = await scene({ chat: [serves.answers("{}")] });
  const { ask } = await scene({ chat: [serves.redirects(`${elsewhere.server.url}/chat/completions?secret=1`)] });
  expect(text(await ask("factory"))).toContain(`a redirect to ${elsewhere.server.url}/chat/completions)`);
  expect(elsewhere.server.requests).toEqual([]);
});

test("a used-up quota is reported", async () => {
  const { ask } = await scene({ chat: [serves.status(429, { code: "insufficient_quota" })] });
  expect(text(await ask("factory"))).toContain("quota is used up");
});
