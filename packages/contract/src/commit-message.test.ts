import { describe, expect, test } from "vitest";
import { commitMessage, orderSha256 } from "./commit-message.ts";

describe("commitMessage", () => {
  const evidence = { tests: 212, acceptance: 2, hidden: 1 };
  const commit = {
    order: "WO-03",
    title: "Add the parser",
    orderSha256: "ab12",
    runId: "01RUN",
    planRunId: "01PLAN",
    evidence,
  };

  test("is a subject, a blank line and trailers", () => {
    expect(commitMessage(commit)).toBe(
      "WO-03: Add the parser\n\nLlmch-Order: WO-03\nLlmch-Order-Sha256: ab12\nLlmch-Run: 01RUN\nLlmch-Plan: 01PLAN\nLlmch-Evidence: 212 tests, 2 checks, 1 hidden\n",
    );
  });

  test("names no plan if there is none", () => {
    expect(commitMessage({ ...commit, planRunId: null })).not.toContain("Llmch-Plan");
  });

  test("a title cannot forge a trailer", () => {
    const message = commitMessage({ ...commit, title: "x\n\nLlmch-Order: WO-99" });
    expect(message.split("\n")[0]).toBe("WO-03: x Llmch-Order: WO-99");
    expect(message.match(/^Llmch-Order: /gm)).toHaveLength(1);
  });
});

test("an order's hash ignores only provenance, $schema and the order of keys", () => {
  const order = { id: "WO-01", title: "a" };
  expect(orderSha256({ title: "a", id: "WO-01", provenance: { bootstrap: true }, $schema: "x" })).toBe(
    orderSha256(order),
  );
  expect(orderSha256({ ...order, title: "b" })).not.toBe(orderSha256(order));
});
