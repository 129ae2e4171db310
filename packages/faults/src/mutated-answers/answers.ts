import { answerOf, objectionOf, workOrder } from "@llmch/testkit";
import { type JsonObject, SHA256_OF_NOTHING, sha256Hex } from "@llmch/text";

/** Files as the proposals find them. */
export const FILES: Readonly<Record<string, string>> = { "greet.js": "export const greet = 0;\n", "src/a.ts": "a\n" };

export const ORDER = workOrder({ allowed_files: ["greet.js", "src/new.ts"], context_files: ["src/a.ts"] });

/** Good answers for the factory, in the styles of different models. */
export const PROPOSALS: readonly string[] = [
  answerOf({ "greet.js": 'export const greet = (name) => "Hello, " + name;\n' }, FILES),
  answerOf({ "greet.js": '\u00fc \u{1f600} \\ " \n', "src/new.ts": "" }, FILES),
  JSON.stringify({
    summary: "Moves and edits.",
    writes: [
      {
        ...{ path: "greet.js", base_sha256: sha256Hex(FILES["greet.js"] ?? ""), rename_to: "src/new.ts" },
        ...{ content: null, edits: [{ find: "greet = 0;", replace: "greet = 1;\n" }], delete: false },
      },
    ],
  }),
  JSON.stringify({
    summary: "Deletes.",
    writes: [
      { path: "greet.js", base_sha256: sha256Hex(FILES["greet.js"] ?? ""), delete: true },
      { path: "src/new.ts", base_sha256: SHA256_OF_NOTHING, content: "new\n" },
    ],
  }),
  objectionOf({ needs: ["src/a.ts:a"], blocked_by: ["src/a.ts"] }),
  `\`\`\`json\n${JSON.stringify(JSON.parse(answerOf({ "src/new.ts": "export {};\n" }, FILES)), null, 2)}\n\`\`\`\n`,
];

const orderJson = (changes: Parameters<typeof workOrder>[0]): JsonObject =>
  JSON.parse(JSON.stringify(workOrder(changes)));

const manifest = (...orders: readonly JsonObject[]): JsonObject => ({
  system_overview: ["A greeter."],
  verify_contract: { command: "bash scripts/verify.sh", requires: [{ kind: "file_exists", path: "greet.js" }] },
  work_orders: orders,
});

/** Good answers for the planner. */
export const PLANS: readonly string[] = [
  JSON.stringify(
    manifest(orderJson({}), orderJson({ id: "WO-02", allowed_files: ["src/b.ts"], context_files: ["greet.js"] })),
  ),
  JSON.stringify(
    manifest(
      orderJson({
        allowed_files: ["greet.js", "pkg/__init__.py"],
        acceptance_commands: [
          "python -c 'import json, pkg; print(\"\u00e9\")'",
          'bash -c "a; b"',
          "node greet.js 2>&1",
        ],
        preconditions: [{ kind: "file_absent", path: "greet.js" }],
      }),
    ),
    null,
    1,
  ),
];
