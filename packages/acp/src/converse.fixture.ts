import schema from "@agentclientprotocol/sdk/schema/v1/schema.json" with { type: "json" };
import unstable from "@agentclientprotocol/sdk/schema/v1/schema.unstable.json" with { type: "json" };
import type { Spending } from "@llmch/contract";
import { isJsonObject, type JsonObject, member, objectMember, readJson, textMember } from "@llmch/text";
import { Ajv2020 } from "ajv/dist/2020.js";
import { converse } from "./converse.ts";

/** Both of the SDK's schemas of version 1: what is said must meet each, what an agent tells of its spending stands in the second alone. */
export const judges = [schema, unstable].map((each) => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false });
  ajv.addSchema(each, "acp");
  const defined = Object.entries<JsonObject>(each.$defs as unknown as Record<string, JsonObject>);
  return (method: string, kind: "Request" | "Notification" | "Response", value: JsonObject): string | null => {
    const name = defined.find(([known, def]) => known.endsWith(kind) && textMember(def, "x-method") === method)?.[0];
    if (name === undefined) return `${method} has no ${kind}`;
    const isValid = ajv.validate({ $ref: `acp#/$defs/${name}` }, value);
    return isValid ? null : `${name}: ${ajv.errorsText()}`;
  };
});
const [, judgeUnstable = () => null] = judges;

/** What a scripted agent answers, by method. `null` for nothing, `{ error }` for a refusal. */
export type Answers = Readonly<Record<string, JsonObject | null>>;

/** A conversation with an agent in memory. Every frame of either side is judged by the protocol's schemas. */
export const scripted = (
  answers: Answers,
  asked: Partial<Parameters<typeof converse>[0]> = {},
  onPrompt: (agent: {
    tell(update: JsonObject): void;
    ask(method: string, params: JsonObject): void;
  }) => void = () => {},
) => {
  const [faults, methods, replies, doing]: [string[], string[], JsonObject[], string[]] = [[], [], [], []];
  const spent: Spending[] = [];
  let requests = 0;
  const judged = (fault: string | null): void => void (fault === null || faults.push(fault));
  const conversation = converse({
    ...{ prompt: "Do it.", authenticate: null, mode: null, cwd: "/repo", allowed: ["greet.js"], refusesUnseen: false },
    onDoing: (title) => void doing.push(title),
    onSpending: (spending) => {
      spent.push(spending);
      return false;
    },
    ...asked,
  });
  const hear = (message: JsonObject): void => conversation.hear(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const agent = {
    tell: (update: JsonObject): void => {
      const params = { sessionId: "s", update };
      judged(judgeUnstable("session/update", "Notification", params));
      hear({ method: "session/update", params });
    },
    ask: (method: string, params: JsonObject): void => hear({ id: `a-${requests++}`, method, params }),
  };
  const heard = (line: string): void => {
    const message = readJson(line);
    if (!message.ok || !isJsonObject(message.value)) throw new Error(`no message: ${line}`);
    const [id, method] = [member(message.value, "id"), textMember(message.value, "method")];
    (method === null ? replies : []).push(message.value);
    if (method === null) return;
    methods.push(method);
    const kind = id === undefined ? "Notification" : "Request";
    for (const judge of judges) judged(judge(method, kind, objectMember(message.value, "params")));
    if (method === "session/prompt") onPrompt(agent);
    const answer = method in answers ? (answers[method] ?? null) : {};
    if (id === undefined || answer === null) return;
    if (!("error" in answer)) judged(judgeUnstable(method, "Response", answer));
    hear({ id, ...("error" in answer ? answer : { result: answer }) });
  };
  // As from another process: an answer never comes while its request is still being written.
  conversation.begin((text) => queueMicrotask(() => heard(text)));
  return { conversation, agent, faults, methods, replies, doing, spent };
};

export const HELLO = {
  initialize: {
    protocolVersion: 1,
    agentInfo: { name: "scripted", title: "Scripted Agent", version: "1.2.3" },
    authMethods: [{ id: "key", name: "With a key" }],
  },
  "session/new": {
    sessionId: "s",
    modes: {
      currentModeId: "ask",
      availableModes: [
        { id: "ask", name: "Ask" },
        { id: "code", name: "Code" },
      ],
    },
  },
  "session/prompt": { stopReason: "end_turn" },
} satisfies Answers;
