import { accepted, type ModelReply, type ModelRequest, modelRole, type Result } from "@llmch/contract";
import type { RoleModels } from "../asked.ts";
import type { Server } from "../connections.ts";
import type { Meter } from "../money/meter.ts";
import { countedUsage } from "../money/own-count.ts";
import type { Adapter } from "../protocol/answer.ts";
import { type Answer, isAboutTools, type Question } from "../protocol/answer.ts";
import type { ExchangeContext } from "../transport/call.ts";
import { type Capabilities, takesMoreThan } from "../transport/capabilities.ts";
import { startDeadline } from "../transport/deadline.ts";
import type { ServerFault } from "../transport/fault.ts";
import type { Gate } from "../transport/gate.ts";
import type { Send } from "../transport/send.ts";
import { createAllowance } from "./allowance.ts";
import type { CallListener } from "./answer-source.ts";
import { firstCall } from "./cut-answer.ts";
import { failureOf } from "./failure.ts";
import type { LiveOptions } from "./live-options.ts";
import { replyOf } from "./reply.ts";

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
  const maxOutputTokens = models[role].maxOutputTokens(name);
  const deadline = startDeadline(signal, transport.totalMs[role]);
  const pass = line.gate.pass();
  const begin = firstCall(listener.cutBefore, name, maxOutputTokens);
  const allowance = createAllowance(begin, {
    ...{ request, meter, budget, price: prices(name), taken },
    known: () => line.capabilities,
    limited: listener.limited,
  });
  const context: ExchangeContext = {
    send: line.send,
    transport,
    time,
    redactor,
    pass,
    deadline,
    answering: (characters) => listener.onAnswering?.(characters),
    // Calls to one server may overlap, and what one of them learns applies to all at once.
    get capabilities() {
      return line.capabilities;
    },
    set capabilities(learned) {
      line.capabilities = learned;
    },
    retried: (reason, waitMs) => listener.retried(reason, waitMs, allowance.atMost()),
    spend: () => deadline.uncounted(() => allowance.spend(deadline.signal)),
    unbilled: meter.unbilled,
    lost: meter.loseOpen,
  };
  const ask = async (): Promise<Result<Answer, ServerFault>> => {
    const question = questionOf(request, line.model, models[role], allowance.tokens);
    const answer = await (await adapterFor(question, line))(context, question, listener.onReasoning);
    if (!answer.ok) return answer;
    const { usage, doubt } = countedUsage(answer.value.usage, request, answer.value);
    meter.answered(usage);
    if (usage !== null) taken.push(usage.output_tokens);
    if (doubt !== null) await listener.warned(`the server of ${name} ${doubt}`);
    const counted = { ...answer.value, usage };
    if (counted.ending === "cut") {
      await listener.keepCut({ askedModel: name, tokens: allowance.tokens(), answer: counted }, meter.known());
    }
    return accepted(counted);
  };
  const reply = (answer: Result<Answer, ServerFault>): ModelReply =>
    answer.ok ? replyOf(answer.value, request, redactor) : failureOf(answer.issues[0], line.server);
  try {
    if (begin.known !== null) return reply(accepted(begin.known));
    const wasCut = begin.tokens > maxOutputTokens;
    const first = wasCut ? null : await ask();
    if (first !== null) {
      const isCut = first.ok && first.value.ending === "cut";
      if (!isCut || !takesMoreThan(allowance.tokens(), context.capabilities)) return reply(first);
    }
    const cutAt = wasCut ? maxOutputTokens : allowance.tokens();
    allowance.enlarge(2 * maxOutputTokens, cutAt + 1);
    const when = wasCut ? " before" : "";
    const more = cutAt === maxOutputTokens ? "twice as many" : "more";
    // The server may have a lower limit of its own.
    const came = first?.ok === true ? (first.value.usage?.output_tokens ?? cutAt) : cutAt;
    const at = came < cutAt ? `${came} of ${cutAt}` : cutAt;
    await context.retried(`the answer was cut at ${at} tokens${when}: asked once more with ${more}`, 0);
    return reply(await ask());
  } finally {
    // Release what the call reserved, however it ended, so that nobody waits for it.
    meter.loseOpen();
    pass.leave();
    deadline.close();
  }
};

/** Support for tools is loaded with the first question that needs it. */
const adapterFor = async (question: Question, { adapter }: Line): Promise<Adapter> =>
  isAboutTools(question) ? (await import("./ask-with-tools.ts")).withTools(adapter) : adapter;

const questionOf = (request: ModelRequest, model: string, role: RoleModels, tokens: () => number): Question => ({
  model,
  messages: request.messages,
  answerSchema: request.answerSchema,
  tools: request.tools ?? [],
  reasoningEffort: role.reasoningEffort,
  temperature: role.temperature,
  get budget() {
    return tokens();
  },
});
