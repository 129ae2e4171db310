import type { ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import type { JsonObject, JsonValue } from "@llmch/text";
import { pendingEnvelope, responseEnvelope, type ScriptedAnswer } from "./envelopes.ts";
import type { SeenRequest } from "./seen-request.ts";
import { type WireFormat, wireFormat } from "./wires.ts";

/** What a step may use to serve one request. */
export interface Turn {
  readonly request: SeenRequest;
  readonly response: ServerResponse;
  /** A fresh id for the answer. */
  readonly id: string;
  /** Keeps the answers of `GET /responses/{id}`: one for each request, with the last one repeated. */
  keep(id: string, standings: readonly JsonObject[]): void;
}

/** How the server serves one request: properly, or with one fault. */
export type Step = (turn: Turn) => void | Promise<void>;

const DEFAULT_ANSWER: ScriptedAnswer = {
  text: "",
  model: "scripted-1",
  reasoning: [],
  usage: { input_tokens: 10, output_tokens: 5, cached_tokens: 2 },
  ending: "whole",
  why: null,
  kind: "content",
  calls: [],
};

const formatOf = ({ request }: Turn): WireFormat => wireFormat(request.path);
const isStreamed = ({ request }: Turn): boolean => request.body.stream === true;

const sendJson = ({ response }: Turn, status: number, value: JsonValue, headers: Record<string, string> = {}): void => {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(value));
};

const wholeStream = (turn: Turn, answer: ScriptedAnswer): string =>
  [...formatOf(turn).opening(turn.id, answer), formatOf(turn).closing(turn.id, answer)].join("");

const openStream = ({ response }: Turn): void => {
  response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
};

/** Writes, and waits until the bytes are on the wire, so that a connection cut afterwards has delivered them. */
const written = (response: ServerResponse, text: string): Promise<void> =>
  new Promise((resolve) => {
    response.write(text, () => setImmediate(resolve));
  });

/** Answers in the requested way: chat, stream, background (one poll finds it in progress), or in one piece. */
export const answers =
  (text: string, details: Partial<ScriptedAnswer> = {}): Step =>
  (turn) => {
    const answer = { ...DEFAULT_ANSWER, ...details, text };
    if (isStreamed(turn)) {
      openStream(turn);
      turn.response.end(wholeStream(turn, answer));
      return;
    }
    if (turn.request.body.background !== true) return sendJson(turn, 200, formatOf(turn).whole(turn.id, answer));
    turn.keep(turn.id, [pendingEnvelope(turn.id, answer.model), responseEnvelope(turn.id, answer)]);
    sendJson(turn, 200, { ...pendingEnvelope(turn.id, answer.model), status: "queued" });
  };

/** Answers a background request, and then no longer knows the id. */
export const forgets = (): Step => (turn) =>
  sendJson(turn, 200, { ...pendingEnvelope(turn.id, DEFAULT_ANSWER.model), status: "queued" });

/** Refuses with a status, in the words of the protocol or with the test's own body. */
export const status =
  (
    code: number,
    details: {
      readonly message?: string;
      readonly code?: string;
      readonly param?: string;
      readonly headers?: Record<string, string>;
      readonly body?: JsonValue;
    } = {},
  ): Step =>
  (turn) => {
    const { message = `scripted ${code}`, param = null, headers = {} } = details;
    const error = formatOf(turn).error(code, { message, param, code: details.code ?? null });
    sendJson(turn, code, details.body ?? error, headers);
  };

/** Serves a JSON document unchanged. */
export const json =
  (value: JsonValue): Step =>
  (turn) =>
    sendJson(turn, 200, value);

/** Serves a text unchanged. */
export const text =
  (body: string, contentType: string, code = 200): Step =>
  ({ response }) => {
    response.writeHead(code, { "content-type": contentType }).end(body);
  };

export const htmlPage = (code = 200): Step => text("<!doctype html><title>Bad gateway</title>", "text/html", code);

/** Ends the connection before the first byte of an answer. */
export const drops = (): Step => (turn) => {
  turn.response.destroy();
};

/** Ends the connection after the headers. */
export const dropsAfterHeaders = (): Step => async (turn) => {
  turn.response.writeHead(200, { "content-type": isStreamed(turn) ? "text/event-stream" : "application/json" });
  turn.response.flushHeaders();
  await new Promise(setImmediate);
  turn.response.destroy();
};

/** Sends the first `bytes` of a good answer, then ends the connection. */
export const cutsAt =
  (bytes: number, answerText: string): Step =>
  async (turn) => {
    const answer = { ...DEFAULT_ANSWER, text: answerText };
    const whole = isStreamed(turn) ? wholeStream(turn, answer) : JSON.stringify(formatOf(turn).whole(turn.id, answer));
    turn.response.writeHead(200, {
      "content-type": isStreamed(turn) ? "text/event-stream" : "application/json",
      "content-length": Buffer.byteLength(whole),
    });
    await written(turn.response, whole.slice(0, bytes));
    turn.response.destroy();
  };

/** Begins a stream, then breaks the connection: in the middle of the last call, if there is one. The answer is kept under its id if `kept` gives it. */
export const breaksStream =
  (details: { readonly kept?: string } & Partial<Pick<ScriptedAnswer, "reasoning" | "calls">> = {}): Step =>
  async (turn) => {
    const { reasoning = [], calls = [], kept: text = calls.length > 0 ? "" : "half an ans" } = details;
    const answer = { ...DEFAULT_ANSWER, reasoning, calls, text };
    if (details.kept !== undefined) {
      turn.keep(turn.id, [pendingEnvelope(turn.id, answer.model), responseEnvelope(turn.id, answer)]);
    }
    openStream(turn);
    await written(turn.response, formatOf(turn).opening(turn.id, answer).join(""));
    turn.response.destroy();
  };

/** Ends a stream properly, but without its last event. */
export const endsStreamEarly =
  (details: Partial<ScriptedAnswer> = {}): Step =>
  (turn) => {
    openStream(turn);
    turn.response.end(beginning(turn, details));
  };

const beginning = (turn: Turn, details: Partial<ScriptedAnswer>): string =>
  formatOf(turn)
    .opening(turn.id, { ...DEFAULT_ANSWER, ...details })
    .join("");

/** Serves one event that is not JSON. */
export const malformedEvent = (): Step => (turn) => {
  openStream(turn);
  turn.response.end("event: response.created\ndata: {not json\n\n");
};

/** Serves events unchanged. */
export const events =
  (...lines: readonly string[]): Step =>
  (turn) => {
    openStream(turn);
    turn.response.end(lines.join(""));
  };

/** Takes the request and never answers. */
export const silence = (): Step => () => {};

/** Begins a stream, and then sends nothing more. */
export const fallsSilent =
  (details: Partial<ScriptedAnswer> = {}): Step =>
  (turn) => {
    openStream(turn);
    turn.response.write(beginning(turn, details));
  };

/** Sends a sign of life every `intervalMs`, and never an answer. */
export const drips =
  (intervalMs: number): Step =>
  (turn) => {
    if (isStreamed(turn)) openStream(turn);
    else turn.response.writeHead(200, { "content-type": "application/json" });
    const timer = setInterval(() => turn.response.write(isStreamed(turn) ? ": alive\n\n" : " "), intervalMs);
    turn.response.on("close", () => clearInterval(timer));
  };

/** Redirects the client to another address. */
export const redirects =
  (location: string): Step =>
  ({ response }) => {
    response.writeHead(307, { location }).end();
  };

/** Sends `bytes` of one JSON string. */
export const floods =
  (bytes: number): Step =>
  async ({ response }) => {
    response.writeHead(200, { "content-type": "application/json" });
    await pipeline(jsonOf(bytes), response);
  };

function* jsonOf(bytes: number): Generator<string> {
  const piece = "x".repeat(1024 * 1024);
  yield '{"id":"';
  for (let sent = 0; sent < bytes; sent += piece.length) yield piece;
  yield '"}';
}

/** Serves the test's own bytes, without HTTP. */
export const raw =
  (bytes: string): Step =>
  ({ response }) => {
    response.socket?.end(bytes);
  };
