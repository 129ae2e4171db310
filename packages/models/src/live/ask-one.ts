import { accepted, type ModelReply, type ModelRequest, modelRole, type Result } from "@llmch/contract";
import type { RoleModels } from "../asked.ts";
import { fittingTokens, isWithin, leastTokens } from "../money/fit.ts";
import type { Meter } from "../money/meter.ts";
import { countedUsage } from "../money/own-count.ts";
import { worstCase } from "../money/worst-case.ts";
import type { ExchangeContext } from "../transport/call.ts";
import { type Capabilities, mostAnswerTokens, takesMoreThan } from "../transport/capabilities.ts";
import { startDeadline } from "../transport/deadline.ts";
import type { ServerFault } from "../transport/fault.ts";
import type { Send } from "../transport/send.ts";
import type { Adapter } from "./adapter.ts";
import type { Answer, Question } from "./answer.ts";
import type { CallListener } from "./answer-source.ts";
import { firstCall } from "./cut-answer.ts";
import { failureOf } from "./failure.ts";
import type { LiveOptions } from "./live-options.ts";
import { replyOf } from "./reply.ts";

/** What a model was found to be reached by; opened at the first question, and kept for the run. */
export interface Line {
  readonly adapter: Adapter;
  readonly send: Send;
  readonly model: string;
  capabilities: Capabilities;
}

interface Asking {
  readonly name: string;
  readonly line: Line;
  readonly request: ModelRequest;
  readonly meter: Meter;
  readonly listener: CallListener;
  /** How many tokens each answer in this role had. */
  readonly taken: number[];
}

/**
 * Asks one model; an answer that is cut at the limit of the settings is asked for once more with twice the tokens. Where a cap of the
 * budget binds, the answer may have as many tokens as fit.
 */
export const askOne = async (
  { name, line, request, meter, listener, taken }: Asking,
  options: LiveOptions,
): Promise<ModelReply> => {
  const { connections, models, budget, signal, time, redactor, prices } = options;
  const { transport } = connections;
  const role = modelRole(request.call);
  const { maxOutputTokens } = models[role];
  const deadline = startDeadline(signal, transport.totalMs[role]);
  const begin = firstCall(listener.cutBefore, name, maxOutputTokens);
  /** What the answer that is asked for may have by the settings, what it must, and what it may within the budget. */
  let wanted = begin.tokens;
  let { least } = begin;
  let allowed = wanted;
  const worst = (tokens: number) => worstCase(request, mostAnswerTokens(tokens, line.capabilities));
  const atMost = () => meter.atMostWith(worst(allowed), prices(name));
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
    retried: (reason, waitMs) => listener.retried(reason, waitMs, atMost()),
    fit: async () => {
      meter.loseOpen();
      const likely = leastTokens(role, request.likelyTokens ?? 0, taken);
      const isBounded = line.capabilities.budget !== "none";
      const before = allowed;
      allowed = isBounded ? fittingTokens(worst(wanted), Math.max(least, likely), prices(name), budget.room()) : wanted;
      const isSaid = allowed < wanted && allowed !== before && isWithin(worst(allowed), prices(name), budget.room());
      if (isSaid) await listener.limited(allowed, wanted, atMost());
    },
    spend: () => meter.begin(worst(allowed), prices(name)),
    unbilled: meter.unbilled,
  };
  const ask = async (): Promise<Result<Answer, ServerFault>> => {
    const question = questionOf(request, line.model, models[role], () => allowed);
    const answer = await line.adapter(context, question, listener.onReasoning);
    if (!answer.ok) return answer;
    const { usage, doubt } = countedUsage(answer.value.usage, request, answer.value.text);
    meter.answered(usage);
    if (usage !== null) taken.push(usage.output_tokens);
    if (doubt !== null) await listener.warned(`the server of ${name} ${doubt}`);
    const counted = { ...answer.value, usage };
    if (counted.ending === "cut") {
      await listener.keepCut({ askedModel: name, tokens: allowed, answer: counted }, meter.known());
    }
    return accepted(counted);
  };
  const reply = (answer: Result<Answer, ServerFault>): ModelReply => {
    if (answer.ok) return replyOf(answer.value, request, redactor);
    const connection = connections.byModel.get(name);
    return failureOf(answer.issues[0], connection?.kind === "server" ? connection.server : null);
  };
  try {
    if (begin.known !== null) return reply(accepted(begin.known));
    const wasCut = wanted > maxOutputTokens;
    const first = wasCut ? null : await ask();
    if (first !== null) {
      const isCut = first.ok && first.value.ending === "cut";
      if (!isCut || !takesMoreThan(allowed, context.capabilities)) return reply(first);
    }
    const cutAt = wasCut ? maxOutputTokens : allowed;
    wanted = 2 * maxOutputTokens;
    allowed = wanted;
    least = cutAt + 1;
    const when = wasCut ? " before" : "";
    const more = cutAt === maxOutputTokens ? "twice as many" : "more";
    await context.retried(`the answer was cut at ${cutAt} tokens${when}: asked once more with ${more}`, 0);
    return reply(await ask());
  } finally {
    deadline.close();
  }
};

const questionOf = (request: ModelRequest, model: string, role: RoleModels, tokens: () => number): Question => ({
  model,
  messages: request.messages,
  answerSchema: request.answerSchema,
  reasoningEffort: role.reasoningEffort,
  temperature: role.temperature,
  get budget() {
    return tokens();
  },
});
