import { randomUUID } from "node:crypto";
import { isAbsolute } from "node:path";
import { addAbortSignal, type Readable } from "node:stream";
import { createPeer } from "@llmch/acp";
import { type Keys, perform, type RunScene, repoAround, type World } from "@llmch/app";
import { createRedactor, type JsonObject, messageOf, objectMember, textMember } from "@llmch/text";
import { clientOf } from "./client.ts";
import { fenced } from "./content.ts";
import { editorFace } from "./face.ts";
import { AVAILABLE_COMMANDS, askedFor } from "./request.ts";

/** An installation of llmch that an editor has started. */
interface EditorHost extends Pick<World, "version" | "templates" | "keys" | "signal"> {
  /** What is about to be carried out, as a terminal shows it. */
  scene(scene: RunScene): Promise<string>;
  /** What llmch prints for a command line that only looks, in that folder. */
  print(argv: readonly string[], cwd: string): Promise<string>;
  note(sentence: string): void;
}

interface Session {
  readonly sessionId: string;
  /** Absolute. */
  readonly cwd: string;
  /** What is carried out for a prompt, and what ends it. */
  turn: Promise<JsonObject> | null;
  ending: AbortController;
}

/**
 * Speaks ACP with an editor (contract §11), until that closes its end or the signal comes: then what it began is ended too, as by Ctrl-C.
 * @param write takes the frames, which hold no key
 */
export const serveEditor = async (host: EditorHost, stdin: Readable, write: (line: string) => void): Promise<void> => {
  const sessions = new Map<string, Session>();
  let name: string | null = null;
  // The settings of any session may name further keys.
  const secrets = new Set<string>();
  let redactor = createRedactor([]);
  const keep = (kept: Keys): Keys => {
    for (const secret of kept.secrets) secrets.add(secret);
    redactor = createRedactor([...secrets]);
    return { ...kept, with: (variables) => keep(kept.with(variables)) };
  };
  const keys = keep(host.keys);
  const note = (sentence: string): void => host.note(redactor.text(sentence));

  const carryOut = async ({ sessionId, cwd }: Session, prompt: JsonObject, signal: AbortSignal): Promise<void> => {
    const { version, templates, scene, print } = host;
    const shown = { root: repoAround(cwd) ?? cwd, scene, patchOf: (run: string) => print(["diff", run], cwd) };
    const face = editorFace(clientOf(peer, { sessionId, name }, signal), shown);
    const warn = (sentence: string): void => face.says(`warning: ${sentence}`);
    const place = { cwd, here: ".", asksUser: true, reasoning: () => {} };
    const asked = askedFor(prompt);
    if (asked === null) return face.says("Say what is to be built, or begin with /run-all, /plan, /resume or /ask.");
    // No person has seen what is planned here (contract §11) until they approve it. An editor's settings and modes say nothing.
    const outcome = await perform(
      { ...asked, given: {}, by: "program" },
      { ...place, version, templates, keys, signal, face, warn },
    );
    const { result, errors = [], runId = Object(result).runId } = outcome;
    await face.settled();
    const why = errors.map(({ message, ...more }) => ("hint" in more ? `${message}: ${more.hint}` : message));
    const isTold = runId == null || errors.some(({ code }) => code === "declined");
    face.says(fenced(isTold ? why.join("\n") : await print(["show", runId], cwd)));
  };
  const prompted = async (session: Session, prompt: JsonObject): Promise<JsonObject> => {
    session.ending = new AbortController();
    const signal = AbortSignal.any([host.signal, session.ending.signal]);
    try {
      await carryOut(session, prompt, signal);
      return { stopReason: signal.aborted ? "cancelled" : "end_turn" };
    } catch (fault) {
      return { error: { code: -32603, message: `unexpected: ${messageOf(fault)}` } };
    } finally {
      session.turn = null;
    }
  };

  const invalid = (message: string): JsonObject => ({ error: { code: -32602, message } });
  const answers: Readonly<Record<string, (params: JsonObject) => JsonObject | Promise<JsonObject>>> = {
    initialize: (params) => {
      name = textMember(objectMember(params, "clientInfo"), "name");
      const agentInfo = { name: "llmch", title: "llmch", version: host.version };
      const promptCapabilities = { image: false, audio: false, embeddedContext: false };
      return { protocolVersion: 1, agentInfo, agentCapabilities: { promptCapabilities }, authMethods: [] };
    },
    "session/new": (params) => {
      const [sessionId, cwd] = [randomUUID(), textMember(params, "cwd") ?? ""];
      if (!isAbsolute(cwd)) return invalid("cwd must be an absolute path");
      sessions.set(sessionId, { sessionId, cwd, turn: null, ending: new AbortController() });
      const update = { sessionUpdate: "available_commands_update", availableCommands: AVAILABLE_COMMANDS };
      // Once the client knows the session.
      setImmediate(() => peer.notify("session/update", { sessionId, update }));
      return { sessionId };
    },
    "session/prompt": (params) => {
      const session = sessions.get(textMember(params, "sessionId") ?? "");
      if (session === undefined) return invalid("there is no such session");
      if (session.turn !== null) return invalid("the session works on another prompt: cancel it, or wait");
      session.turn = prompted(session, params);
      return session.turn;
    },
  };
  const peer = createPeer({
    say: (line) => write(redactor.text(line)),
    onRequest: (method, params) => (Object.hasOwn(answers, method) ? (answers[method]?.(params) ?? null) : null),
    onNotice: (method, params) => {
      if (method === "session/cancel") sessions.get(textMember(params, "sessionId") ?? "")?.ending.abort();
    },
    onFault: ({ method, message }) => {
      note(`${method} was refused: ${message}`);
      // Nobody can be asked, so nobody says anything.
      return {};
    },
    onStray: (line) => {
      note(`this is no message of ACP: ${line}`);
      peer.refuse("no message of ACP, or one of more than 8 MB");
    },
  });
  try {
    for await (const piece of addAbortSignal(host.signal, stdin).setEncoding("utf8")) peer.hear(String(piece));
  } catch {
    // The signal came, or nobody is left to hear.
  }
  for (const { ending } of sessions.values()) ending.abort();
  await Promise.all([...sessions.values()].map(({ turn }) => turn));
};
