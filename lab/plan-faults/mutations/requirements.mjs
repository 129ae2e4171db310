import { dropQuote, orderOf, say } from "./edits.mjs";

/** Demands of the spec that no order fulfils: the sentence and everything about it is gone. */
export const DROPPED_REQUIREMENTS = [
  {
    name: "nothing says that zero is refused",
    plan: "evenly",
    order: "WO-03",
    change: (m) => {
      const order = orderOf(m, "WO-03");
      dropQuote(order, "Zero is refused.");
      say(order, " (no amount, or zero)", "");
    },
  },
  {
    name: "no limit of a day's fee",
    plan: "parkfee",
    order: "WO-03",
    change: (m) => {
      const order = orderOf(m, "WO-03");
      dropQuote(order, "The half hours that begin on one calendar day");
      say(order, " The half hours that begin on one calendar day cost at most 14.00 together.", "");
    },
  },
  {
    name: "no quarters of an hour",
    plan: "freeslots",
    order: "WO-03",
    change: (m) => {
      const order = orderOf(m, "WO-03");
      dropQuote(order, "What is neither busy");
      say(order, " The start of a gap moves up to the next full quarter of an hour, its end stays;", "");
    },
  },
  {
    name: "the README is forgotten",
    plan: "wordlist",
    order: "WO-02",
    change: (m) => {
      const order = orderOf(m, "WO-02");
      dropQuote(order, "The README names the option.");
      say(order, ", and name the option in README.md, keeping what stands there", "");
      order.allowed_files = order.allowed_files.filter((path) => path !== "README.md");
      order.context_files = order.context_files.filter((path) => path !== "README.md");
      for (const field of ["preconditions", "postconditions"])
        order[field] = order[field].filter(({ path }) => path !== "README.md");
    },
  },
  {
    name: "a whole order is dropped",
    plan: "freeslots",
    order: null,
    change: (m) => {
      m.work_orders = m.work_orders.filter(({ id }) => id !== "WO-04");
      const last = orderOf(m, "WO-05");
      last.id = "WO-04";
      const gone = "freeslots/collisions.py";
      last.preconditions = last.preconditions.filter(({ path }) => path !== gone);
      last.context_files = last.context_files.filter((path) => path !== gone);
      say(last, "prints the collisions, the free slots and a summary", "prints the free slots and a summary");
      say(last, " From freeslots/collisions.py: collisions(bookings) gives (minute, first, second).", "");
    },
  },
].map((fault) => ({ ...fault, kind: "requirement dropped", codes: ["W222"] }));

/** A quoted sentence that is not in the spec. */
export const INVENTED_QUOTES = [
  {
    name: "a quote with another number",
    kind: "quote that the spec does not have",
    plan: "parkfee",
    order: "WO-04",
    codes: ["W222"],
    change: (m) => {
      const order = orderOf(m, "WO-04");
      order.fulfils = order.fulfils.map((quote) => quote.replace("costs 20.00 more", "costs 25.00 more"));
    },
  },
];
