import type { RepoPath } from "@llmch/contract";
import { answerOf, orderScene, reviewOf } from "@llmch/testkit";
import { expect, test } from "vitest";
import type { Reviewer } from "../job/ports.ts";
import { carryOut } from "../order.ts";

const plan = JSON.stringify({ acceptance_commands: [{ command: "secret check", hidden: true }] });

test("a reviewer with tools sees the change in the repo, but no secrets and no hidden commands", async () => {
  const scene = orderScene({
    files: { "a.js": "const key = 'sk-very-secret-0123456789';\n", "plan/WO-01.json": plan },
    order: { acceptance_commands: [{ command: "secret check", hidden: true }] },
    secrets: ["sk-very-secret-0123456789"],
    review: {},
    replies: [answerOf({ "greet.js": "export const greet = 1;\n" })],
  });
  const seen: unknown[] = [];
  const reviewer: Reviewer = {
    hasTools: true,
    ask: async ({ messages }, { files, redact, order }) => {
      const text = async (path: string) => {
        const state = await files.inspect(path as RepoPath);
        return state.kind === "file" ? state.text : state.kind;
      };
      seen.push(order.id, await files.trackedFiles(), await text("greet.js"), await text("plan/WO-01.json"));
      expect(await text("a.js")).not.toContain("very-secret");
      expect(redact("sk-very-secret-0123456789")).not.toContain("very-secret");
      expect(messages[0]?.content).toContain("## Tools\n");
      return { kind: "answered", text: reviewOf(), reasoning: null, usage: null, model: "m" };
    },
  };
  expect((await carryOut(scene.job, { ...scene.ports, reviewer })).kind).toBe("candidate");
  expect(seen).toEqual(["WO-01", ["a.js", "greet.js", "plan/WO-01.json"], "export const greet = 1;\n", "blocked"]);
});

test("a reviewer that looks around but gives no review has failed", async () => {
  const reply = { replies: [answerOf({ "greet.js": "export const greet = 1;\n" })] };
  const reviewer: Reviewer = { hasTools: true, ask: async () => ({ kind: "stuck", why: "it went round in circles" }) };
  const lenient = orderScene({ review: {}, ...reply });
  expect((await carryOut(lenient.job, { ...lenient.ports, reviewer })).kind).toBe("candidate");
  const strict = orderScene({ review: { onFailure: "block" }, maxAttempts: 1, ...reply });
  expect(await carryOut(strict.job, { ...strict.ports, reviewer })).toMatchObject({
    brief: { stage: "acceptance_failed", primary_error_excerpt: expect.stringContaining("round in circles") },
  });
});
