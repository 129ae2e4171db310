import type { WorkOrder } from "@llmch/contract";
import { NO_CHOICES, type VerifyChoices } from "@llmch/languages";
import { workOrder } from "@llmch/testkit";
import { expect, test } from "vitest";
import { whyUnverified } from "./unverified.ts";

const WHY = "the tree does not say how it is verified";
const writing = (path: string, changes: Partial<WorkOrder> = {}) => workOrder({ allowed_files: [path], ...changes });

test.each<[string, string, readonly WorkOrder[], Partial<VerifyChoices>, string | null]>([
  ["nothing is known of", "notes.txt", [writing("a.txt")], {}, WHY],
  [
    "Autotools builds, with scripts in Python",
    "configure.ac src/a.c src/b.c scripts/a.py",
    [writing("scripts/test_a.py")],
    {},
    'Autotools builds it, which llmch starts only if verify.commands says how, such as ["autoreconf -fi","sh configure","make check"]',
  ],
  ["an order gives tests in Python", "configure.ac src/a.c src/b.c", [writing("tests/test_a.py")], {}, null],
  ["the tree shows how to verify", "go.mod", [writing("a.go")], {}, null],
  ["a setting verifies", "notes.txt", [writing("a.txt")], { commands: ["just ci"] }, null],
  ["a plan verifies", "notes.txt", [writing("a.txt")], { planned: "just ci" }, null],
  ["a later order may make a project of", "notes.txt", [writing("a.txt"), writing("./package.json")], {}, null],
  ["only exempt orders change", "notes.txt", [writing("a.txt", { verify_exempt: true })], {}, null],
  ["no order changes", "notes.txt", [], {}, null],
])("a repo that %s", (_, files, orders, choices, why) => {
  const tree = { files: files.split(" "), texts: {}, present: [] };
  expect(whyUnverified(orders, tree, { ...NO_CHOICES, ...choices })).toBe(why);
});
