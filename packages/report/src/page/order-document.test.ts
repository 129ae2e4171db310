import type { JsonValue } from "@llmch/text";
import { expect, test } from "vitest";
import { orderDocument, ordersOfManifest } from "./order-document.ts";

test("members of the wrong kind are left out, and the rest is read", () => {
  const order: JsonValue = {
    id: 7,
    title: "Greet",
    allowed_files: ["a.js", 1, null],
    preconditions: [
      { kind: "file_exists", path: "b.js" },
      { kind: "later", path: "c.js" },
      { kind: "file_absent" },
      "d",
    ],
    postconditions: "none",
    acceptance_commands: ["node a.js", 7, { command: "node b.js", hidden: true }, { command: "node c.js" }, {}],
    derive: [{ command: "npm install", files: ["lock"] }, 1],
    fulfils: ["It greets.", 1],
    verify_exempt: "true",
  };
  expect(orderDocument(order)).toEqual({
    id: "",
    title: "Greet",
    intent: "",
    preconditions: [{ kind: "file_exists", path: "b.js" }],
    postconditions: [],
    allowed_files: ["a.js"],
    context_files: [],
    forbidden: [],
    acceptance_commands: ["node a.js", "node b.js (hidden)", "node c.js"],
    derive: ["npm install"],
    fulfils: ["It greets."],
    notes: "",
    verify_exempt: false,
  });
});

test.each<JsonValue>([null, "WO-01", 1, []])("%j is not an order, and not a manifest", (value) => {
  expect(orderDocument(value)).toBe(null);
  expect(ordersOfManifest(value)).toEqual([]);
});
