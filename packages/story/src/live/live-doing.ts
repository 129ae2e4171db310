import type { RunEvent } from "@llmch/contract";
import type { LiveDoing } from "./live-state.ts";

/** The activity after an event; undefined if the event does not say. */
export const doingAfter = (event: RunEvent, at: number): LiveDoing | null | undefined => {
  switch (event.type) {
    case "model_asked":
      return { kind: "asking", since: at };
    case "model_retried":
      return { kind: "waiting", reason: event.reason, until: at + event.wait_ms };
    case "command_started":
      return { kind: "command", command: commandInWords(event), since: at };
    case "setup_started": {
      const command = event.cached ? "setup, from the cache" : `setup: ${event.commands.join("; ")}`;
      return { kind: "command", command, since: at };
    }
    case "attempt_started":
    case "compile_attempt_started":
    case "step_started":
    case "model_answered":
    case "model_failed":
    case "setup_finished":
    case "baseline_verified":
    case "answer_reused":
    case "command_finished":
    case "step_finished":
    case "attempt_failed":
      return null;
    default:
      return undefined;
  }
};

/** A command, with its purpose if that is not the attempt's own verdict. */
const commandInWords = ({ phase, command, again }: Extract<RunEvent, { readonly type: "command_started" }>): string =>
  `${phase.startsWith("baseline") ? "before the order: " : ""}${command}${again === true ? ", once more" : ""}`;
