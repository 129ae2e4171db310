import type { FileWrite } from "@llmch/contract";
import { editsBetween, editText, SHA256_OF_NOTHING, sha256Hex, utf8Bytes } from "@llmch/text";
import fc from "fast-check";
import { expect, test } from "vitest";
import { memoryFiles, pathOf } from "../agent.fixture.ts";
import { createDraft } from "./draft.ts";

/** Only a few different lines, so that most occur several times. */
const line = fc.constantFrom("a", "b", "", "  a", "ab", "}", "é😀", "\ufeffa", "\t");
const end = fc.constantFrom("\n", "\n", "\n", "\r\n", "\r", "");
const text = fc
  .tuple(fc.boolean(), fc.array(fc.tuple(line, end), { maxLength: 40 }), fc.constantFrom("\n", "\r\n", null))
  .map(
    ([hasMark, lines, only]) =>
      `${hasMark ? "\ufeff" : ""}${lines.map(([each, own]) => each + (only ?? own)).join("")}`,
  );

/** Changes some lines of a text, as edits do. */
const changed = fc
  .tuple(text, fc.array(fc.tuple(fc.nat(60), fc.nat(3), fc.array(line, { maxLength: 3 })), { maxLength: 4 }))
  .map(([before, changes]) => {
    const lines = before.split("\n");
    for (const [at, count, put] of changes) lines.splice(Math.min(at, lines.length), count, ...put);
    return [before, lines.join("\n")] as const;
  });

test("edits between two texts turn one into the other, byte for byte, and each `find` occurs once", () => {
  let made = 0;
  fc.assert(
    fc.property(fc.oneof(changed, fc.tuple(text, text)), ([before, after]) => {
      const edits = editsBetween(before, after);
      if (edits === null) return;
      made++;
      const applied = editText(before, edits);
      expect(applied).toEqual({ ok: true, value: after });
    }),
    { numRuns: 2000 },
  );
  expect(made).toBeGreaterThan(1000);
});

test("edits can express everything except changes of line endings", () => {
  fc.assert(
    fc.property(changed, ([before, after]) => {
      const unix = (each: string) => each.replaceAll("\r\n", "\n").replaceAll("\r", "");
      const [from, to] = [unix(before), unix(after)];
      if (from !== "") expect(editsBetween(from, to)).not.toBeNull();
    }),
    { numRuns: 1000 },
  );
});

test("edits of a large file are small", () => {
  const lines = Array.from({ length: 20_000 }, (_, index) =>
    index % 3 === 0 ? "}" : `  value ${(index * index) % 4999}`,
  );
  const before = `${lines.join("\n")}\n`;
  const after = `${lines.with(9_000, "changed").toSpliced(15_000, 2, "new").join("\n")}\n`;
  const edits = editsBetween(before, after);
  expect(edits?.length).toBe(2);
  expect(JSON.stringify(edits).length).toBeLessThan(40_000);
});

/** Applies the writes of a proposal to files. */
const applied = (
  files: Readonly<Record<string, string>>,
  writes: readonly FileWrite[],
): Readonly<Record<string, string>> => {
  const after = new Map(Object.entries(files));
  for (const write of writes) {
    const base = files[write.path];
    expect(write.base_sha256).toBe(base === undefined ? SHA256_OF_NOTHING : sha256Hex(base));
    if (write.kind === "delete") after.delete(write.path);
    else if (write.kind === "content") after.set(write.path, write.content);
    else if (write.kind === "edits") {
      const edited = editText(base ?? "", write.edits);
      if (!edited.ok) throw new Error("an edit does not fit");
      after.set(write.path, edited.value);
    }
  }
  return Object.fromEntries(after);
};

const action = fc.record({
  path: fc.constantFrom("a", "b", "new", "other"),
  what: fc.constantFrom("write", "edit", "edit", "delete", "revert"),
  text,
  find: line,
  replace: fc.constantFrom("", "x", "x\ny", "a\r\nb"),
});

test("the writes of a draft turn its base into the draft, whatever was done to it", async () => {
  await fc.assert(
    fc.asyncProperty(
      text,
      text,
      fc.array(action, { maxLength: 12 }),
      fc.constantFrom(0, 20, 10_000),
      async (a, b, actions, wholeFileBytes) => {
        const base = { a, b, other: "kept" };
        const files = memoryFiles(base);
        const draft = createDraft(["a", "b", "new"].map(pathOf), files, { wholeFileBytes });
        for (const { path: raw, what, text: content, find, replace } of actions) {
          const path = pathOf(raw);
          if (what === "write") await draft.write(path, content);
          else if (what === "edit") await draft.edit(path, [{ find, replace }], 200);
          else if (what === "delete") await draft.delete(path);
          else await draft.revert(path);
        }
        const expected: Record<string, string> = {};
        for (const path of ["a", "b", "new", "other"]) {
          const state = await draft.state(pathOf(path));
          if (state.kind !== "file") continue;
          expected[path] = state.text ?? "";
          expect([state.sha256, state.bytes]).toEqual([sha256Hex(expected[path]), utf8Bytes(expected[path]).length]);
        }
        const writes = await draft.writes();
        expect(applied(base, writes)).toEqual(expected);
        expect(writes.map(({ path }) => path)).toEqual(draft.files().map(({ path }) => path));
        for (const write of writes) {
          expect(["a", "b", "new"]).toContain(write.path);
          expect(expected[write.path]).not.toBe(base[write.path as "a"]);
        }
      },
    ),
    { numRuns: 500 },
  );
});
