import { expect, test } from "vitest";
import { askedFor } from "./request.ts";

const text = (...texts: readonly string[]) => ({ prompt: texts.map((each) => ({ type: "text", text: each })) });

test.each([
  [text("Build it.\nWell.\n"), { operation: "build", request: { spec: "Build it.\nWell.\n" } }],
  [text("/api/v1 must answer."), { operation: "build", request: { spec: "/api/v1 must answer." } }],
  [text("/run-all"), { operation: "run-all", request: {} }],
  [text("/run-all my plans/wo "), { operation: "run-all", request: { orders: "my plans/wo" } }],
  [text("/run-all --yes"), { operation: "run-all", request: { orders: "--yes" } }],
  [text("/plan\nA spec.\nOf two lines."), { operation: "plan", request: { spec: "A spec.\nOf two lines." } }],
  [text("/resume 01M8D3Y5"), { operation: "resume", request: { run: "01M8D3Y5" } }],
  [text("/ask Where is it?"), { operation: "ask", request: { question: "Where is it?" } }],
  [text("/decide push approve"), null],
  [text(" \n"), null],
  [{}, null],
  [
    { prompt: [...text("/ask What is ").prompt, { type: "resource_link", name: "a.js", uri: "file:///r/a.js" }] },
    { operation: "ask", request: { question: "What is file:///r/a.js" } },
  ],
])("%j", (prompt, asked) => {
  expect(askedFor(prompt)).toEqual(asked);
});

test.each(["/Resume", "/run_all wo", "/plan: a shop", "/ plan", "/PLAN a shop"])(
  "%s is no spec of a build",
  (typed) => {
    expect(askedFor(text(typed))).toBeNull();
  },
);
