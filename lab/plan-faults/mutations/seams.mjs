import { demand, hide, orderOf, say } from "./edits.mjs";

/** A name that the plan uses, but that the author of the file never reads. */
export const UNNAMED_FUNCTIONS = [
  {
    name: "splitEvenly is only in hidden commands",
    plan: "evenly",
    order: "WO-04",
    change: (m) => {
      say(orderOf(m, "WO-04"), "splitEvenly", "the first function");
      hide(orderOf(m, "WO-04"));
    },
  },
  {
    name: "a later order imports prose_lines",
    plan: "linkcheck",
    order: "WO-02",
    change: (m) => {
      const order = orderOf(m, "WO-02");
      say(order, "prose_lines", "one of them");
      order.acceptance_commands = [order.acceptance_commands[0]];
    },
  },
  {
    name: "the maker calls it find_slots",
    plan: "freeslots",
    order: "WO-03",
    change: (m) => {
      const order = orderOf(m, "WO-03");
      say(order, "free_slots", "find_slots");
      demand(order, "free_slots", "find_slots");
    },
  },
  {
    name: "formatRule is only in hidden commands",
    plan: "whocan",
    order: "WO-02",
    change: (m) => {
      say(orderOf(m, "WO-02"), "formatRule", "a function");
      hide(orderOf(m, "WO-02"));
    },
  },
].map((fault) => ({ ...fault, kind: "function that the maker's order does not name", codes: ["W223"] }));

/** One message in the order's text, another in its acceptance. */
export const DIFFERING_MESSAGES = [
  {
    name: "the note is rephrased",
    plan: "evenly",
    order: "WO-03",
    change: (m) => say(orderOf(m, "WO-03"), "at least two people are needed", "there must be two people or more"),
  },
  {
    name: "the test is rephrased",
    plan: "parkfee",
    order: "WO-05",
    change: (m) => demand(orderOf(m, "WO-05"), "the exit is before the entry", "the exit lies before the entry"),
  },
  {
    name: "one word differs",
    plan: "freeslots",
    order: "WO-02",
    change: (m) => say(orderOf(m, "WO-02"), "does not end after its start", "does not end behind its start"),
  },
  {
    name: "the note says could not, the test cannot",
    plan: "whocan",
    order: "WO-04",
    change: (m) => say(orderOf(m, "WO-04"), "cannot read", "could not read"),
  },
  {
    name: "another number in the note",
    plan: "wordlist",
    order: "WO-02",
    change: (m) => say(orderOf(m, "WO-02"), "a whole number of at least 1", "a whole number above 0"),
  },
].map((fault) => ({ ...fault, kind: "message differs between note and test", codes: ["W227"] }));

/** An order that imports existing code and is not shown it. */
export const NO_CONTEXT = [
  ["evenly", "WO-06"],
  ["linkcheck", "WO-04"],
  ["freeslots", "WO-05"],
  ["whocan", "WO-03"],
].map(([plan, order]) => ({
  name: `${order} sees no file`,
  kind: "no context files",
  plan,
  order,
  codes: ["W226"],
  change: (m) => {
    orderOf(m, order).context_files = [];
  },
}));
