import type { Objection } from "@llmch/contract";
import { workOrder } from "@llmch/testkit";
import { expect, test } from "vitest";
import { demandNamed, objectionFaults } from "./judge-objection.ts";
import { readNeed } from "./need.ts";

const ORDER = workOrder({
  allowed_files: ["greet.js"],
  acceptance_commands: ['node -e "require(`./greet.js`)"', "node  --check greet.js"],
  postconditions: [
    { kind: "file_exists", path: "greet.js" },
    { kind: "file_contains", path: "greet.js", text: "Hello" },
  ],
  preconditions: [{ kind: "file_absent", path: "old.js" }],
});
const TRACKED = new Set(["greet.js", "greet.test.js", "odd:name.js", "src/a.js"]);
const objection = (changes: Partial<Objection>): Objection => ({
  ...{ reason: "No.", needs: [], contradiction: null, blocked_by: [] },
  ...changes,
});
const contradiction = (command: string) => ({ command, sentence: "It greets." });

test.each<[string, Partial<Objection>]>([
  ["a file to see", { needs: ["src/a.js"] }],
  ["a symbol to see", { needs: ["src/a.js:Class.method"] }],
  ["a file that is not there", { needs: ["src/nowhere.js"] }],
  ["a command", { contradiction: contradiction("node --check greet.js") }],
  ["a command as the prompt spells it", { contradiction: contradiction('"node -e \\"require(`./greet.js`)\\""') }],
  ["a command between backticks", { contradiction: contradiction("`node --check greet.js`") }],
  ["a postcondition", { contradiction: contradiction('file_contains greet.js "Hello"') }],
  ["a precondition", { contradiction: contradiction("file_absent old.js") }],
  ["a test that may not be written", { blocked_by: ["greet.test.js"] }],
])("an objection that names %s is well-founded", (_, changes) => {
  expect(objectionFaults(ORDER, objection(changes), TRACKED)).toEqual([]);
});

test.each<[string, Partial<Objection>, RegExp]>([
  ["a path that leads out", { needs: ["../x"] }, /needs: "..\/x": the path/],
  ["git's own folder", { needs: [".git/config"] }, /needs: ".git\/config": the path/],
  ["an absolute path", { blocked_by: ["/etc/passwd"] }, /blocked_by: "\/etc\/passwd": the path/],
  ["another command", { contradiction: contradiction("npm test") }, /"npm test" is none of the order's/],
  ["nothing of the order", { contradiction: contradiction("``") }, /is none of the order's/],
  ["a file that it may write", { blocked_by: ["greet.js"] }, /may be written: it blocks nothing/],
  ["a file that is not there", { blocked_by: ["src/nowhere.js"] }, /there is no such file/],
])("an objection that names %s is invalid", (_, changes, fault) => {
  expect(objectionFaults(ORDER, objection(changes), TRACKED).join()).toMatch(fault);
});

test("a demand is returned in the order's spelling", () => {
  expect(demandNamed(ORDER, " `node --check   greet.js` ")).toBe("node  --check greet.js");
});

test.each([
  ["src/a.js", "src/a.js", null],
  ["src/a.js:f", "src/a.js", "f"],
  ["src/a.js::Class::f", "src/a.js", "Class::f"],
  ["odd:name.js", "odd:name.js", null],
  ["odd:name.js:f", "odd:name.js", "f"],
  ["new.js:f", "new.js", "f"],
  ["src/a.js:", "src/a.js", null],
])("%s is the file %s and the symbol %s", (text, path, symbol) => {
  expect(readNeed(text, TRACKED)).toEqual({ path, symbol });
});
