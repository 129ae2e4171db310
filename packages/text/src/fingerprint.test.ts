import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fingerprint } from "./fingerprint.ts";

describe("fingerprint", () => {
  test.each([
    ["absolute paths", "at /tmp/a1/repo/src/x.ts:3:14", "at /home/me/repo/src/x.ts:300:1"],
    ["file URLs", "at run (file:///tmp/a1/x.js:3:4)", "at run (file:///var/b/c/x.js:31:4)"],
    ["paths in quotes", 'File "/tmp/a/x.py", line 3', 'File "/srv/x.py", line 14'],
    ["paths with spaces, in quotes", "cannot open '/tmp/my repo/x'", "cannot open '/tmp/repo/x'"],
    ["paths with spaces, in brackets", "at f (/tmp/my repo/x.js:1:2)", "at f (/tmp/repo/x.js:1:2)"],
    ["numbers", "expected 3, got 4.5", "expected 12, got 1,000.25"],
    ["small and large numbers", "took 999999 ns", "took 1234567 ns"],
    ["long decimals", "duration_ms 45.5", "duration_ms 1234.5678901234"],
    ["powers of ten", "1e-05 of 1.5e+10", "0.25 of 3"],
    ["durations", "1 passed in 0.01s", "1 passed in 12.5s"],
    ["durations of several units", "built in 3s", "built in 1m 3.25s"],
    ["durations in other units", "done (12 ms)", "done (1.2 s)"],
    ["clock times", "started 09:41:07", "started 23:59:00"],
    ["hex ids", "commit a1b2c3d4e5f6", "commit 00ff00ff00ff"],
    ["hex ids that are all digits", "commit a1b2c3d", "commit 1234567"],
    ["addresses", "object at 0x7f3a2b1c", "object at 0x55"],
    ["UUIDs", "id 550e8400-e29b-41d4-a716-446655440000", "id ffffffff-aaaa-bbbb-cccc-dddddddddddd"],
    ["colours", "\u001b[31mnot ok\u001b[39m 1", "not ok 1"],
    ["widths of tables", "a    1 | b", "a 10 | b"],
  ])("removes %s", (_, left, right) => {
    expect(fingerprint(left)).toBe(fingerprint(right));
  });

  test.each([
    ["messages", "expected true", "expected false"],
    ["relative paths", "src/a.ts: no", "src/b.ts: no"],
    ["names", "test_add failed", "test_sub failed"],
    ["lines", "a\nb", "b\na"],
    ["what follows a path", "/tmp/x: not found", "/tmp/x: denied"],
    ["a path from none", "at /tmp/x.js", "at home"],
  ])("keeps %s apart", (_, left, right) => {
    expect(fingerprint(left)).not.toBe(fingerprint(right));
  });

  test("contains no digit", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."a f0159.,:/-\n\"' msx<>") }), (output) => {
        expect(fingerprint(output)).not.toMatch(/\d/);
      }),
    );
  });
});
