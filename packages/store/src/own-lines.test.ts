import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { followLines } from "./follow-lines.ts";
import { ownLines } from "./own-lines.ts";

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

test("a long file comes in pieces of complete lines, without a torn one", () => {
  const whole = LINES.join("");
  const lines = ownLines(fileOf(`${whole}{"torn`));
  const pieces = piecesOf(lines);
  expect(pieces.length).toBeGreaterThan(2);
  expect(pieces.every((piece) => piece.endsWith("\n"))).toBe(true);
  expect(pieces.join("") === whole).toBe(true);
  expect(lines.wholeBytes()).toBe(Buffer.byteLength(whole));
});

test("what is written while a file is read comes later, and only to a follower", () => {
  const file = fileOf(LINES.join(""));
  const [own, followed] = [ownLines(file), followLines(file)];
  const [first, same] = [own.next(), followed.next()];
  expect(first === same).toBe(true);
  appendFileSync(file, "more\n");
  expect([first, ...piecesOf(own)].join("") === LINES.join("")).toBe(true);
  expect([same, ...piecesOf(followed)].join("") === `${LINES.join("")}more\n`).toBe(true);
});

test("a file that is missing or empty has no lines", () => {
  expect(piecesOf(ownLines(fileOf("")))).toEqual([]);
  expect(piecesOf(ownLines(`${fileOf("")}.gone`))).toEqual([]);
});
