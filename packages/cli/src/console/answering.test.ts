import { PassThrough } from "node:stream";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Sink } from "../terminal.ts";
import { createConsole } from "./console.ts";

beforeEach(() => void vi.useFakeTimers({ now: Date.parse("2026-01-01T12:00:00Z") }));
afterEach(() => void vi.useRealTimers());

const opened = (options: { readonly quiet?: boolean; readonly renderer?: "log" | "json" }) => {
  const stderr = new PassThrough();
  const common = { verbose: false, quiet: false, color: false, json: false, renderer: "log" as const, ...options };
  const sinks = { stdout: new PassThrough() as unknown as Sink, stderr: stderr as unknown as Sink, env: {} };
  const console = createConsole(common, sinks, (text) => text);
  return { console, printed: () => String(stderr.read() ?? "") };
};

it("a log reports at intervals how much of an answer has arrived, and nothing for a short one", () => {
  const { console, printed } = opened({});
  console.answering(400);
  vi.advanceTimersByTime(5000);
  console.answering(40);
  for (let second = 1; second <= 65; second++) {
    vi.advanceTimersByTime(1000);
    console.answering(40 + second * 200);
  }
  expect(printed()).toBe(
    "    answering: about 1.5k tokens so far, 50/s\n    answering: about 3.0k tokens so far, 50/s\n",
  );
});

it.each([{ quiet: true }, { renderer: "json" }] as const)("a log reports nothing of it with %j", (options) => {
  const { console, printed } = opened(options);
  for (let second = 0; second < 99; second++) {
    console.answering(second);
    vi.advanceTimersByTime(1000);
  }
  expect(printed()).toBe("");
});
