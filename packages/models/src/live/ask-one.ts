import { type ModelReply, type ModelRequest, modelRole } from "@llmch/contract";
import { type Redactor, type Result, utf8Length } from "@llmch/text";
import type { ModelSettings, RoleModels } from "../asked.ts";
import type { Connections, Server } from "../connections.ts";
import type { Budget } from "../money/budget.ts";
import type { Meter } from "../money/meter.ts";
import type { PriceList } from "../money/prices.ts";
import { type Adapter, type Answer, isAboutTools, type ProtocolRequest } from "../protocol/answer.ts";
import type { ExchangeContext } from "../transport/call.ts";
import { type Capabilities, takesMoreThan } from "../transport/capabilities.ts";
import { startDeadline } from "../transport/deadline.ts";
import type { ServerFault } from "../transport/fault.ts";
import type { Gate } from "../transport/gate.ts";
import { limitEnd } from "../transport/retry.ts";
import type { Send } from "../transport/send.ts";
import type { Time } from "../transport/time.ts";
import { createAllowance } from "./allowance.ts";
import type { CallListener, Streamed } from "./answer-source.ts";
import { failureOf, limitedUntil } from "./failure.ts";
import { cutTwice, replyOf } from "./reply.ts";

/** What all live calls of a gateway share. */
export interface LiveOptions {
  readonly connections: Connections;
  readonly models: ModelSettings;
  readonly budget: Budget;
  readonly prices: PriceList;
  readonly signal: AbortSignal;
  readonly time: Time;
  readonly redactor: Redactor;
  /** The most open calls to one server; 1 if left out. */
  readonly jobs?: number;
}

/** How a model is reached; opened at the first question, and kept for the run. */
export interface Line {
  readonly adapter: Adapter;
  readonly send: Send;
  readonly gate: Gate;
  readonly server: Server;
  readonly model: string;
  capabilities: Capabilities;
}

interface Asking {
  readonly name: string;
  readonly line: Line;
  readonly request: ModelRequest;
  readonly meter: Meter;
  readonly listener: CallListener;
  /** The token count of each answer in this role. */
  readonly taken: number[];
}

/**
 * Asks one model. If the settings' limit cuts the answer, asks once more with twice the tokens. If a budget cap applies, the answer
 * may have as many tokens as fit.
 */
export const askOne = async (
  { name, line, request, meter, listener, taken }: Asking,
  options: LiveOptions,
): Promise<ModelReply> => {
  const { connections, models, budget, signal, time, redactor, prices } = options;
  const { transport } = connections;
  const role = modelRole(request.call);
  const most = models[role].maxOutputTokens(name);
  const { cutBefore } = listener;
  /** At how many tokens an earlier session's answer was cut, if asking with the usual limit would only cut it again. */
  const cutAt = cutBefore?.askedModel === name && cutBefore.tokens >= most ? cutBefore.tokens : null;
  if (cutAt !== null && cutAt >= 2 * most && request.call.kind === "plan") return cutTwice(name);
  const deadline = startDeadline(signal, transport.totalMs[role]);
  const pass = line.gate.pass();
  const allowance = createAllowance(most, {
    ...{ request, meter, budget, price: prices(name), taken },
    known: () => line.capabilities,
    limited: listener.limited,
  });
  /** What has arrived of the answer to the last call. */
  let streamed = NOTHING;
  const keepStreamed = async (): Promise<void> => {
    const broken = streamed;
    streamed = NOTHING;
    if (broken !== NOTHING) await listener.keepBroken(name, broken);
  };
  const context: ExchangeContext = {
    send: line.send,
    transport,
    time,
    redactor,
    pass,
    deadline,
    tokens: allowance.tokens,
    // Calls to one server may overlap, and what one of them learns applies to all at once.
    get capabilities() {
      return line.capabilities;
    },
    set capabilities(learned) {
      line.capabilities = learned;
    },
    retried: (reason, waitMs) => listener.retried(reason, waitMs, allowance.atMost()),
    spend: async () => {
      await keepStreamed();
      return deadline.uncounted(() => allowance.spend(deadline.signal));
    },
    unbilled: meter.unbilled,
    lost: meter.loseOpen,
    cut: () => meter.cutOpen(utf8Length(streamed.text) + utf8Length(streamed.reasoning)),
  };
  const question = questionOf(request, line.model, models[role]);
  const adapter = await adapterFor(question, line);
  const ask = async (): Promise<Result<Answer, ServerFault>> => {
    const answer = await adapter(context, question, {
      reasoning: (text) => {
        streamed = { ...streamed, reasoning: streamed.reasoning + text };
        listener.onReasoning(text);
      },
      answering: (text) => {
        streamed = { ...streamed, text: streamed.text + text };
        listener.onAnswering?.(streamed.text.length);
      },
    });
    if (!answer.ok) {
      await keepStreamed();
      return answer;
    }
    streamed = NOTHING;
    const { usage, ending, text, toolCalls, reasoning } = answer.value;
    meter.answered(usage);
    if (usage !== null) taken.push(usage.output_tokens);
    const cut = { askedModel: name, tokens: allowance.tokens() };
    if (ending === "whole" && text.trim() === "" && toolCalls === undefined && reasoning !== null) {
      await listener.warned(`${name} answered with thoughts alone`);
    }
    if (ending === "cut") await listener.keepCut(cut, answer.value, meter.known());
    return answer;
  };
  /** The server may have a lower limit of its own. */
  const askMore = async (at: number, came: number, before: string): Promise<Result<Answer, ServerFault>> => {
    allowance.enlarge(2 * most, at + 1);
    const more = at === most ? "twice as many" : "more";
    const where = came < at ? `${came} of ${at}` : at;
    await context.retried(`the answer was cut at ${where} tokens${before}: asked once more with ${more}`, 0);
    return ask();
  };
  const answered = async (): Promise<Result<Answer, ServerFault>> => {
    if (cutAt !== null) return askMore(cutAt, cutAt, " before");
    const first = await ask();
    const isCut = first.ok && first.value.ending === "cut";
    const at = allowance.tokens();
    if (!isCut || !takesMoreThan(at, context.capabilities)) return first;
    return askMore(at, first.value.usage?.output_tokens ?? at, "");
  };
  try {
    const answer = await answered();
    if (answer.ok) return replyOf(answer.value, request, redactor);
    const [fault] = answer.issues;
    const end = limitEnd(fault, transport.maxWaitMs, time.epochMs());
    return limitedUntil(failureOf(fault, line.server), end === null ? null : new Date(end).toISOString());
  } finally {
    // Release what the call reserved, however it ended, so that nobody waits for it.
    meter.loseOpen();
    pass.leave();
    deadline.close();
  }
};

const NOTHING: Streamed = { text: "", reasoning: "" };

/** Support for tools is loaded with the first question that needs it. */
const adapterFor = async (question: ProtocolRequest, { adapter }: Line): Promise<Adapter> =>
  isAboutTools(question) ? (await import("./ask-with-tools.ts")).withTools(adapter) : adapter;

const questionOf = (request: ModelRequest, model: string, role: RoleModels): ProtocolRequest => ({
  model,
  messages: request.messages,
  answerSchema: request.answerSchema,
  tools: request.tools ?? [],
  reasoningEffort: role.reasoningEffort,
  temperature: role.temperature,
});
