import { expect, test } from "vitest";
import { createStreams } from "./streams.ts";

test("what several orders stream at once is printed in whole lines, each with its order", () => {
  const lines: string[] = [];
  let now = 0;
  const streams = createStreams((line) => lines.push(line), { indent: "    ", pauseMs: 30_000, now: () => now });
  streams.of("WO-01").stream("First the");
  streams.of("WO-02").stream("Then \u001b[2Jthe\n\nrest");
  streams.of("WO-01").stream(" greeter\n");
  streams.of("WO-02").answering(400);
  now = 29_000;
  streams.of("WO-02").answering(800);
  expect(lines).toEqual(["    WO-02  Then the", "    WO-01  First the greeter", "    WO-02  rest"]);
  now = 31_000;
  streams.of("WO-02").answering(4000);
  expect(lines.at(-1)).toMatch(/^ {4}WO-02 {2}answering: about 1\.0k tokens so far/);
});
