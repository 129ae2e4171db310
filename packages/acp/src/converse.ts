import { type OnSpending, type Spending, UNTOLD } from "@llmch/contract";
import { type JsonObject, lastCharacters, numberMember, objectMember, objectsMember, textMember } from "@llmch/text";
import { createPeer, type Fault } from "./peer.ts";
import { type Permitting, permission, permits, type ToolCall, withMore } from "./permissions.ts";
import { costIn, withAnswer } from "./spending.ts";

/** What an agent is asked, and who listens meanwhile. */
export interface Asked extends Permitting {
  /** Null if it is only to introduce itself. */
  readonly prompt: string | null;
  /** The way to sign in, and the session's mode, that the user's settings name; null for none. */
  readonly authenticate: string | null;
  readonly mode: string | null;
  /** Called with the title of each use of a tool. */
  readonly onDoing: (title: string) => void;
  readonly onSpending: OnSpending;
}

/** How a conversation ended. */
export type End =
  /** The agent's turn is over, for the reason that it gives; null if there was no prompt. */
  | { readonly kind: "done"; readonly stopReason: string | null }
  | ({ readonly kind: "fault" } & Fault)
  | { readonly kind: "not-acp"; readonly said: string }
  /** It may spend no more, and was told to stop. */
  | { readonly kind: "limit" }
  | { readonly kind: "gone" };

/** What an agent said so far. */
export interface Said {
  /** Its last words to the user. */
  readonly words: string;
  readonly spending: Spending;
  readonly name: string;
  /** The modes of a session, and the ways to sign in. */
  readonly modes: readonly string[];
  readonly methods: readonly string[];
}

const VERSION = 1;
const NO_CAPABILITIES = { fs: { readTextFile: false, writeTextFile: false }, terminal: false };
const MOST_WORDS = 10_000;
/** Some agents print lines of a log, which are passed over; one that prints little else does not speak ACP. */
const MOST_STRAY_LINES = 20;

/** A conversation with one agent: one session, and one prompt (contract §11). */
export const converse = (asked: Asked) => {
  const calls = new Map<string, ToolCall>();
  let write = (_text: string): void => {};
  let said: Said = { words: "", spending: UNTOLD, name: "", modes: [], methods: [] };
  let [sessionId, strayLines, isCancelled] = ["", 0, false];
  let resolve = (_end: End): void => {};
  const ended = new Promise<End>((each) => {
    resolve = each;
  });
  const finish = (end: End): void => resolve(isCancelled ? { kind: "limit" } : end);

  const noted = (message: JsonObject): ToolCall => {
    const id = textMember(message, "toolCallId") ?? "";
    const call = withMore(calls.get(id), message);
    calls.set(id, call);
    return call;
  };
  const updates: Readonly<Record<string, (message: JsonObject) => void>> = {
    agent_message_chunk: (message) => {
      const text = textMember(objectMember(message, "content"), "text") ?? "";
      said = { ...said, words: lastCharacters(said.words + text, MOST_WORDS) };
    },
    tool_call: (message) => {
      // What it says after a tool is a paragraph of its own.
      said = { ...said, words: `${said.words}\n\n` };
      updates.tool_call_update?.(message);
    },
    tool_call_update: (message) => {
      noted(message);
      const title = textMember(message, "title");
      if (title !== null) asked.onDoing(title);
    },
    usage_update: (message) => {
      said = { ...said, spending: { ...said.spending, costUsd: costIn(message) ?? said.spending.costUsd } };
      if (isCancelled || !asked.onSpending(said.spending)) return;
      isCancelled = true;
      peer.notify("session/cancel", { sessionId });
    },
  };
  const peer = createPeer({
    say: (line) => write(line),
    onRequest: (method, params) => {
      if (method !== "session/request_permission") return null;
      return permission(params, permits(noted(objectMember(params, "toolCall")), asked), isCancelled);
    },
    onNotice: (method, params) => {
      const message = objectMember(params, "update");
      const kind = textMember(message, "sessionUpdate") ?? "";
      if (method === "session/update" && Object.hasOwn(updates, kind)) updates[kind]?.(message);
    },
    onFault: (fault) => {
      finish({ kind: "fault", ...fault });
      return null;
    },
    onStray: (line) => {
      if (++strayLines > MOST_STRAY_LINES) finish({ kind: "not-acp", said: line });
    },
  });

  const steps = async (): Promise<End> => {
    const hello = await peer.request("initialize", { protocolVersion: VERSION, clientCapabilities: NO_CAPABILITIES });
    const version = numberMember(hello, "protocolVersion");
    if (version !== VERSION) return { kind: "not-acp", said: `it offers version ${version ?? "unknown"}` };
    const { name, title = name, version: its } = objectMember(hello, "agentInfo");
    said = { ...said, name: [title, its].filter(Boolean).join(" "), methods: namesIn(hello, "authMethods", "id") };
    if (asked.authenticate !== null) await peer.request("authenticate", { methodId: asked.authenticate });
    const session = await peer.request("session/new", { cwd: asked.cwd, mcpServers: [] });
    sessionId = textMember(session, "sessionId") ?? "";
    const options = objectsMember(session, "configOptions").filter((each) => textMember(each, "category") === "mode");
    const listed = options.flatMap((each) => namesIn(each, "options", "value"));
    const modes = namesIn(objectMember(session, "modes"), "availableModes", "id");
    said = { ...said, modes: [...new Set([...modes, ...listed])] };
    if (asked.mode !== null) await peer.request("session/set_mode", { sessionId, modeId: asked.mode });
    if (asked.prompt === null) return { kind: "done", stopReason: null };
    const prompt = [{ type: "text", text: asked.prompt }];
    const answer = await peer.request("session/prompt", { sessionId, prompt });
    said = { ...said, spending: withAnswer(said.spending, answer) };
    return { kind: "done", stopReason: textMember(answer, "stopReason") ?? "no reason" };
  };

  return {
    /** Asks, once the agent runs. */
    begin: (say: (text: string) => void): void => {
      write = say;
      void steps().then(finish);
    },
    /** Takes a piece of what it prints. */
    hear: peer.hear,
    /** Nothing more can be heard: what is not over ends now. */
    hangUp: (): void => finish({ kind: "gone" }),
    ended,
    said: (): Said => said,
  };
};

const namesIn = (object: JsonObject, list: string, name: string): readonly string[] =>
  objectsMember(object, list).flatMap((each) => textMember(each, name) ?? []);
