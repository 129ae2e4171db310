import { MOST_NOTES, NOTE_CHARACTERS, orderId } from "@llmch/contract";
import { quoteAsData } from "@llmch/text";
import type { PlanWindow } from "./window.ts";

/** What the planner of a window is told besides the rules and the spec. */
export const windowPrompt = ({ first_order, most_orders, standing, notes, citable }: PlanWindow): string => {
  const first = orderId(first_order);
  return [
    "# Where the build stands",
    "You plan one window of a build: the next few orders, for the repository as it is now. What landed before is committed in it.",
    quoteAsData("standing", standing),
    "## What to plan",
    `Plan the next ${most_orders} orders at most, from ${first}, for the current milestone only; nothing beyond it. Ids count on from ${first} without a gap; ` +
      "no order depends on one before them, whose work is in the repository. `fulfils` quotes the sentences that these orders " +
      "fulfil, and the others are left to other windows. There is no `plan_acceptance`: the milestone's acceptance takes its place. `completes` is true if the milestone " +
      "is reached once these orders have landed. If it is reached already, say so with `completes` and an empty `work_orders`.",
    "## Notes",
    "`notes` hands on what the next window should know and the repository does not show: what was decided, what did not work, what is still open. " +
      `At most ${MOST_NOTES} remain, of ${NOTE_CHARACTERS} characters each. Every note below is the \`before\` of exactly one entry, word for word, whose \`now\` ` +
      "keeps it, says it otherwise, or is null to drop it. A new note has `before: null`. `why` says in a few words why a note is new, changed or dropped.",
    quoteAsData("notes", JSON.stringify(notes, null, 1)),
    "## Giving an order up",
    "An order that failed is planned again, smaller or in another way, under a new id. Only if what the milestone asks for cannot be done as " +
      "it stands, give the order up: `abort` says which, why, and in `cites` what shows it, and `work_orders` is empty. It is hard is no reason. Cite " +
      "from this list, letter by letter; of a commit, its first seven characters do:",
    quoteAsData("citable", JSON.stringify(citable, null, 1)),
    "An answer with `revised_orders` has `completes`, `notes` and `abort` beside it, as they are then.",
  ].join("\n\n");
};
