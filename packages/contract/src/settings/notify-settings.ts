import { line, orNone, wholeNumber } from "./kind.ts";
import { setting } from "./setting.ts";

const NO_COMMAND: string | null = null;

/** How to notify someone who does not watch the terminal that a plan or a run has ended. */
export const NOTIFY_SETTINGS = {
  command: setting(
    orNone(line("a command, such as notify-send llmch")),
    NO_COMMAND,
    "A command of your own that is told at the end how it went: in its last argument, and in `LLMCH_VERDICT` and others.",
    { flag: "--notify <command>", isRare: true, scope: "user" },
  ),
  bell_seconds: setting(
    orNone(wholeNumber({ least: 0, most: 86_400, unit: "seconds" })),
    60,
    "The terminal's bell rings at the end of a plan or a run that took at least so long.",
  ),
} as const;
