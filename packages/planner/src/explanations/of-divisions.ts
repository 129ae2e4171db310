import type { DiagnosticCode } from "@llmch/contract";
import type { Example } from "./example.ts";
import type { Explanation } from "./explanation.ts";

const PARENT = "WO-03 may write `src/store.js` and `src/cli.js`";
const CHILDREN: Example = { orders: [{ allowed_files: ["src/store.js"] }, { allowed_files: ["src/cli.js"] }] };

const told = (said: string): Example => ({ ...CHILDREN, said });

/** Rules that only the division of an order can break: a plan has no children. */
export const OF_DIVISIONS = {
  E210: {
    meaning: "A child of a divided order does not have the id that is due in its place of the list.",
    reason: "Calls, folders and events of a child are found under its id, which tells what it is a part of.",
    broken: told("WO-03 is divided into WO-04 and WO-05"),
    fixed: told("WO-03 is divided into WO-03.1 and WO-03.2"),
  },
  E211: {
    meaning:
      "A child may write or show its model a file that the divided order may not, or makes files by a command that the order does not have.",
    reason:
      "Nobody is shown the children of an order before they are carried out, so they may do what it may do, and no more.",
    broken: told(`${PARENT}; its child WO-03.2 allows \`src/log.js\``),
    fixed: told(`${PARENT}; its child WO-03.2 allows \`src/cli.js\``),
  },
  E212: {
    meaning: "A postcondition of the divided order is in no child, and did not hold before the order.",
    reason: "If every child keeps to what it promises, the order must have what it promises.",
    broken: told("WO-03 promises that `src/cli.js` exists, and no child of it does"),
    fixed: told("WO-03 promises that `src/cli.js` exists, and so does WO-03.2"),
  },
  E213: {
    meaning: "An acceptance command of the divided order, other than a hidden one, is in none of its children.",
    reason:
      "The work of all children is judged by it in the end. What fails then should fail in the child that can mend it.",
    broken: told("WO-03 is accepted by `node --test test/cli.test.js`, and none of its children is"),
    fixed: told("WO-03.2 is accepted by `node --test test/cli.test.js` among other commands"),
  },
  E214: {
    meaning: "An order is divided into one child or none, into more than twelve, or at a depth of more than two.",
    reason: "One child is the same order once more, and small steps without end come to no result.",
    broken: told("WO-03 is divided into WO-03.1 alone"),
    fixed: told("WO-03 is divided into WO-03.1 and WO-03.2"),
  },
} as const satisfies Partial<Record<DiagnosticCode, Explanation>>;
