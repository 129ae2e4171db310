import type { LoopUsage } from "@llmch/agent";
import { callNamed, isChildId, orderCall, proposalDocument, type RunEvent } from "@llmch/contract";
import {
  type Author,
  type Authored,
  type AuthorQuestion,
  type Continued,
  type Ledger,
  type Model,
  turnFolder,
} from "@llmch/factory";
import { monotonicClock } from "@llmch/files";
import { agentLimits, limitsFor } from "@llmch/records";
import { accepted, type Result, rejected } from "@llmch/text";
import type { OrderPorts } from "./ports.ts";
import type { Earlier } from "./previous-session.ts";

interface AuthorPlace {
  readonly model: Model;
  readonly ledger: Ledger;
  readonly earlier: Earlier;
  readonly continued: Continued | null;
}

type Answered = Pick<Extract<Authored, { readonly kind: "answered" }>, "answer" | "text">;

/**
 * The author that works on an order with tools; undefined if tools are off. What the order's earlier attempts used counts against its limits.
 */
export const authorOf = (
  { model, ledger, earlier: { before, stored }, continued }: AuthorPlace,
  { facts: { settings }, watch: { signal } }: OrderPorts,
): Author | undefined => {
  const { factory, agent, models, tools } = settings;
  if (factory.agent === "off") return undefined;
  let taken: LoopUsage | null = null;
  const work = async (question: AuthorQuestion): Promise<Authored> => {
    const { order, at, answerSchema, files, outlines, allowed, checks, redact, judge, asking } = question;
    const opening = [...(question.continued?.messages ?? []), ...question.opening];
    const hasEarlierWork = question.draft.length > 0;
    taken ??= takenBefore(stored?.journal.events ?? [], before?.progress.next ?? 1);
    const most = limitsFor(asking.model === undefined ? factory.model : [asking.model], models);
    // Few orders need it, and it loads a library.
    const { converse, createDraft, deniedPaths, toolset } = await import("@llmch/agent");
    /** A draft counts in its recorded form, because a later session of the run has nothing else. */
    const read = (text: string, isDraft = false): Result<Answered, string> => {
      const judged = judge(text);
      if (!judged.ok) return judged;
      const { value: answer } = judged;
      const kept = isDraft && answer.kind === "proposal" ? JSON.stringify(proposalDocument(answer.proposal)) : text;
      return accepted({ answer, text: kept });
    };
    const draft = createDraft(allowed, files, { wholeFileBytes: most.wholeFileBytes });
    await draft.lay(question.draft);
    const ended = await converse<Answered>(
      {
        named: (turn) => orderCall(order.id, at.attempt, turn),
        firstTurn: at.turn,
        ...{ opening, answerSchema, limits: agentLimits(agent, most), taken },
        toolset: toolset("author", tools),
        scene: {
          ...{ files, outlines, draft, hasEarlierWork },
          checks: checks.commands.length === 0 ? null : checks,
          denies: deniedPaths(tools, [...order.allowed_files, ...order.context_files]),
        },
        readText: (text) => read(text),
        readEnd: (end) => {
          if (end.tool === "object") return read(JSON.stringify({ objection: end.objection }));
          if (end.writes.length === 0) return rejected("the draft changes nothing: `edit` or `write` first");
          return read(JSON.stringify(proposalDocument({ summary: end.summary, writes: end.writes })), true);
        },
      },
      {
        model: { ask: (request) => model.ask({ ...request, ...asking }) },
        ledger: {
          emit: ledger.emit,
          recordTurn: (call, results) => ledger.record(`${turnFolder(call)}/tool_results.json`, results),
        },
        ...{ clock: monotonicClock, redact, stop: signal },
      },
    );
    taken = ended.taken;
    switch (ended.kind) {
      case "ended":
        return { kind: "answered", ...ended.value, turn: ended.lastTurn };
      case "failed":
        return ended.reply;
      default:
        return ended;
    }
  };
  return { continued, isAsked: factory.agent === "on" ? "always" : "if-needed", work };
};

/** What an author's turns with tools used in an order's attempts before the given one, according to its journal. */
export const takenBefore = (events: readonly RunEvent[], attempt: number): LoopUsage => {
  const isBefore = (key: string): boolean => {
    const call = callNamed(key);
    if (call?.kind !== "order" || isChildId(call.order)) return false;
    return call.role.kind === "author" && call.attempt < attempt;
  };
  const calls = events.filter((event) => event.type === "tool_called").filter(({ key }) => isBefore(key));
  const turns = new Set(calls.map(({ key }) => key));
  let tokens = 0;
  for (const event of events) {
    if (event.type !== "model_answered" || !turns.has(event.key)) continue;
    tokens += (event.usage?.input_tokens ?? 0) + (event.usage?.output_tokens ?? 0);
  }
  return { turns: turns.size, tokens };
};
