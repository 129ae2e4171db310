import { type ModelRequest, type ModelRole, modelRole, type Wire } from "@llmch/contract";
import { chainOf } from "../asked.ts";
import type { Connection, Connections, Server } from "../connections.ts";
import { createMeter } from "../money/meter.ts";
import { worstCase } from "../money/worst-case.ts";
import type { Adapter } from "../protocol/answer.ts";
import { createGate, type Gate } from "../transport/gate.ts";
import type { Send } from "../transport/send.ts";
import type { AnswerSource } from "./answer-source.ts";
import { askOne, type Line, type LiveOptions } from "./ask-one.ts";
import type { Failed } from "./failure.ts";
import { SDKS } from "./sdks.ts";

/**
 * The live source of answers. It opens a client at the first question to a server, remembers each server's capabilities, and moves
 * to the next model of the chain if one gave no answer. Each model has the full time for an answer, even if the one before it used
 * up its own.
 */
export const createLive = (options: LiveOptions): AnswerSource => {
  const lines = new Map<string, Promise<Line>>();
  const gates = new Map<string, Gate>();
  const taken: Readonly<Record<ModelRole, number[]>> = { planner: [], factory: [] };
  const lineTo = (name: string, request: ModelRequest): Promise<Line> => {
    const key = `${modelRole(request.call)} ${name}`;
    const connection = connectionTo(name, options.connections);
    const opened = lines.get(key) ?? openLine(connection, gateTo(connection, gates, options), request, options);
    lines.set(key, opened);
    return opened;
  };

  return async (request, listener) => {
    const meter = createMeter(options.budget);
    const role = modelRole(request.call);
    const chain = chainOf(request, options.models);
    for (const [index, name] of chain.entries()) {
      const line = await lineTo(name, request);
      const reply = await askOne({ name, line, request, meter, listener, taken: taken[role] }, options);
      const next = chain[index + 1];
      const { provider } = line.server;
      const sourced = { reply, askedModel: name, provider, charge: meter.total() };
      if (reply.kind === "answered" || next === undefined || !isStandInWelcome(reply)) return sourced;
      const worst = worstCase(request, options.models[role].maxOutputTokens(next));
      const most = meter.atMostWith(worst, options.prices(next));
      await listener.retried(`${reply.message}: ${next} is asked instead`, 0, most);
    }
    throw new Error("a chain of models is never empty");
  };
};

/** A fallback may answer if a model did not, but not if we stopped ourselves. */
const isStandInWelcome = ({ reason }: Failed): boolean => reason !== "interrupted" && reason !== "limit";

const connectionTo = (name: string, { byModel }: Connections): Connection => {
  const connection = byModel.get(name);
  if (connection === undefined) throw new Error(`nobody looked where ${name} is served`);
  return connection;
};

/** One server has one gate, whatever models and protocols it serves. */
const gateTo = ({ server: { baseUrl } }: Connection, gates: Map<string, Gate>, options: LiveOptions): Gate => {
  const gate = gates.get(baseUrl) ?? createGate(options.jobs ?? 1, options.connections.transport.retries, options.time);
  gates.set(baseUrl, gate);
  return gate;
};

/** Loads a protocol's adapter and its SDK. */
const openLine = async (
  { server, model }: Connection,
  gate: Gate,
  { call }: ModelRequest,
  { connections: { transport } }: LiveOptions,
): Promise<Line> => {
  const wire = server.wires[modelRole(call)];
  const adapter = await ADAPTERS[wire]();
  const open = await SDKS[wire]();
  const { provider, baseUrl, proxyOf, capabilities } = server;
  const openWith = (apiKey: string) => open({ provider, apiKey, baseUrl, proxyOf, connectMs: transport.connectMs });
  const send = await sendWithKey(server, openWith);
  return { adapter, send, gate, server, model, capabilities };
};

/** Sends with the server's key; once the server refuses it, with the next one that there is, once for each request. */
const sendWithKey = async (
  { apiKey, renewKey }: Server,
  openWith: (apiKey: string) => Promise<Send>,
): Promise<Send> => {
  let current = { apiKey, send: await openWith(apiKey) };
  if (renewKey === undefined) return current.send;
  return async (request, signal) => {
    const { apiKey: used, send } = current;
    const answer = await send(request, signal);
    const [fault] = answer.ok ? [] : answer.issues;
    if (fault?.kind !== "status" || fault.status !== 401) return answer;
    const other = await renewKey(used);
    if (other === null || other === used) return answer;
    if (current.apiKey !== other) current = { apiKey: other, send: await openWith(other) };
    return current.send(request, signal);
  };
};

/** The adapter of each protocol. */
const ADAPTERS: Readonly<Record<Wire, () => Promise<Adapter>>> = {
  responses: async () => (await import("../openai/responses-exchange.ts")).askResponses,
  chat: async () => (await import("../openai/chat-protocol.ts")).askChat,
  messages: async () => (await import("../anthropic/messages-exchange.ts")).askMessages,
};
