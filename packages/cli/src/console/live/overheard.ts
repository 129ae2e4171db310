import type { RunEvent } from "@llmch/contract";
import type { Canvas } from "./draw.ts";

/** Characters of a model's reasoning that are held: more than a line of any terminal. */
const HELD = 2000;

/** What was heard last of a model or of a command: the line that moves. It is looked at only when the view is drawn. */
export interface Overheard {
  think(text: string): void;
  output(lastLine: () => string): void;
  /** What was heard before belongs to something else once another step, question or command begins. */
  event(event: RunEvent): void;
  line(): Canvas["heard"];
}

export const createOverheard = (): Overheard => {
  let thought = "";
  let lastLine: (() => string) | null = null;
  return {
    think: (text) => {
      lastLine = null;
      thought = (thought + text).slice(-HELD);
    },
    output: (next) => {
      lastLine = next;
    },
    event: ({ type }) => {
      if (!CHANGES.has(type)) return;
      thought = "";
      lastLine = null;
    },
    line: () => {
      const printed = lastLine?.() ?? "";
      if (printed !== "") return { text: printed, keep: "start" };
      const line = thought.trimEnd().split("\n").at(-1) ?? "";
      return line.trim() === "" ? null : { text: line, keep: "end" };
    },
  };
};

const CHANGES: ReadonlySet<RunEvent["type"]> = new Set([
  "step_started",
  "model_asked",
  "model_retried",
  "model_answered",
  "command_started",
  "attempt_failed",
  "run_finished",
]);
