import type { Files, LoopUsage } from "@llmch/agent";
import type { Conversation, ModelReply } from "@llmch/contract";
import type { Settings } from "@llmch/contract/settings";
import { monotonicClock } from "@llmch/files";
import type { Explorer, Findings, Model } from "@llmch/planner";
import { accepted, counted, createRedactor, formatDiagnostic, isJsonObject, rejected } from "@llmch/text";
import type { Session } from "../session/session.ts";
import { agentLimits, plannerLimits } from "./limits.ts";
import { createOutlines } from "./outlines.ts";
import { addSeen, partsRead, type Seen } from "./parts-read.ts";

interface ExplorerPlace {
  /** The files that it looks at, as they are at a commit. */
  readonly files: Files;
  /** Paths that may be shown even if they look like secrets. */
  readonly named: readonly string[];
  readonly model: Model;
  readonly session: Pick<Session, "emit" | "record">;
  readonly settings: Settings;
  readonly secrets: readonly string[];
  readonly stop: Pick<AbortSignal, "aborted">;
}

/** A planner that looks around, and its last conversation; null if none came to an answer. */
export interface AskedExplorer extends Explorer {
  conversation(): Conversation | null;
}

/** A planner that looks around in a repo's commit. All its questions together have the limits of one conversation. */
export const explorerOf = ({ files, named, model, session, settings, secrets, stop }: ExplorerPlace): AskedExplorer => {
  const { agent, tools } = settings;
  const redactor = createRedactor(secrets);
  const outlines = createOutlines();
  const redact = (text: string) => redactor.text(text);
  const seen: Seen = { pages: new Set(), lines: new Set() };
  let taken: LoopUsage = { turns: 0, tokens: 0 };
  let conversation: Conversation | null = null;
  return {
    conversation: () => conversation,
    partsRead: (order) => partsRead(order, seen, { files, outlines, redact }),
    ask: async ({ call, messages: opening, answerSchema }, folder, judge) => {
      // Loaded only where a planner looks around.
      const { converse, createDraft, deniedPaths, toolset, unanswered } = await import("@llmch/agent");
      const schema = answerSchema?.schema ?? {};
      for (const { content } of opening) seen.pages.add(content);
      let last: ModelReply | null = null;
      const ended = await converse<string>(
        {
          named: (turn) => ({ ...call, turn }),
          firstTurn: call.turn,
          ...{ opening, answerSchema, limits: agentLimits(agent, plannerLimits(settings)), taken },
          toolset: toolset("planner", tools),
          scene: {
            ...{ files, outlines, checks: null },
            draft: createDraft([], files, { wholeFileBytes: 0 }),
            drafts: { schema: isJsonObject(schema) ? schema : {}, judge: async (draft) => inWords(await judge(draft)) },
            denies: deniedPaths(tools, named),
          },
          // Any text is an answer, and is judged as one.
          readText: (text) => accepted(text),
          readEnd: () => rejected("a plan is an answer in words"),
        },
        {
          model: { ask: async (request) => (last = await model.ask(request)) },
          ledger: {
            emit: session.emit,
            recordTurn: ({ turn }, results) => {
              addSeen(seen, results);
              return session.record(`${folder}/turn_${turn}/tool_results.json`, results);
            },
          },
          ...{ clock: monotonicClock, redact, stop },
        },
      );
      taken = ended.taken;
      conversation =
        ended.kind === "ended" ? { messages: ended.messages, endedMs: monotonicClock.monotonicMs() } : null;
      if (ended.kind !== "ended") return unanswered(ended);
      return last ?? { kind: "failed", reason: "interrupted", message: "nothing was asked", hint: "ask again" };
    },
  };
};

const ASKED_ONCE = ", asked once, in this conversation: mend those that are right; what you leave stands";

const inWords = ({ errors, warnings }: Findings) => ({
  said: `${counted(errors.length, "error")}, ${counted(warnings.length, "warning")}${warnings.length === 0 ? "" : ASKED_ONCE}`,
  text: [...errors, ...warnings].map(formatDiagnostic).join("\n"),
});
