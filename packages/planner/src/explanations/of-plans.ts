import type { DiagnosticCode } from "@llmch/contract";
import type { Explanation } from "./explanation.ts";

const SLUG_CHECK = "node -e \"if (require('./src/slug.js')('A b') !== 'a-b') process.exit(1)\"";

/** Explanations of the rules about a plan as a whole. */
export const OF_PLANS = {
  E000: {
    meaning:
      "The document cannot be read as a plan: it is not JSON, its top level is not an object, `work_orders` is missing, empty or not a list, " +
      "an element of that list is not an object, or `verify_contract` is neither an object nor null.",
    reason:
      "Nothing of such a document can be judged. `check` exits with 4 if the text is not JSON at all, and with 2 otherwise.",
    broken: { document: { orders: [{ id: "WO-01", title: "Add the verify script" }] } },
    fixed: { plan: {}, orders: [{ title: "Add the verify script" }] },
  },
  E001: {
    meaning:
      "An order's id is not `WO-` and a number in at least two digits, or it is not the next one: ids count up from WO-01 in the " +
      "order of the list.",
    reason:
      "Orders are carried out in the sequence of their numbers, commits carry the id, and a later run uses it to tell which orders are " +
      "done. A gap or a duplicate would skip an order, or do one twice.",
    broken: { orders: [{ id: "WO-01" }, { id: "WO-03" }] },
    fixed: { orders: [{ id: "WO-01" }, { id: "WO-02" }] },
  },
  E106: {
    meaning: "`verify_contract.requires` names a file that neither the repo nor any order of the plan provides.",
    reason:
      "While the required files are not all there, orders are verified by a syntax check at most. A requirement that is never " +
      "met would keep every order exempt, and the product would never be tested.",
    broken: {
      plan: { verify_contract: { command: "npm test", requires: [{ kind: "file_exists", path: "package.json" }] } },
      orders: [{ allowed_files: ["src/slug.js"] }],
    },
    fixed: {
      plan: { verify_contract: { command: "npm test", requires: [{ kind: "file_exists", path: "package.json" }] } },
      orders: [{ allowed_files: ["package.json", "src/slug.js"] }],
    },
  },
  E202: {
    meaning: "The plan has more than 20,000 orders, or more than a million values. Nothing else in it is judged.",
    reason: "No person and no model writes such a plan; to judge it would fill the memory with findings.",
    broken: {
      document: { work_orders: Array.from({ length: 20_001 }, () => ({})) },
      said: "A manifest whose `work_orders` has 20,001 elements.",
    },
    fixed: { orders: [{}], said: "Several manifests, each of which is carried out before the next is planned." },
  },
  W201: {
    meaning:
      "A part of the manifest has another form than the schema asks for and is left out: a `system_overview` that is not a list of " +
      "strings, or an entry of `verify_contract.requires` that is not a condition.",
    reason:
      "Orders can be carried out without it, but what was meant is lost. The warning keeps it from vanishing silently.",
    broken: { plan: { system_overview: "A keeper of notes." }, orders: [{ title: "Add the verify script" }] },
    fixed: { plan: { system_overview: ["A keeper of notes."] }, orders: [{ title: "Add the verify script" }] },
  },
  W206: {
    meaning:
      "Two orders may write the same file, and nothing makes the later depend on the earlier: it neither requires the file, nor " +
      "has it among its context files, nor needs another file that leads back to that order.",
    reason:
      "Each answer sees only the file. An order that does not know about the other's work is likely to overwrite it, and " +
      "nothing says in which sequence the two make sense.",
    broken: {
      orders: [{ allowed_files: ["src/slug.js", "README.md"] }, { allowed_files: ["src/tags.js", "README.md"] }],
    },
    fixed: {
      orders: [
        { allowed_files: ["src/slug.js", "README.md"] },
        { allowed_files: ["src/tags.js", "README.md"], context_files: ["README.md"] },
      ],
    },
  },
  W207: {
    meaning:
      "No later order needs a file of this one, it adds no tests, and each acceptance command either cannot fail or names only " +
      "other files.",
    reason: "Then whatever the order makes is accepted, and a user finds out that it is wrong.",
    broken: {
      repo: ["src/cli.js"],
      orders: [{ allowed_files: ["src/slug.js"], acceptance_commands: ["node src/cli.js list"] }],
    },
    fixed: {
      repo: ["src/cli.js"],
      orders: [{ allowed_files: ["src/slug.js"], acceptance_commands: [SLUG_CHECK] }],
    },
  },
} as const satisfies Partial<Record<DiagnosticCode, Explanation>>;
