import type { DiagnosticCode } from "@llmch/contract";
import type { Explanation } from "./explanation.ts";

const PARTS = Array.from({ length: 20 }, (_, index) => `src/part-${index + 1}.js`);

/** Explanations of the rules about an order's conditions and files. */
export const OF_ORDERS = {
  E004: {
    meaning: "A path in `allowed_files` or `context_files` holds `*`, `?` or `[`.",
    reason:
      "The files that an order may write, and those that the model sees, are exact lists. A pattern would mean different files on " +
      "different days. E005 reports the path too.",
    broken: { repo: ["src/slug.js", "src/tags.js"], orders: [{ context_files: ["src/*.js"] }] },
    fixed: { repo: ["src/slug.js", "src/tags.js"], orders: [{ context_files: ["src/slug.js", "src/tags.js"] }] },
  },
  E005: {
    meaning:
      "The order lacks a member, or one has the wrong type or a value that is not allowed: no acceptance command, more than ten " +
      "context files, a `file_absent` postcondition for a file that the order may not write, a path that leads out of the repo. The message names every violation.",
    reason:
      "An order that does not meet the schema means something else to everyone who reads it. The schema is " +
      "`templates/schemas/work-order.schema.json`.",
    broken: { orders: [{ forbidden: "No dependencies.", acceptance_commands: [] }] },
    fixed: { orders: [{ forbidden: ["No dependencies."], acceptance_commands: ["npm test"] }] },
  },
  E101: {
    meaning:
      "A precondition cannot hold when the order's turn comes: `file_exists` for a path that neither the repo nor an earlier order " +
      "provides, or `file_absent` for one that exists by then. Orders provide what their postconditions name.",
    reason:
      "The factory checks the preconditions before it asks a model. This one would stop the run there, at an order for which no " +
      "answer can help.",
    broken: {
      orders: [
        { allowed_files: ["src/slug.js"] },
        { preconditions: [{ kind: "file_exists", path: "src/slugs.js" }], allowed_files: ["src/cli.js"] },
      ],
    },
    fixed: {
      orders: [
        { allowed_files: ["src/slug.js"] },
        { preconditions: [{ kind: "file_exists", path: "src/slug.js" }], allowed_files: ["src/cli.js"] },
      ],
    },
  },
  E102: {
    meaning: "The order requires one path both to exist and to be absent.",
    reason: "No repo meets that. Whichever of the two is wrong has an E101 as well.",
    broken: {
      orders: [
        {
          preconditions: [
            { kind: "file_exists", path: "src/slug.js" },
            { kind: "file_absent", path: "src/slug.js" },
          ],
          allowed_files: ["src/slug.js"],
        },
      ],
    },
    fixed: {
      orders: [{ preconditions: [{ kind: "file_absent", path: "src/slug.js" }], allowed_files: ["src/slug.js"] }],
    },
  },
  E103: {
    meaning: "A postcondition names a file that is not in the order's `allowed_files`.",
    reason: "The order promises a file that it may not write, so no answer to it could be accepted.",
    broken: {
      orders: [
        {
          allowed_files: ["src/slug.js"],
          postconditions: [
            { kind: "file_exists", path: "src/slug.js" },
            { kind: "file_exists", path: "test/slug.test.js" },
          ],
        },
      ],
    },
    fixed: {
      orders: [
        {
          allowed_files: ["src/slug.js", "test/slug.test.js"],
          postconditions: [
            { kind: "file_exists", path: "src/slug.js" },
            { kind: "file_exists", path: "test/slug.test.js" },
          ],
        },
      ],
    },
  },
  E104: {
    meaning:
      "The order has postconditions, and one of its allowed files is not among them. A file that already exists needs one too, and a removed file has `file_absent`.",
    reason:
      "Later orders rest on what earlier ones promise. If no order promises a file that may be written, the file can be missing, and " +
      "nobody notices.",
    broken: {
      orders: [
        {
          allowed_files: ["src/slug.js", "test/slug.test.js"],
          postconditions: [{ kind: "file_exists", path: "src/slug.js" }],
        },
      ],
    },
    fixed: {
      orders: [
        {
          allowed_files: ["src/slug.js", "test/slug.test.js"],
          postconditions: [
            { kind: "file_exists", path: "src/slug.js" },
            { kind: "file_exists", path: "test/slug.test.js" },
          ],
        },
      ],
    },
  },
  E203: {
    meaning:
      "One list of conditions requires a path to be absent and also something else: that it exists, that it contains a text, or that it " +
      "stays unchanged. Before an order, `file_exists` beside `file_absent` is E102.",
    reason: "No repo meets both, so no answer to the order could be accepted.",
    broken: {
      repo: ["src/old.js"],
      orders: [
        {
          allowed_files: ["src/old.js"],
          postconditions: [
            { kind: "file_absent", path: "src/old.js" },
            { kind: "file_contains", path: "src/old.js", text: "export" },
          ],
        },
      ],
    },
    fixed: {
      repo: ["src/old.js"],
      orders: [{ allowed_files: ["src/old.js"], postconditions: [{ kind: "file_absent", path: "src/old.js" }] }],
    },
  },
  E204: {
    meaning:
      "Before an order, `file_contains` or `file_unchanged` names a file that does not exist by then; or an order must leave " +
      "such a file unchanged.",
    reason:
      "A missing file contains nothing and cannot stay unchanged. The factory would stop at this order before it asks a model.",
    broken: {
      orders: [
        { allowed_files: ["src/tags.js"] },
        {
          preconditions: [{ kind: "file_contains", path: "src/slug.js", text: "export const slug" }],
          allowed_files: ["src/cli.js"],
        },
      ],
    },
    fixed: {
      orders: [
        { allowed_files: ["src/slug.js"] },
        {
          preconditions: [{ kind: "file_contains", path: "src/slug.js", text: "export const slug" }],
          allowed_files: ["src/cli.js"],
        },
      ],
    },
  },
  W208: {
    meaning:
      "An order may rewrite a test file that an earlier order of the plan made. The name and folder tell that it is one.",
    reason:
      "The tests so far protect what has been built. An order that may change them can make them agree with whatever it broke. " +
      "If tests have to change because the behaviour does, ignore the warning.",
    broken: {
      orders: [
        { allowed_files: ["src/slug.js", "test/slug.test.js"] },
        { allowed_files: ["src/tags.js", "test/slug.test.js"], context_files: ["test/slug.test.js"] },
      ],
    },
    fixed: {
      orders: [
        { allowed_files: ["src/slug.js", "test/slug.test.js"] },
        { allowed_files: ["src/tags.js", "test/tags.test.js"], context_files: ["test/slug.test.js"] },
      ],
    },
  },
  W209: {
    meaning:
      "An order likely writes more than 30 KB: its new files count with 1.5 KB each, the edits of a file that stands with 1.2 KB at most, and a file that " +
      "goes with next to nothing.",
    reason:
      "One answer has to get all of it right at once, and one failing command refuses all of it. Small orders fail less, " +
      "cost less when they do, and make commits that a person can read.",
    broken: { orders: [{ allowed_files: PARTS }], said: "An order that writes twenty new files." },
    fixed: {
      orders: [{ allowed_files: PARTS.slice(0, 10) }, { allowed_files: PARTS.slice(10) }],
      said: "Two orders that write ten of them each.",
    },
  },
  W210: {
    meaning:
      "`allowed_files` or `context_files` names a file that seems to hold secrets: `.env`, a private key, credentials. Only " +
      "the name is examined.",
    reason:
      "Such files are not shown to a model unless an order names them; this one does. What is sent to a server cannot be taken " +
      "back, and what an order writes is committed.",
    broken: { repo: [".env", ".env.example"], orders: [{ context_files: [".env"] }] },
    fixed: { repo: [".env", ".env.example"], orders: [{ context_files: [".env.example"] }] },
  },
  W211: {
    meaning: "A `file_absent` postcondition names a file that does not exist before the order either.",
    reason: "There is nothing to remove: the path is misspelt, or an earlier order has done it.",
    broken: {
      repo: ["src/old.js"],
      orders: [{ allowed_files: ["src/odl.js"], postconditions: [{ kind: "file_absent", path: "src/odl.js" }] }],
    },
    fixed: {
      repo: ["src/old.js"],
      orders: [
        {
          allowed_files: ["src/old.js"],
          postconditions: [{ kind: "file_absent", path: "src/old.js" }],
          acceptance_commands: ["npm test"],
        },
      ],
    },
  },
  W226: {
    meaning:
      "The order requires a program that stands, its intent or notes name it, and neither it nor another such program is among `context_files` or the files " +
      "that the order rewrites.",
    reason:
      "The model sees the contents of those files alone, so it guesses how what it builds on is called and what it takes and gives.",
    broken: {
      repo: ["src/slug.js"],
      orders: [
        {
          intent: "Let the list show what slug of src/slug.js gives.",
          preconditions: [{ kind: "file_exists", path: "src/slug.js" }],
        },
      ],
    },
    fixed: {
      repo: ["src/slug.js"],
      orders: [
        {
          intent: "Let the list show what slug of src/slug.js gives.",
          preconditions: [{ kind: "file_exists", path: "src/slug.js" }],
          context_files: ["src/slug.js"],
        },
      ],
    },
  },
  W228: {
    meaning: "`depends_on` names an id that no earlier order of the plan has.",
    reason:
      "Orders are carried out in the sequence of their ids. What is said about a later order, or about none, holds nothing back.",
    broken: { orders: [{ depends_on: ["WO-02"] }, {}] },
    fixed: { orders: [{}, { depends_on: ["WO-01"] }] },
  },
  W233: {
    meaning: "An allowed file is one that the repo ignores (`.gitignore`, the user's own excludes) and does not track.",
    reason:
      "What an order writes is committed, ignored or not. Generated files and local settings then stand in the history, and " +
      "whoever builds the repo changes them.",
    broken: {
      repo: [".gitignore"],
      ignored: ["dist/notes.js"],
      orders: [{ allowed_files: ["dist/notes.js"] }],
    },
    fixed: { repo: [".gitignore"], ignored: ["dist/notes.js"], orders: [{ allowed_files: ["src/notes.js"] }] },
  },
  W234: {
    meaning:
      "A model without tools (`--agent off`) is shown the files that it may write. Those of this order hold more than a prompt shows, so a run " +
      "would refuse it when its turn comes. Sizes are those at HEAD, and the room is that of `factory.model`.",
    reason: "What the earlier orders cost would be paid before the run finds out.",
    broken: {
      repo: ["src/notes.js", "src/cli.js"],
      sizes: {
        "src/notes.js": 45_000,
        "src/cli.js": 46_000,
        "src/a.js": 47_000,
        "src/b.js": 48_000,
        "src/c.js": 40_000,
      },
      orders: [{ allowed_files: ["src/notes.js", "src/cli.js", "src/a.js", "src/b.js", "src/c.js"] }],
    },
    fixed: {
      repo: ["src/notes.js", "src/cli.js"],
      sizes: { "src/notes.js": 45_000, "src/cli.js": 46_000 },
      orders: [{ allowed_files: ["src/notes.js"] }, { allowed_files: ["src/cli.js"] }],
    },
  },
  W229: {
    meaning: "An order has a member that no order has, and that is spelt almost like one that orders have.",
    reason: "Unknown members are ignored. What a misspelt one says is lost, which nothing else would show.",
    broken: { orders: [{}, { depend_on: ["WO-01"] }] },
    fixed: { orders: [{}, { depends_on: ["WO-01"] }] },
  },
} as const satisfies Partial<Record<DiagnosticCode, Explanation>>;
