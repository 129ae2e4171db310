import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { followLines } from "./follow-lines.ts";
import { ownLines } from "./own-text.ts";

const fileOf = (text: string): string => {
  const folder = mkdtempSync(join(tmpdir(), "llmch-lines-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "events.jsonl");
  writeFileSync(file, text);
  return file;
};

const piecesOf = ({ next }: { next(): string }): readonly string[] => {
  const pieces: string[] = [];
  for (let piece = next(); piece !== ""; piece = next()) pieces.push(piece);
  return pieces;
};

/** Lines of many lengths, some longer than one read, with characters of several bytes everywhere. */
const LINES = Array.from({ length: 400 }, (_, index) => `${"é€𝄞".repeat(index % 40 === 7 ? 200_000 : index)}\n`);

test("the lines of a long file are read without a torn one", () => {
  const whole = LINES.join("");
  const { text, wholeBytes } = ownLines(fileOf(`${whole}{"torn`));
  expect(text === whole).toBe(true);
  expect(wholeBytes).toBe(Buffer.byteLength(whole));
});

test("a long file that is followed comes in pieces of complete lines, and what is written meanwhile comes later", () => {
  const file = fileOf(LINES.join(""));
  const followed = followLines(file);
  const first = followed.next();
  appendFileSync(file, 'more\n{"torn');
  const pieces = [first, ...piecesOf(followed)];
  expect(pieces.length).toBeGreaterThan(2);
  expect(pieces.every((piece) => piece.endsWith("\n"))).toBe(true);
  expect(pieces.join("") === `${LINES.join("")}more\n`).toBe(true);
});

test("a file that is missing or empty has no lines", () => {
  const none = { text: "", wholeBytes: 0 };
  expect(ownLines(fileOf(""))).toEqual(none);
  expect(ownLines(`${fileOf("")}.gone`)).toEqual(none);
  expect(piecesOf(followLines(`${fileOf("")}.gone`))).toEqual([]);
});
