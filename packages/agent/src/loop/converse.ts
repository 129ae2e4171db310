import { LEAST_BYTES_PER_TOKEN, type ModelReply, type RequestMessage, type ToolDefinition } from "@llmch/contract";
import { counted, type JsonValue, jsonObject, utf8Length } from "@llmch/text";
import type { Conversed, Limits, LoopUsage, ToolTask } from "../conversation.ts";
import type { Ports } from "../ports.ts";
import { compacted } from "./compaction.ts";
import { boundsInWords, type RanCalls, runCalls } from "./run-calls.ts";
import { createStuckWatch, type MadeCall } from "./stuck-watch.ts";
import { estimatedTokens, messagesOf, type PastTurn } from "./transcript.ts";

type Answered = Extract<ModelReply, { kind: "answered" }>;

/**
 * Lets a model read and write with its tools until it ends, gets stuck, or reaches a limit. Each turn is recorded before the next
 * question. The same answers lead to the same questions, so that a record can be replayed.
 */
export const converse = async <Value>(question: ToolTask<Value>, ports: Ports): Promise<Conversed<Value>> => {
  const { opening, toolset, scene, limits } = question;
  const watch = createStuckWatch();
  const tools = toolset.definitions(scene).map(({ description, ...tool }) => ({
    ...tool,
    description: tool.name === "read" ? `${description} ${boundsInWords(limits)}` : description,
  }));
  let taken = question.taken;
  let past: readonly PastTurn[] = [];
  let sent = 0;

  for (let turn = question.firstTurn; ; turn++) {
    const so = { taken, lastTurn: turn - 1 };
    if (ports.stop.aborted) return { ...so, kind: "interrupted" };
    const fault = limitFault(limits, taken);
    if (fault !== null) return { ...so, kind: "limited", ...fault };
    if (taken.turns >= limits.turns)
      return { ...so, kind: "stuck", why: `it came to no end within ${limits.turns} turns`, isLast: true };
    const shortened = compacted(opening, past, limits);
    if (shortened !== past) watch.forget();
    const sentBefore = shortened === past ? sent : 0;
    past = shortened;
    const call = question.named(turn);
    const messages = messagesOf(opening, past);
    const reply = await ports.model.ask({
      ...{ call, messages, answerSchema: question.answerSchema },
      ...(tools.length === 0 ? {} : { tools }),
      ...(sentBefore === 0 ? {} : { sentBefore }),
      ...(question.likelyTokens === undefined ? {} : { likelyTokens: question.likelyTokens }),
    });
    if (reply.kind === "failed") return { ...so, lastTurn: turn, ...failed(reply) };
    taken = withReply(taken, reply, messages);
    sent = messages.length + 1;

    const calls = reply.toolCalls ?? [];
    const read = calls.length === 0 ? question.readText(reply.text) : null;
    const ran: RanCalls<Value> = await runCalls(calls, call, question, ports);
    const done = { taken, lastTurn: turn };
    if (ran.isInterrupted) return { ...done, kind: "interrupted" };
    if (calls.length > 0) await ports.ledger.recordTurn(call, recordOf(ran.made));
    const results = ran.made.map(({ result }) => result);
    const ended = read?.ok === true ? read : ran.ended;
    if (ended !== null) {
      const turn = { assistant: assistantOf(reply), results, note: null };
      return { ...done, kind: "ended", value: ended.value, text: reply.text, messages: messagesOf(messages, [turn]) };
    }

    const verdict = watch.turn(ran.made);
    if (verdict?.kind === "stuck") return { ...done, kind: "stuck", why: verdict.why, isLast: false };
    if (ran.hasChanged) watch.forget();
    const left = limits.turns - taken.turns;
    const note = notesOf(
      [
        ...(read === null || read.ok ? [] : [faultNote(read.issues[0], tools)]),
        ...(verdict === null ? [] : [verdict.words]),
      ],
      left,
      tools,
    );
    past = [...past, { assistant: assistantOf(reply), results, note }];
  }
};

const failed = (reply: Extract<ModelReply, { kind: "failed" }>) => {
  if (reply.reason === "interrupted") return { kind: "interrupted" } as const;
  if (reply.reason === "limit") return { kind: "limited", message: reply.message, hint: reply.hint } as const;
  return { kind: "failed", reply } as const;
};

const assistantOf = ({ text, toolCalls = [], carried }: Answered): RequestMessage => ({
  role: "assistant",
  content: text,
  ...(toolCalls.length === 0 ? {} : { toolCalls }),
  ...(carried === undefined ? {} : { carried }),
});

/** If the reply has no usage, its tokens are estimated. */
const withReply = (taken: LoopUsage, reply: Answered, messages: readonly RequestMessage[]): LoopUsage => ({
  turns: taken.turns + 1,
  tokens:
    taken.tokens +
    (reply.usage === null
      ? estimatedTokens(messages) + Math.ceil(utf8Length(reply.text) / LEAST_BYTES_PER_TOKEN)
      : reply.usage.input_tokens + reply.usage.output_tokens),
});

const recordOf = (made: readonly MadeCall[]): JsonValue =>
  made.map(({ call, result: { ok, message } }) =>
    jsonObject({
      ...{ id: call.id, name: call.name, arguments: call.arguments, ok, result: message.content },
      stable_result: message.stableContent,
    }),
  );

/** Why no further question may be asked, and what the user can do; null if one may. Does not check turns. */
const limitFault = (
  { tokens }: Limits,
  taken: LoopUsage,
): { readonly message: string; readonly hint: string } | null => {
  if (tokens === null || taken.tokens < tokens) return null;
  return {
    message: `the limit of ${counted(tokens, "token")} for turns with tools is reached: ${taken.tokens} are taken`,
    hint: "continue with a larger agent.tokens",
  };
};

/** At this many remaining questions, the model is warned. */
const FEW = 3;

type Tools = readonly Pick<ToolDefinition, "name">[];

/** The message after results; null if there is nothing to say. */
const notesOf = (notes: readonly string[], left: number, tools: Tools): RequestMessage | null => {
  const all = [...notes, ...(left > 0 && left <= FEW ? [leftInWords(left, tools)] : [])];
  return all.length === 0 ? null : { role: "user", content: all.join("\n\n") };
};

/** Explains a faulty answer without tool calls. */
const faultNote = (fault: string, tools: Tools): string =>
  `That answer cannot be taken: ${fault}\n\n${tools.length === 0 ? "Answer again." : "Call a tool, or answer in the form that is asked for."}`;

const leftInWords = (left: number, tools: Tools): string => {
  const end = tools.some(({ name }) => name === "propose")
    ? "call `propose` once the draft is as it should be, or `object`"
    : "give your answer";
  return left === 1 ? `One more turn is left: ${end} now.` : `${left} more turns are left: ${end} within them.`;
};
