import type { End, Said } from "@llmch/acp";
import type { NamedExecutor } from "@llmch/contract/settings";
import { type Failed, failed, lastWords, whose } from "./ask-command.ts";

const AUTH_REQUIRED = -32000;

/** Why an agent's turn over ACP is no answer; null if it is one. @param frames where what it said is kept */
export const faultOfEnd = (
  end: Exclude<End, { readonly kind: "gone" }>,
  { words, methods }: Pick<Said, "words" | "methods">,
  executor: NamedExecutor,
  frames: string,
): Failed | null => {
  const say = (what: string, why = "") => `${executor.command[0]} ${what}${why.trim() && `: ${lastWords(why)}`}`;
  const look = `see what it said in ${frames}, its login and ${whose(executor)}`;
  const ways =
    methods.length === 0 ? "" : `, or set authenticate in ${whose(executor)} to one of ${methods.join(", ")}`;
  const flag = `see ${whose(executor)}: many agents want an argument such as --acp`;
  switch (end.kind) {
    case "limit":
      return failed(say("has spent the budget"), "allow it more", "limit");
    case "not-acp":
      return failed(say("does not speak version 1 of ACP", end.said), flag, "broken-answer");
    case "fault":
      return end.code === AUTH_REQUIRED
        ? failed(say("is not signed in", end.message), `sign in with it${ways}`, "refused-key")
        : failed(say(`refused ${end.method}`, end.message), look);
    case "done": {
      if (end.stopReason === null || end.stopReason === "end_turn") return null;
      const unknown: Stop = ["broken-answer", `ended its turn with ${end.stopReason}`, look];
      const [reason, what, hint] = STOPS.get(end.stopReason) ?? unknown;
      return failed(say(what, words), hint, reason);
    }
  }
};

type Stop = readonly [reason: Failed["reason"], what: string, hint: string];

const STOPS: ReadonlyMap<string, Stop> = new Map<string, Stop>([
  ["refusal", ["refused-request", "refuses the order", "say it in other words, or name another agent"]],
  ["max_tokens", ["incomplete", "ran out of tokens before it was done", "split the order"]],
  ["max_turn_requests", ["incomplete", "ran out of turns before it was done", "split the order"]],
  ["cancelled", ["unreachable", "was cancelled, and not by llmch", "`llmch resume` asks it again"]],
]);
