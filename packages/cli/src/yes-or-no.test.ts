import { once } from "node:events";
import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { asksYesOrNo } from "./yes-or-no.ts";

const streams = (isTTY: boolean) => {
  const setRawMode = () => {
    throw new Error("in raw mode Ctrl-C is no signal");
  };
  const stdin = Object.assign(new PassThrough(), { isTTY, setRawMode });
  const stderr = Object.assign(new PassThrough(), { isTTY });
  return { stdin, stderr };
};

test.each<[string, boolean]>([
  ["y", true],
  ["YES", true],
  [" yes ", true],
  ["", false],
  ["n", false],
  ["yesterday", false],
])("on a terminal %j means %s", async (typed, expected) => {
  const { stdin, stderr } = streams(true);
  const answer = asksYesOrNo("Take this up?", { stdin, stderr }, new AbortController().signal);
  stdin.write(`${typed}\n`);
  expect(await answer).toBe(expected);
  expect(stderr.read()?.toString()).toContain("Take this up? [y/N]");
});

test("an empty line is a yes where that is the usual answer, and the end of the input is not", async () => {
  const typed = async (text: string) => {
    const { stdin, stderr } = streams(true);
    const answer = asksYesOrNo("Use these?", { stdin, stderr }, new AbortController().signal, true);
    stdin.end(text);
    return [await answer, stderr.read()?.toString().split("\n")[0]];
  };
  expect(await typed("\n")).toEqual([true, "Use these? [Y/n] "]);
  expect(await typed("n\n")).toEqual([false, "Use these? [Y/n] "]);
  expect(await typed("")).toEqual([false, "Use these? [Y/n] "]);
  const ended = streams(true);
  ended.stdin.resume().end();
  await once(ended.stdin, "end");
  expect(await asksYesOrNo("And this?", ended, new AbortController().signal, true)).toBe(false);
});

test("nobody is asked without a terminal; the end of the input is a no, and an interrupt is no answer", async () => {
  const pipe = streams(false);
  expect(await asksYesOrNo("Take this up?", pipe, new AbortController().signal)).toBe(false);
  expect(pipe.stderr.read()).toBeNull();
  const ending = new AbortController();
  const answer = asksYesOrNo("Take this up?", streams(true), ending.signal);
  ending.abort();
  await expect(answer).rejects.toThrow("aborted");
  const ended = streams(true);
  ended.stdin.end();
  expect(await asksYesOrNo("Take this up?", ended, new AbortController().signal)).toBe(false);
});
