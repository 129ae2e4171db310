import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { createConsole } from "./console.ts";
import { openProgressBar } from "./progress-bar.ts";

const show = (isTTY: boolean, quiet = false) => {
  const written: string[] = [];
  const stderr = Object.assign(new PassThrough(), { isTTY, columns: 60, rows: 20 });
  stderr.on("data", (text) => written.push(String(text)));
  const env = { TERM: "xterm" };
  const shown = { verbose: false, quiet, color: false, json: false };
  const console = createConsole(shown, { stdout: new PassThrough(), stderr, env }, (text) => text);
  const bar = openProgressBar(console, env);
  for (const [done, part] of [0, 1, 2].map((each) => [each, each < 2 ? "WO-01" : "WO-02"] as const)) {
    bar.show({ part, done, total: 2 });
    if (done === 1) console.error("warning: x");
  }
  bar.close();
  return written.join("").replaceAll("\r\u001b[2K", "|");
};

test("a terminal has one line, below all others, which is gone at the end; a log has a line for each part", () => {
  const [none, half, all] = [0, 12, 24].map((cells) => `${"█".repeat(cells)}${"░".repeat(24 - cells)}`);
  expect(show(true)).toBe(
    `|WO-01  ${none}  0 of 2|WO-01  ${half}  1 of 2|warning: x\n|WO-01  ${half}  1 of 2|WO-02  ${all}  2 of 2|`,
  );
  expect(show(false)).toBe("WO-01  2 to judge\nwarning: x\nWO-02  2 to judge\n");
  expect(show(true, true)).toBe("warning: x\n");
});
