import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "@llmch/testkit";
import { afterAll, describe, expect, it } from "vitest";
import { readOwnPart } from "./own-text.ts";

const TEXT = "a\u00e9\u20ac\u{1f600}z";

describe("readOwnPart", () => {
  const folder = temporaryFolder();
  afterAll(folder.remove);
  const file = join(folder.path, "text");
  const size = Buffer.byteLength(TEXT);

  it.each(Array.from({ length: size + 2 }, (_, bytes) => bytes))("gives whole characters of %i bytes", (bytes) => {
    writeFileSync(file, TEXT);
    for (const from of ["beginning", "end"] as const) {
      const part = readOwnPart(file, { from, bytes });
      if (!part.ok) throw new Error(part.issues[0]);
      const { text, left_out } = part.value;
      expect(from === "beginning" ? TEXT.startsWith(text) : TEXT.endsWith(text)).toBe(true);
      expect(left_out).toBe(Math.max(0, size - bytes));
      // The text is less than one character shorter than its limit.
      expect(Buffer.byteLength(text)).toBeGreaterThan(Math.min(bytes, size) - 4);
    }
  });

  it("replaces what is not UTF-8", () => {
    writeFileSync(file, Buffer.from([0x61, 0xff, 0x80, 0x80, 0x80, 0x80, 0x62]));
    expect(readOwnPart(file, { from: "beginning", bytes: 5 })).toMatchObject({
      value: { text: expect.stringMatching(/^a\ufffd+$/) },
    });
    expect(readOwnPart(file, { from: "end", bytes: 5 })).toMatchObject({
      value: { text: expect.stringMatching(/^\ufffd*b$/) },
    });
  });
});
