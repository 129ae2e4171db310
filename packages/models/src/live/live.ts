import {
  accepted,
  type ModelReply,
  type ModelRequest,
  modelRole,
  type Redactor,
  type Result,
  type Wire,
} from "@llmch/contract";
import { chainOf, type ModelSettings, type RoleModels } from "../asked.ts";
import type { Connection, Connections } from "../connections.ts";
import type { LocalModels } from "../local/local-models.ts";
import type { Budget } from "../money/budget.ts";
import { createMeter, type Meter } from "../money/meter.ts";
import { countedUsage } from "../money/own-count.ts";
import type { PriceList } from "../money/prices.ts";
import { worstCase } from "../money/worst-case.ts";
import type { ExchangeContext } from "../transport/call.ts";
import { ALL_CAPABILITIES, type Capabilities, mostAnswerTokens, takesMoreThan } from "../transport/capabilities.ts";
import { startDeadline } from "../transport/deadline.ts";
import { broken, oneLine, type ServerFault } from "../transport/fault.ts";
import type { Send } from "../transport/send.ts";
import type { Time } from "../transport/time.ts";
import type { Adapter } from "./adapter.ts";
import type { Answer, Question } from "./answer.ts";
import type { AnswerSource, CallListener, Sourced } from "./answer-source.ts";
import { type Failed, failure, failureOf, LARGER_CONTEXT } from "./failure.ts";
import { SDKS } from "./sdks.ts";

export interface LiveOptions {
  readonly connections: Connections;
  readonly models: ModelSettings;
  readonly budget: Budget;
  readonly prices: PriceList;
  readonly signal: AbortSignal;
  readonly time: Time;
  readonly redactor: Redactor;
  readonly localModels: LocalModels;
}

/** What a model was found to be reached by; opened at the first question, and kept for the run. */
interface Line {
  readonly adapter: Adapter;
  readonly send: Send;
  readonly model: string;
  capabilities: Capabilities;
}

/**
 * The live source of answers. It opens a client at the first question to a server, remembers what each model's server takes, and
 * goes on to the next model of the chain where one gave no answer. Each model has the whole time of an answer: one that used
 * it up in silence leaves its stand-in as much.
 */
export const createLive = (options: LiveOptions): AnswerSource => {
  const lines = new Map<string, Promise<Line>>();
  const lineTo = (name: string, request: ModelRequest): Promise<Line> => {
    const key = `${modelRole(request.call)} ${name}`;
    const opened = lines.get(key) ?? openLine(connectionTo(name, options.connections), request, options);
    lines.set(key, opened);
    return opened;
  };

  return async (request, listener) => {
    const meter = createMeter(options.budget);
    const chain = chainOf(request, options.models);
    for (const [index, name] of chain.entries()) {
      const line = await lineTo(name, request);
      const reply = await askOne({ name, line, request, meter, listener }, options);
      const next = chain[index + 1];
      const sourced = { reply, ...describe(name, options.connections), charge: meter.total() };
      if (reply.kind === "answered" || next === undefined || !isStandInWelcome(reply)) return sourced;
      const worst = worstCase(request, options.models[modelRole(request.call)].maxOutputTokens);
      const most = meter.atMostWith(worst, options.prices(next));
      await listener.retried(`${reply.message}: ${next} is asked instead`, 0, most);
    }
    throw new Error("a chain of models is never empty");
  };
};

/** Another model may answer where one did not, but not where we stopped by ourselves. */
const isStandInWelcome = ({ reason }: Failed): boolean => reason !== "interrupted" && reason !== "limit";

const describe = (name: string, { byModel }: Connections): Pick<Sourced, "provider" | "askedModel"> => {
  const connection = byModel.get(name);
  return { askedModel: name, provider: connection?.kind === "server" ? connection.server.provider : "local" };
};

const connectionTo = (name: string, { byModel }: Connections): Connection => {
  const connection = byModel.get(name);
  if (connection === undefined) throw new Error(`nobody looked where ${name} is served`);
  return connection;
};

/** Loads what speaks a protocol, and the SDK that it is spoken through. */
const openLine = async (
  connection: Connection,
  { call }: ModelRequest,
  { connections: { transport }, localModels }: LiveOptions,
): Promise<Line> => {
  if (connection.kind === "file") {
    const { path } = connection;
    return { adapter: localModels.adapterOf(path), send: NO_SERVER, model: path, capabilities: ALL_CAPABILITIES };
  }
  const { server, model } = connection;
  const wire = server.wires[modelRole(call)];
  const adapter = await ADAPTERS[wire]();
  const open = await SDKS[wire]();
  const { provider, apiKey, baseUrl, capabilities } = server;
  const send = await open({ provider, apiKey, baseUrl, connectMs: transport.connectMs });
  return { adapter, send, model, capabilities };
};

const NO_SERVER: Send = async () => broken("is no server");

/** How each protocol is spoken. */
const ADAPTERS: Readonly<Record<Wire, () => Promise<Adapter>>> = {
  responses: async () => (await import("../openai/responses-exchange.ts")).askResponses,
  chat: async () => (await import("../openai/chat-exchange.ts")).askChat,
  messages: async () => (await import("../anthropic/messages-exchange.ts")).askMessages,
};

interface Asking {
  readonly name: string;
  readonly line: Line;
  readonly request: ModelRequest;
  readonly meter: Meter;
  readonly listener: CallListener;
}

/** Asks one model; an answer that is cut is asked for once more with twice the tokens. */
const askOne = async ({ name, line, request, meter, listener }: Asking, options: LiveOptions): Promise<ModelReply> => {
  const { connections, models, signal, time, redactor, prices } = options;
  const { transport } = connections;
  const role = models[modelRole(request.call)];
  const deadline = startDeadline(signal, transport.totalMs[modelRole(request.call)]);
  /** What the answer that is asked for may have. */
  let tokens = role.maxOutputTokens;
  const most = (asked: number) => mostAnswerTokens(asked, line.capabilities);
  const context: ExchangeContext = {
    send: line.send,
    transport,
    time,
    redactor,
    deadline,
    answering: (characters) => listener.onAnswering?.(characters),
    // Calls to one server may overlap, and what one of them learns holds for all at once.
    get capabilities() {
      return line.capabilities;
    },
    set capabilities(learned) {
      line.capabilities = learned;
    },
    retried: (reason, waitMs) =>
      listener.retried(reason, waitMs, meter.atMostWith(worstCase(request, most(tokens)), prices(name))),
    spend: (question) => meter.begin(worstCase(question, most(question.budget)), prices(name)),
    unbilled: meter.unbilled,
  };
  const ask = async (): Promise<Result<Answer, ServerFault>> => {
    const answer = await line.adapter(context, questionOf(request, line.model, role, tokens), listener.onReasoning);
    if (!answer.ok) return answer;
    const { usage, doubt } = countedUsage(answer.value.usage, request, answer.value.text);
    meter.answered(usage);
    if (doubt !== null) await listener.warned(`the server of ${name} ${doubt}`);
    return accepted({ ...answer.value, usage });
  };
  try {
    const first = await ask();
    if (!first.ok) return failed(first.issues[0], name, connections);
    if (first.value.ending !== "cut" || !takesMoreThan(role.maxOutputTokens, context.capabilities)) {
      return replyOf(first.value, request, redactor);
    }
    tokens *= 2;
    await context.retried(
      `the answer was cut at ${role.maxOutputTokens} tokens: asked once more with twice as many`,
      0,
    );
    const second = await ask();
    if (!second.ok) return failed(second.issues[0], name, connections);
    return replyOf(second.value, request, redactor);
  } finally {
    deadline.close();
  }
};

const failed = (fault: ServerFault, name: string, connections: Connections): Failed => {
  const connection = connectionTo(name, connections);
  return failureOf(fault, connection.kind === "server" ? connection.server : null);
};

const questionOf = (request: ModelRequest, model: string, role: RoleModels, budget: number): Question => ({
  model,
  messages: request.messages,
  answerSchema: request.answerSchema,
  reasoningEffort: role.reasoningEffort,
  temperature: role.temperature,
  budget,
});

/** A cut answer never parses, so the factory spends an attempt on it; a plan would be cut again. */
const replyOf = (answer: Answer, { call }: ModelRequest, redactor: Redactor): ModelReply => {
  const { text, reasoning, usage, model, ending, why } = answer;
  // Without secrets first, and only then cut: half a key is one too.
  const named = oneLine(redactor.text(model));
  if (ending === "filtered") {
    const said = why === null ? "" : ` (${oneLine(redactor.text(why))})`;
    const message = `${named} stopped at the server's content filter${said}`;
    return failure("refused-request", message, "reword the spec or the order");
  }
  if (ending === "overfull") return failure("incomplete", `${named} used up its context`, LARGER_CONTEXT);
  if (ending === "cut" && call.kind === "plan") {
    const hint = "split the spec, raise planner.max_output_tokens, or lower --reasoning-effort";
    return failure("incomplete", `${named} ran out of tokens, twice`, hint);
  }
  return { kind: "answered", text, reasoning, usage, model: named };
};
