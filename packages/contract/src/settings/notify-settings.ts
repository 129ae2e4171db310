import { line, orNone, wholeNumber } from "./kind.ts";
import { setting } from "./setting.ts";

const NO_COMMAND: string | null = null;

/** How to notify someone who does not watch the terminal that a plan or a run has ended. */
export const NOTIFY_SETTINGS = {
  command: setting(
    orNone(line("a command, such as notify-send llmch, desktop, or slack:URL")),
    NO_COMMAND,
    "Who is told at the end how it went, what waits, and where: a command of your own (in its last argument, and in `LLMCH_VERDICT` and others), your desktop, or a channel of Slack by its incoming webhook, an address that no record keeps.",
    { flag: "--notify <command>", isRare: true, scope: "user" },
  ),
  bell_seconds: setting(
    orNone(wholeNumber({ least: 0, most: 86_400, unit: "seconds" })),
    60,
    "The terminal's bell rings at the end of a plan or a run that took at least so long.",
  ),
} as const;

/** The address of a `slack:URL`, which is a secret; null for anything else. */
export const slackAddress = (command: unknown): string | null =>
  typeof command === "string" ? (/^slack:(https?:\/\/\S+)$/.exec(command)?.[1] ?? null) : null;
