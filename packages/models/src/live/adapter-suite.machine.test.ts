import type { ModelReply } from "@llmch/contract";
import { serves } from "@llmch/testkit";
import { describe, expect, test } from "vitest";
import { systemTime } from "../transport/time.ts";
import { budgetOf, PLACES, ROWS, rowScene } from "./adapter-suite.fixture.ts";
import { KEY, reason, SCHEMA, text } from "./live.fixture.ts";

const NOW = Date.parse("2025-01-01T00:00:00Z");
/** Every form of Retry-After, and the resulting wait if the maximum is one minute. */
const PAUSES = [
  [{ "retry-after": "2" }, 2_000],
  [{ "retry-after": "1.5" }, 1_500],
  [{ "retry-after": "3s" }, 3_000],
  [{ "retry-after": "Wed, 01 Jan 2025 00:00:05 GMT" }, 5_000],
  [{ "retry-after": "Wed Jan  1 00:00:05 2025" }, 5_000],
  [{ "retry-after": "2025-01-01T00:00:07Z" }, 7_000],
  [{ "retry-after": "Tue, 31 Dec 2024 23:59:00 GMT" }, 0],
  [{ "retry-after-ms": "250", "retry-after": "9" }, 250],
  [{ "x-ms-retry-after-ms": "350" }, 350],
  [{ "retry-after": "60" }, 60_000],
  [{ "retry-after": "soon" }, 60_000],
  [{}, 60_000],
] as const;

const hint = (reply: ModelReply): string => (reply.kind === "failed" ? reply.hint : "none");

describe.each(ROWS)("$name", (row) => {
  const places = PLACES[row.endpoint];
  const answer = serves.answers('{"a":1}');

  test("gets its key, the schema and the effort, and returns text, reasoning and every kind of token", async () => {
    const usage = {
      input_tokens: 100,
      output_tokens: 50,
      cached_tokens: 40,
      cache_write_tokens: 20,
      reasoning_tokens: 30,
    };
    const script = [serves.answers('{"a":1}', { usage, reasoning: ["Think", "ing."] })];
    const { ask, server, sentAt, reasoning, exchanges, events } = await rowScene(row, script, {
      reasoning_effort: "medium",
    });
    expect(await ask()).toEqual({
      kind: "answered",
      text: '{"a":1}',
      reasoning: "Thinking.",
      usage,
      model: "scripted-1",
      costUsd: exchanges[0]?.cost_usd ?? undefined,
    });
    expect(reasoning.join("")).toBe(places.streams ? "Thinking.\n\n" : "");
    expect(server.requests).toMatchObject([
      { path: places.path, headers: { authorization: `Bearer ${KEY}` }, prompt: "Answer in JSON." },
    ]);
    expect(sentAt(["model"])).toEqual([row.model.replace(/^.*[:/]/, "")]);
    expect(sentAt(places.schema)).toEqual([SCHEMA.schema]);
    expect(sentAt(places.effort)).toEqual(["medium"]);
    expect(sentAt([places.budget])).toEqual([budgetOf(row)]);
    expect(sentAt(["stream"])).toEqual([places.streams ? true : undefined]);
    expect(exchanges).toMatchObject([{ model: "scripted-1", provider: row.provider, request: { model: row.model } }]);
    expect(events.at(-1)).toMatchObject({ provider: row.provider, asked_model: row.model, usage });
  });

  test("gets a conversation message by message, without its secret", async () => {
    const { ask, server, sentAt, exchanges } = await rowScene(row, [answer]);
    const messages = [
      { role: "user", content: "Which file?", stableLengths: [11] },
      { role: "assistant", content: "a.txt" },
      { role: "user", content: `It holds ${KEY}.`, stableContent: "It holds a key." },
    ] as const;
    expect(text(await ask({ messages }))).toBe('{"a":1}');
    const said = ["Which file?", "a.txt", "It holds [redacted by llmch]."];
    const place = row.endpoint === "responses" ? "input" : "messages";
    const roles = ["user", "assistant", "user"];
    expect(sentAt([place])).toMatchObject([roles.map((role) => ({ role }))]);
    expect(server.requests[0]?.prompt.replaceAll("\n", "")).toBe(said.join(""));
    const recorded = roles.map((role, index) => ({ role, content: said[index] }));
    expect(exchanges).toMatchObject([{ request: { messages: recorded } }]);
  });

  test("gets only instructions from then on if it refuses structure", async () => {
    const { ask, bodies, retries } = await rowScene(row, [answer], { refuses: ["json_schema", "json_object"] });
    expect(text(await ask())).toBe('{"a":1}');
    const first = bodies().length;
    expect(JSON.stringify(bodies().at(-1))).not.toContain("json_");
    await ask();
    expect(bodies()).toHaveLength(first + 1);
    expect(retries()).toHaveLength(first - 1);
  });

  test("is asked without an effort or a temperature from then on if it refuses them", async () => {
    const { ask, sentAt, retries } = await rowScene(row, [answer], {
      refuses: [places.effortName, "thinking", "temperature"],
      reasoning_effort: "high",
      temperature: 0.5,
    });
    await ask();
    const asked = retries().length + 1;
    expect(asked).toBeGreaterThan(1);
    await ask();
    expect(sentAt(places.effort).filter((effort) => effort === "high")).not.toHaveLength(0);
    expect(sentAt(places.effort).slice(asked - 1)).toEqual([undefined, undefined]);
    expect(sentAt(["temperature"]).some((sent) => sent === 0.5)).toBe(row.hasTemperature);
    expect(sentAt(["temperature"]).slice(asked - 1)).toEqual([undefined, undefined]);
  });

  test("is waited for as long as it asks, in every form of Retry-After", async () => {
    const script = [...PAUSES.map(([headers]) => serves.status(429, { headers })), answer];
    const time = { ...systemTime, epochMs: () => NOW, wait: async () => {} };
    const transport = { retries: PAUSES.length, retryBaseMs: 60_000, maxWaitMs: 60_000 };
    const { ask, pauses } = await rowScene(row, script, { transport, time });
    expect(text(await ask())).toBe('{"a":1}');
    expect(pauses()).toEqual(PAUSES.map(([, ms]) => ms));
  });

  test("is not waited for if it asks for hours, and the end of that usage limit is told", async () => {
    const time = { ...systemTime, epochMs: () => NOW, wait: async () => {} };
    const limited = serves.status(429, { headers: { "retry-after": "7200" } });
    const { ask, bodies, events } = await rowScene(row, [limited], { time });
    const until = new Date(NOW + 7_200_000).toISOString();
    expect(await ask()).toMatchObject({ reason: "unreachable", until, message: expect.stringContaining(until) });
    expect(bodies()).toHaveLength(1);
    expect(events.at(-1)).toMatchObject({ type: "model_failed", until });
  });

  test("is asked again if it is overloaded, until the retries are used up", async () => {
    const { ask, retries } = await rowScene(row, [serves.status(503), serves.status(529), answer]);
    expect(text(await ask())).toBe('{"a":1}');
    expect(retries()).toEqual([503, 529].map((code) => `the server answers ${code} (scripted ${code})`));
    const always = await rowScene(row, [serves.status(529)]);
    expect(reason(await always.ask())).toBe("unreachable");
    expect(always.bodies()).toHaveLength(4);
    expect(always.events.at(-1)?.type).toBe("model_failed");
    expect(always.exchanges).toEqual([]);
  });

  test.each([
    ["is cut at its first byte", serves.cutsAt(1, '{"half":1}')],
    ["is cut in the middle", serves.cutsAt(250, '{"half":1}')],
    ["is a connection that drops", serves.drops()],
    ["ends after its headers", serves.dropsAfterHeaders()],
    ["is a page of HTML", serves.htmlPage()],
    ["is a proxy's page", serves.htmlPage(502)],
    ["is empty", serves.text("", "application/json")],
    ["is JSON of another kind", serves.json({ hello: "world" })],
    ["nests without end", serves.text(`${'{"a":'.repeat(9_000)}1${"}".repeat(9_000)}`, "application/json")],
  ])("is asked again if its answer %s", async (_, step) => {
    const { ask, bodies } = await rowScene(row, [step, answer]);
    expect(text(await ask())).toBe('{"a":1}');
    expect(bodies().length).toBeGreaterThan(1);
  });

  test("is not waited for forever if it stays silent", async () => {
    const transport = { totalMs: { planner: 60, factory: 60 } };
    const { ask } = await rowScene(row, [serves.silence(), answer], { transport });
    expect(reason(await ask())).toBe("unreachable");
  });

  test("answers in text that does not parse if it refuses or calls a tool, and fails at its filter", async () => {
    const script = [
      serves.answers("I cannot help with that.", { kind: "refusal" }),
      serves.answers("", { calls: [{ id: "1", name: "edit", arguments: "{}" }] }),
      serves.answers("half", { ending: "filtered", why: `${"no recipes ".repeat(25)} ${KEY}` }),
    ];
    const { ask } = await rowScene(row, script);
    expect(text(await ask())).toBe("I cannot help with that.");
    expect(text(await ask())).toBe("");
    const filtered = await ask();
    expect(reason(filtered)).toBe("refused-request");
    expect(text(filtered)).toMatch(/content filter(?: \((?:no recipes )+\[redacted by llmch\]\))?$/);
  });

  test("is asked once more with twice the tokens if its answer is cut, and both are counted", async () => {
    const { ask, sentAt } = await rowScene(row, [serves.answers('{"a":', { ending: "cut" }), answer]);
    const reply = await ask();
    expect(text(reply)).toBe('{"a":1}');
    expect(reply).toMatchObject({ usage: { input_tokens: 20, output_tokens: 10, cached_tokens: 4 } });
    expect(sentAt([places.budget])).toEqual([budgetOf(row), 2 * budgetOf(row)]);
  });

  test("gets no larger budget than it accepts", async () => {
    const most = "max_tokens is too large: 64000 > 8192, which is the maximum allowed number of output tokens";
    const script = [serves.status(400, { message: most }), serves.answers("{", { ending: "cut" })];
    const { ask, sentAt } = await rowScene(row, script);
    await ask();
    expect(sentAt([places.budget])).toEqual([budgetOf(row), 8192]);
  });

  test.each([
    ["a refused key", serves.status(401, { message: `bad key ${KEY}` }), "refused-key", row.keyVariable],
    ["a forbidden model", serves.status(403), "refused-key", row.keyVariable],
    ["a model that is missing", serves.status(404, { code: "model_not_found" }), "not-served", "the model's name"],
    ["a prompt that is too long", places.tooLong, "refused-request", "a model with a larger context"],
    ["a redirect", serves.redirects("http://localhost:1/?secret=1"), "not-served", "the server's own address"],
    ["a quota that is used up", serves.status(402), "unreachable", "add credit"],
    ["a refusal that nests", serves.text(`{"error":${"[".repeat(9_000)}`, "text/plain", 400), "not-accepted", "name"],
  ])("%s is reported with its hint, and not retried", async (_, step, expected, words) => {
    const { ask, bodies, events } = await rowScene(row, [step, answer]);
    const reply = await ask();
    expect(reason(reply)).toBe(expected);
    expect(hint(reply)).toContain(words);
    expect(JSON.stringify([reply, events])).not.toContain(KEY);
    expect(text(reply)).toMatch(/^failed: the model server at 127\.0\.0\.1:\d+ [^\n]+$/);
    expect(bodies()).toHaveLength(1);
  });
});
