import type { DiagnosticCode } from "@llmch/contract";
import type { JsonObject, JsonValue } from "@llmch/text";
import type { Example } from "./example.ts";
import type { Explanation } from "./explanation.ts";

const milestone = (members: JsonObject): Example => ({ document: members });
const assessed = (verdict: string, text: string, cites: readonly JsonValue[]): Example => ({
  document: { verdict, reasons: [{ text, cites: [...cites] }] },
});

const text = (said: string): Example => ({ document: null, said });

const SPEC = "A user adds notes. Notes can be searched.";
const ADD = { id: "M1", outcome: "A user can add a note.", acceptance: ["node test/add.js"] };

/** Rules about the documents of a build. No plan can break them. */
export const OF_BUILDS = {
  E301: {
    meaning: "The outcome of a milestone does not say what somebody can do then, as in `A user can add a note`.",
    reason:
      "A milestone that names a module is reached when the module is there, whether or not anybody can use it. What a user can do, a command can show.",
    broken: milestone({ id: "M1", outcome: "Implement the storage module." }),
    fixed: milestone({ id: "M1", outcome: "A user can add a note and find it again after a restart." }),
  },
  E302: {
    meaning:
      "Each sentence of the spec that demands something is quoted by a milestone, or by what the remit leaves out, and each quote of a milestone " +
      "is in the spec. A part of a sentence is enough.",
    reason: "What no milestone brings is never planned, and no acceptance misses it.",
    broken: { document: { milestones: [{ ...ADD, fulfils: ["A user adds notes."] }] }, spec: SPEC },
    fixed: {
      document: { milestones: [{ ...ADD, fulfils: ["A user adds notes.", "Notes can be searched."] }] },
      spec: SPEC,
    },
  },
  E303: {
    meaning:
      "Every acceptance command of a milestone ends with 0 before the work, or cannot fail at all. The commands run in the sandbox, without " +
      "network. If nothing isolates commands here, they are left out, and that is said.",
    reason: "Such a milestone is complete before it begins.",
    broken: milestone({ ...ADD, acceptance: ["node --version"] }),
    fixed: milestone(ADD),
  },
  E304: {
    meaning:
      "Milestones are numbered M1, M2, … in list order, none has the outcome of one before it, and no acceptance names a file that is not there " +
      "yet and that only the area of a later milestone names.",
    reason: "Milestones are worked on in their order, and one that needs the work of a later one is never reached.",
    broken: {
      document: {
        milestones: [
          { ...ADD, acceptance: ["node src/search.js"], area: "src/add.js" },
          { id: "M2", outcome: "A user can search.", acceptance: ["node test/search.js"], area: "src/search.js" },
        ],
      },
    },
    fixed: {
      document: {
        milestones: [
          { ...ADD, area: "src/add.js" },
          { id: "M2", outcome: "A user can search.", acceptance: ["node src/search.js"], area: "src/search.js" },
        ],
      },
    },
  },
  E305: {
    meaning:
      "An answer with the next orders of a build does not name each note of the window before exactly once as `before`, names one that is not there, " +
      "says the same twice, or hands on a note that is too long, or too many.",
    reason: "What is not named is forgotten by accident, and notes that only grow are read by nobody.",
    broken: text("the window before left `dates are UTC`, and the answer's `notes` is empty"),
    fixed: text('`{"before": "dates are UTC", "now": "dates are UTC", "why": ""}` keeps it'),
  },
  E306: {
    meaning:
      "The next orders of a build do not count on from the id that is due, are more than were asked for, are none although the milestone is " +
      "neither reached nor an order given up, or stand beside an order that is given up.",
    reason:
      "No id is used twice in a build, only a few orders are planned at once, and a round without a result is no round.",
    broken: text("WO-05 has landed, and the next window begins with WO-01"),
    fixed: text("WO-05 has landed, and the next window begins with WO-06"),
  },
  E307: {
    meaning:
      "A reason, or an order that is given up, rests on nothing, or on something that the build does not have: no order with that id, no commit, no acceptance command that failed.",
    reason: "A verdict without evidence ends good work, or goes on with bad.",
    broken: assessed("adjust", "The storage is too slow.", ["WO-99"]),
    fixed: assessed("adjust", "The storage is too slow.", ["WO-03", "node test/speed.js"]),
  },
  E308: {
    meaning:
      "The verdict is `complete`, and acceptance of the milestone, or of one before it, fails on the branch's tip.",
    reason: "Whether a milestone is reached, its commands decide.",
    broken: assessed("complete", "Notes are added, though `node test/add.js` fails.", ["node test/add.js"]),
    fixed: assessed("adjust", "`node test/add.js` fails: the file is not written.", ["node test/add.js"]),
  },
} as const satisfies Partial<Record<DiagnosticCode, Explanation>>;

/** Rules about a spec, which `check` judges when it is given a text. */
export const OF_SPECS = {
  E311: {
    meaning:
      "No sentence of the spec demands anything: it is empty, or has only headings, samples of code and background.",
    reason: "A plan would be made from nothing but guesses.",
    broken: text("`# Notes`"),
    fixed: text("`# Notes`, and then `notes add TEXT keeps a note.`"),
  },
  E312: {
    meaning:
      "The spec has a placeholder where something is still to be said: TODO, TBD, FIXME, ???. Code is not looked at.",
    reason: "A planner fills the gap with a guess, and nobody notices.",
    broken: text("`The export format is TBD.`"),
    fixed: text("`The export is CSV with a header line.`"),
  },
  W313: {
    meaning: "A sentence demands something in words that nobody can check: fast, user-friendly, robust, and so on.",
    reason: "An acceptance command compares with a value. Where the spec gives none, the planner makes one up.",
    broken: text("`Search should be fast.`"),
    fixed: text("`Search answers within 200 ms for 10,000 notes.`"),
  },
} as const satisfies Partial<Record<DiagnosticCode, Explanation>>;
