import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import type { EventBody, Exchange, ModelReply, ModelRequest, ModelRole } from "@llmch/contract";
import { type ModelServer, type ModelServerOptions, serves, startModelServer } from "@llmch/testkit";
import { afterEach, expect, test } from "vitest";
import { createGateway, createRedactor, DEFAULT_MODELS, type TransportSettings } from "./index.ts";

const KEY = "sk-canary-0123456789abcdef";
const SCHEMA = {
  name: "answer",
  schema: { type: "object", properties: {}, required: [], additionalProperties: false },
};

const open: ModelServer[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

const settingsFor = (baseUrl: string): TransportSettings => ({
  apiKey: KEY,
  baseUrl,
  retryBaseMs: 1,
  pollIntervalMs: 1,
  connectMs: 500,
  idleMs: 5_000,
  totalMs: { planner: 10_000, factory: 10_000 },
});

const requestOf = (role: ModelRole, details: Partial<ModelRequest> = {}): ModelRequest => ({
  key: role === "planner" ? "plan/attempt-1" : "WO-01/attempt-1",
  role,
  prompt: "Answer in JSON.",
  stablePrompt: "Answer in JSON.",
  answerSchema: SCHEMA,
  ...details,
});

/** A gateway over a scripted server, and everything that came out of it. */
const scene = async (script: ModelServerOptions, overrides: Partial<TransportSettings> = {}) => {
  const server = await startModelServer(script);
  open.push(server);
  const exchanges: Exchange[] = [];
  const events: EventBody[] = [];
  const reasoning: string[] = [];
  const interrupt = new AbortController();
  const gateway = createGateway({
    source: { kind: "live", settings: { ...settingsFor(server.url), ...overrides } },
    models: DEFAULT_MODELS,
    signal: interrupt.signal,
    redactor: createRedactor([KEY]),
    record: async (exchange) => void exchanges.push(exchange),
    emit: async (event) => void events.push(event),
    onReasoning: (text) => reasoning.push(text),
  });
  const ask = (role: ModelRole, details?: Partial<ModelRequest>): Promise<ModelReply> =>
    gateway.ask(requestOf(role, details));
  const sent = () => server.requests.map(({ method, path, body }) => ({ method, path, body }));
  const ways = () =>
    server.requests.map(({ method, path, body }) =>
      method === "GET" ? "poll" : path === "/responses" ? deliveryOf(body) : "chat",
    );
  const retries = () => events.flatMap((event) => (event.type === "model_retried" ? [event.reason] : []));
  return { server, ask, exchanges, events, reasoning, interrupt, sent, ways, retries };
};

const deliveryOf = (body: { readonly [key: string]: unknown }): string => {
  if (body.stream === true) return "stream";
  return body.background === true ? "background" : "plain";
};

const text = (reply: ModelReply): string => (reply.kind === "answered" ? reply.text : `failed: ${reply.message}`);
const reason = (reply: ModelReply): string => (reply.kind === "failed" ? reply.reason : `answered: ${reply.text}`);

test("the planner streams Responses with its effort, its schema and its key, and passes the reasoning on", async () => {
  const { ask, server, reasoning, exchanges, events } = await scene({
    responses: [serves.answers('{"a":1}', { reasoning: ["Think", "ing."] })],
  });
  const reply = await ask("planner");
  expect(reply).toEqual({
    kind: "answered",
    text: '{"a":1}',
    reasoning: "Thinking.",
    usage: { input_tokens: 10, output_tokens: 5, cached_tokens: 2 },
    model: "scripted-1",
  });
  expect(reasoning.join("")).toBe("Thinking.\n\n");
  expect(server.requests).toHaveLength(1);
  expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
  expect(server.requests[0]?.body).toEqual({
    model: "gpt-5.2-codex",
    input: "Answer in JSON.",
    text: { format: { type: "json_schema", ...SCHEMA, strict: true } },
    reasoning: { effort: "medium", summary: "auto" },
    max_output_tokens: 64_000,
    stream: true,
  });
  expect(exchanges).toEqual([
    {
      key: "plan/attempt-1",
      request_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      request: {
        role: "planner",
        model: "gpt-5.2-codex",
        reasoning_effort: "medium",
        answer_schema: "answer",
        prompt: "Answer in JSON.",
      },
      response: { text: '{"a":1}', reasoning: "Thinking." },
      usage: { input_tokens: 10, output_tokens: 5, cached_tokens: 2 },
      model: "scripted-1",
      provider: "openai",
      duration_ms: expect.any(Number),
    },
  ]);
  expect(events.map(({ type }) => type)).toEqual(["model_asked", "model_answered"]);
});

test("the factory speaks Chat Completions with its temperature and its schema", async () => {
  const { ask, sent, exchanges } = await scene({ chat: [serves.answers('{"b":2}')] });
  expect(text(await ask("factory"))).toBe('{"b":2}');
  expect(sent()).toEqual([
    {
      method: "POST",
      path: "/chat/completions",
      body: {
        model: "gpt-5.2",
        messages: [{ role: "user", content: "Answer in JSON." }],
        temperature: 0,
        response_format: { type: "json_schema", json_schema: { ...SCHEMA, strict: true } },
        max_completion_tokens: 64_000,
      },
    },
  ]);
  expect(exchanges[0]?.usage).toEqual({ input_tokens: 10, output_tokens: 5, cached_tokens: 2 });
});

test("without a schema any JSON is asked for", async () => {
  const { ask, server } = await scene({ chat: [serves.answers("{}")], responses: [serves.answers("{}")] });
  await ask("factory", { answerSchema: null });
  await ask("planner", { answerSchema: null });
  expect(server.requests[0]?.body.response_format).toEqual({ type: "json_object" });
  expect(server.requests[1]?.body.text).toEqual({ format: { type: "json_object" } });
});

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

test("a quota that is used up is said", async () => {
  const { ask } = await scene({ chat: [serves.status(429, { code: "insufficient_quota" })] });
  expect(text(await ask("factory"))).toContain("quota is used up");
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

test("an answer that is cut on the wire is never taken", async () => {
  for (const bytes of [1, 100, 300, 500, 600]) {
    const { ask } = await scene({ responses: [serves.cutsAt(bytes, '{"a":1}'), serves.answers("mended")] });
    expect(text(await ask("planner"))).toBe("mended");
  }
});

test("a compressed answer, which could unfold without end, is not read", async () => {
  const { ask } = await scene({ chat: [serves.raw("HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\n\r\n")] });
  expect(text(await ask("factory"))).toContain("compressed (gzip)");
});

test("an answer without end is not read to its end, nor asked for again", async () => {
  const { ask, server } = await scene({ chat: [serves.floods(40 * 1024 * 1024)] });
  expect(reason(await ask("factory"))).toBe("broken-answer");
  expect(server.requests).toHaveLength(1);
});

test("a server that is gone fails in one line that names it", async () => {
  const { ask, server } = await scene({});
  await server.close();
  open.splice(0);
  for (const role of ["planner", "factory"] as const) {
    const reply = await ask(role);
    expect(reason(reply)).toBe("unreachable");
    expect(text(reply)).toContain(`${new URL(server.url).host} gives no answer (connect ECONNREFUSED`);
    expect(text(reply)).not.toContain("\n");
  }
});

test("a host that nobody knows fails", async () => {
  const { ask } = await scene({}, { baseUrl: "http://nobody.invalid/v1" });
  expect(reason(await ask("factory"))).toBe("unreachable");
});

test.each([
  ["planner", serves.silence()],
  ["factory", serves.silence()],
  ["planner", serves.drips(5)],
  ["factory", serves.drips(5)],
] as const)("the %s does not wait beyond the total limit, drip or not", async (role, step) => {
  const { ask, server } = await scene(
    { responses: [step], chat: [step] },
    { totalMs: { planner: 60, factory: 60 }, idleMs: 10_000 },
  );
  const since = performance.now();
  expect(reason(await ask(role))).toBe("unreachable");
  expect(performance.now() - since).toBeLessThan(1_000);
  expect(server.requests).toHaveLength(1);
});

test("a stream that never begins is tried again", async () => {
  const { ask, ways, retries } = await scene({ responses: [serves.silence(), serves.answers("{}")] }, { idleMs: 30 });
  expect(text(await ask("planner"))).toBe("{}");
  expect(ways()).toEqual(["stream", "stream"]);
  expect(retries()).toEqual(["the server gives no answer (silent for 30 ms)"]);
});

test("an interrupt ends the question at once, wherever it stands", async () => {
  for (const step of [serves.silence(), serves.drips(5), serves.status(503, { headers: { "retry-after": "50" } })]) {
    for (const role of ["planner", "factory"] as const) {
      const { ask, interrupt, exchanges } = await scene({ responses: [step], chat: [step] });
      setTimeout(() => interrupt.abort(), 20);
      const since = performance.now();
      expect(reason(await ask(role))).toBe("interrupted");
      expect(performance.now() - since).toBeLessThan(1_000);
      expect(exchanges).toEqual([]);
    }
  }
});

test("an interrupt before the question sends nothing", async () => {
  const { ask, interrupt, server } = await scene({ chat: [serves.answers("{}")] });
  interrupt.abort();
  expect(reason(await ask("factory"))).toBe("interrupted");
  expect(server.requests).toEqual([]);
});

test("a broken stream whose answer is kept is fetched by its id", async () => {
  const { ask, ways, reasoning } = await scene({
    responses: [serves.breaksStream({ kept: '{"kept":1}', reasoning: ["Hm."] })],
  });
  expect(text(await ask("planner"))).toBe('{"kept":1}');
  expect(ways()).toEqual(["stream", "poll", "poll"]);
  expect(reasoning.join("")).toBe("Hm.\n\n");
});

test("a broken stream whose answer is lost is asked once more in background mode", async () => {
  const { ask, ways } = await scene({ responses: [serves.breaksStream(), serves.answers("again")] });
  expect(text(await ask("planner"))).toBe("again");
  expect(ways()).toEqual(["stream", "poll", "background", "poll", "poll"]);
});

test("a broken stream whose answer is never done is asked once more", async () => {
  const { ask, ways } = await scene(
    {
      responses: [serves.breaksStream(), serves.answers("again", {})],
      retrieve: ({ path }) =>
        path.endsWith("resp_1")
          ? serves.json({ id: "resp_1", status: "in_progress", output: [] })
          : serves.answers("again"),
    },
    { idleMs: 40, pollIntervalMs: 10 },
  );
  expect(text(await ask("planner"))).toBe("again");
  expect(ways().filter((way) => way !== "poll")).toEqual(["stream", "background"]);
});

test("an answer that failed under its id is asked for once more", async () => {
  const { ask, ways } = await scene({
    responses: [serves.breaksStream(), serves.answers("again")],
    retrieve: ({ path }) =>
      path.endsWith("resp_1") ? serves.json({ id: "resp_1", status: "cancelled" }) : serves.answers("again"),
  });
  expect(text(await ask("planner"))).toBe("again");
  expect(ways()).toEqual(["stream", "poll", "background", "poll"]);
});

test.each([
  ["ends without its last event", serves.endsStreamEarly()],
  ["falls silent", serves.fallsSilent()],
  ["holds an event that is no JSON", serves.malformedEvent()],
  ["ends after its headers", serves.dropsAfterHeaders()],
])("a stream that %s is mended in background mode", async (_, step) => {
  const { ask, ways } = await scene({ responses: [step, serves.answers("mended")] }, { idleMs: 60 });
  expect(text(await ask("planner"))).toBe("mended");
  expect(ways()[0]).toBe("stream");
  expect(ways()).toContain("background");
});

test("where background mode is refused, the second question is a plain one", async () => {
  const { ask, ways } = await scene({
    responses: [serves.endsStreamEarly(), serves.answers("plainly")],
    refuses: ["background"],
  });
  expect(text(await ask("planner"))).toBe("plainly");
  expect(ways()).toEqual(["stream", "poll", "background", "plain"]);
});

test("where the server forgets what it works on, it is asked plainly, and so from then on", async () => {
  const { ask, ways } = await scene({
    responses: [
      serves.malformedEvent(),
      serves.forgets(),
      serves.answers("one"),
      serves.malformedEvent(),
      serves.answers("two"),
    ],
  });
  expect(text(await ask("planner"))).toBe("one");
  expect(text(await ask("planner", { key: "plan/attempt-2" }))).toBe("two");
  expect(ways()).toEqual(["stream", "background", "poll", "plain", "stream", "plain"]);
});

test("a server that answers a stream request with JSON is read", async () => {
  const output = [{ type: "message", content: [{ type: "output_text", text: "whole" }] }];
  const { ask, ways } = await scene({ responses: [serves.json({ id: "r", status: "completed", output })] });
  expect(text(await ask("planner"))).toBe("whole");
  expect(ways()).toEqual(["stream"]);
});

test("an error inside a stream counts like its status", async () => {
  const limit = { status: "failed", error: { code: "rate_limit_exceeded", message: "slow down" } };
  const { ask, ways, retries } = await scene({
    responses: [
      serves.events(`data: ${JSON.stringify({ type: "response.failed", response: limit })}\n\n`),
      serves.events(`data: ${JSON.stringify({ type: "error", code: "server_error", message: "oops" })}\r\n\r\n`),
      serves.answers("{}"),
    ],
  });
  expect(text(await ask("planner"))).toBe("{}");
  expect(ways()).toEqual(["stream", "stream", "stream"]);
  expect(retries()).toEqual(["the server answers 429 (slow down)", "the server answers 500 (oops)"]);
});

test("an answer that is cut is asked for once more with twice the budget, and both are counted", async () => {
  for (const role of ["planner", "factory"] as const) {
    const cut = serves.answers('{"a":', { ending: "cut" });
    const script = [cut, serves.answers('{"a":1}')];
    const { ask, server } = await scene({ responses: script, chat: script });
    const reply = await ask(role);
    expect(text(reply)).toBe('{"a":1}');
    expect(reply).toMatchObject({ usage: { input_tokens: 20, output_tokens: 10, cached_tokens: 4 } });
    const name = role === "planner" ? "max_output_tokens" : "max_completion_tokens";
    expect(server.requests.map(({ body }) => body[name])).toEqual([64_000, 128_000]);
  }
});

test("an answer that is cut twice: no plan, but an attempt of the factory", async () => {
  const script = [serves.answers('{"a":', { ending: "cut" })];
  const { ask, server } = await scene({ responses: script, chat: script });
  expect(reason(await ask("planner"))).toBe("incomplete");
  expect(text(await ask("factory"))).toBe('{"a":');
  expect(server.requests).toHaveLength(4);
});

test("refusals in words and calls of tools are answers that will not parse; a filter is a failure", async () => {
  for (const role of ["planner", "factory"] as const) {
    const script = [
      serves.answers("I cannot help with that.", { kind: "refusal" }),
      serves.answers("", { kind: "tool-call" }),
      serves.answers("", {}),
      serves.answers("half", { ending: "filtered" }),
    ];
    const { ask } = await scene({ responses: script, chat: script });
    expect(text(await ask(role))).toBe("I cannot help with that.");
    expect(text(await ask(role))).toBe("");
    expect(text(await ask(role))).toBe("");
    expect(reason(await ask(role))).toBe("refused-request");
  }
});

test("a server without Responses is asked through Chat Completions, also the next time", async () => {
  for (const code of [404, 405]) {
    const { ask, ways, server } = await scene({ responses: [serves.status(code)], chat: [serves.answers("{}")] });
    expect(text(await ask("planner"))).toBe("{}");
    expect(text(await ask("planner", { key: "plan/attempt-2" }))).toBe("{}");
    expect(ways()).toEqual(["stream", "chat", "chat"]);
    expect(server.requests[1]?.body).toMatchObject({ model: "gpt-5.2-codex", reasoning_effort: "medium" });
  }
});

test("structured output falls back to JSON mode, then to the prompt alone, and stays there", async () => {
  const { ask, server } = await scene({
    responses: [serves.answers("{}")],
    chat: [serves.answers("{}")],
    refuses: ["json_schema", "json_object"],
  });
  await ask("factory");
  await ask("factory");
  await ask("planner");
  expect(server.requests.map(({ body }) => JSON.stringify(body).match(/json_\w+/)?.[0] ?? "prompt alone")).toEqual([
    ...["json_schema", "json_object", "prompt alone"],
    "prompt alone",
    ...["json_schema", "json_object", "prompt alone"],
  ]);
});

test("a server that refuses everything optional is asked with the prompt alone", async () => {
  const { ask, server } = await scene({
    responses: [serves.answers("{}")],
    chat: [serves.answers("{}")],
    refuses: [
      "temperature",
      "max_tokens",
      "max_completion_tokens",
      "max_output_tokens",
      "json_schema",
      "json_object",
      "reasoning.summary",
      "reasoning.effort",
      "stream",
      "background",
    ],
  });
  expect(text(await ask("factory"))).toBe("{}");
  expect(server.requests.at(-1)?.body).toEqual({
    model: "gpt-5.2",
    messages: [{ role: "user", content: "Answer in JSON." }],
  });
  expect(text(await ask("planner"))).toBe("{}");
  expect(server.requests.at(-1)?.body).toEqual({ model: "gpt-5.2-codex", input: "Answer in JSON." });
});

test("max_tokens serves where max_completion_tokens is refused", async () => {
  const { ask, server } = await scene({ chat: [serves.answers("{}")], refuses: ["max_completion_tokens"] });
  await ask("factory");
  expect(server.requests.map(({ body }) => [body.max_completion_tokens, body.max_tokens])).toEqual([
    [64_000, undefined],
    [undefined, 64_000],
  ]);
});

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

test("nothing stays open when an answer is there, or none", async () => {
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
  const before = timers();
  const { ask, interrupt, server } = await scene({
    chat: [serves.answers("{}"), serves.htmlPage(400), serves.silence()],
    responses: [serves.breaksStream(), serves.answers("{}")],
  });
  await ask("factory");
  await ask("planner");
  await ask("factory");
  expect(server.requests).toHaveLength(7);
  setTimeout(() => interrupt.abort(), 5);
  await ask("factory");
  await expect.poll(() => server.connections()).toBe(0);
  await expect.poll(timers).toBeLessThanOrEqual(before);
});

test("a handshake that never ends is given up", async () => {
  const silent = createServer().listen(0, "127.0.0.1");
  await once(silent, "listening");
  const { port } = silent.address() as AddressInfo;
  const { ask } = await scene({}, { baseUrl: `https://127.0.0.1:${port}/v1`, connectMs: 20 });
  expect(text(await ask("factory"))).toContain("no connection within 20 ms");
  silent.close();
});
