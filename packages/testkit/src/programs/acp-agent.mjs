// An agent over ACP that carries an order out as its first argument says, in the folder where its session is. It keeps what it hears and what it
// is answered in `frames.ndjson` beside itself.
import { spawn } from "node:child_process";
import { appendFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const [, , act = "edits"] = process.argv;
const log = join(dirname(fileURLToPath(import.meta.url)), "frames.ndjson");
const sessionId = "s-1";
const OPTIONS = ["allow_always", "allow_once", "reject_always", "reject_once"].map((kind) => ({
  ...{ optionId: kind, name: kind, kind },
}));
const waiting = new Map();
let [cwd, asked, cancelled] = ["", 0, () => {}];

const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
const update = (fields) => send({ method: "session/update", params: { sessionId, update: fields } });
const say = (text) => update({ sessionUpdate: "agent_message_chunk", content: { type: "text", text } });
const costs = (amount, currency = "USD") =>
  update({ sessionUpdate: "usage_update", used: 100, size: 1000, cost: { amount, currency } });
const request = (method, params) =>
  new Promise((resolve) => {
    waiting.set(`a-${asked}`, resolve);
    send({ id: `a-${asked++}`, method, params: { sessionId, ...params } });
  });
const permission = (toolCallId, kind, paths) => {
  const locations = paths.map((path) => ({ path: join(cwd, path) }));
  const toolCall = { toolCallId, kind, title: `${kind} ${paths}`, locations };
  return request("session/request_permission", { toolCall, options: OPTIONS });
};
const greet = () => {
  update({ sessionUpdate: "tool_call", toolCallId: "t-1", title: "Write greet.js", kind: "edit", status: "pending" });
  writeFileSync(join(cwd, "greet.js"), "export const greet = () => 'hello';\n");
  say("Wrote what the ");
  say("order says.");
};
const untilCancelled = () =>
  new Promise((resolve) => {
    cancelled = resolve;
  });
/** Other tests leave such children too. */
const argv0 = `${fileURLToPath(import.meta.url)}-child`;
const child = () => spawn("sleep", ["4322"], { detached: true, stdio: "ignore", argv0 }).unref();
const USAGE = { totalTokens: 1500, inputTokens: 1000, outputTokens: 200, thoughtTokens: 100, cachedReadTokens: 200 };
const ended = (stopReason = "end_turn", more = {}) => ({ stopReason, ...more });

/** What it does with a prompt: each returns the answer, or never. */
const ACTS = {
  edits: () => {
    greet();
    costs(0.25);
    return ended("end_turn", { usage: USAGE });
  },
  nothing: () => ended(),
  untold: () => {
    greet();
    return ended();
  },
  "by-model": () => {
    greet();
    const token_count = { input_tokens: 1_000_000, output_tokens: 0 };
    return ended("end_turn", { _meta: { quota: { token_count, model_usage: [{ model: "g-pro", token_count }] } } });
  },
  asks: async () => {
    await permission("t-1", "edit", ["notes.md"]);
    await permission("t-2", "edit", ["greet.js"]);
    await permission("t-3", "execute", []);
    await permission("t-4", "read", ["README.md"]);
    await request("fs/read_text_file", { path: join(cwd, "README.md") });
    return ACTS.edits();
  },
  costly: async () => {
    greet();
    costs(0.5);
    costs(2);
    await untilCancelled();
    return ended("cancelled", { usage: USAGE });
  },
  deaf: () => {
    child();
    process.on("SIGTERM", () => {});
    costs(2);
    setInterval(() => {}, 1000);
    return new Promise(() => {});
  },
  lingers: () => {
    child();
    process.on("SIGTERM", () => {});
    setInterval(() => {}, 1000);
    return ACTS.edits();
  },
  exits: () => {
    greet();
    console.error("Error: the model cannot be asked");
    process.exit(7);
  },
  leaves: () => process.exit(0),
  rubbish: () => {
    for (let line = 0; line < 30; line++) console.log("Loading…");
    return new Promise(() => {});
  },
  chats: () => {
    console.log("Loaded cached credentials.");
    return ACTS.edits();
  },
  silent: () => {
    greet();
    return new Promise(() => setInterval(() => {}, 1000));
  },
  prints: () => {
    greet();
    const { AGENT_API_KEY, OPENAI_BASE_URL } = process.env;
    update({ sessionUpdate: "tool_call", toolCallId: "t-2", title: `Use ${AGENT_API_KEY}`, kind: "other" });
    say(`\n\nmy key is ${AGENT_API_KEY} at ${OPENAI_BASE_URL}`);
    return ended();
  },
  refusal: () => ended("refusal"),
  max_tokens: () => ended("max_tokens"),
  cancelled: () => ended("cancelled"),
};

const ANSWERS = {
  initialize: () => ({
    protocolVersion: act === "version-2" ? 2 : 1,
    agentInfo: { name: "scripted", title: "Scripted Agent", version: "1.2.3" },
    agentCapabilities: {},
    authMethods: [{ id: "key", name: "With a key" }],
  }),
  authenticate: () => ({}),
  "session/new": (params) => {
    cwd = params.cwd;
    const availableModes = ["ask", "code"].map((id) => ({ id, name: id }));
    return { sessionId, modes: { currentModeId: "ask", availableModes } };
  },
  "session/set_mode": () => ({}),
  "session/prompt": () => (ACTS[act] ?? ACTS.edits)(),
};

createInterface({ input: process.stdin }).on("line", async (line) => {
  appendFileSync(log, `${line}\n`);
  const { id, method, params, result, error } = JSON.parse(line);
  if (method === undefined) return waiting.get(id)?.(result ?? error);
  if (method === "session/cancel") return cancelled();
  if (method === "session/new" && act === "unsigned")
    return send({ id, error: { code: -32000, message: "Authentication required" } });
  if (!Object.hasOwn(ANSWERS, method)) return send({ id, error: { code: -32601, message: "Method not found" } });
  send({ id, result: await ANSWERS[method](params) });
});
