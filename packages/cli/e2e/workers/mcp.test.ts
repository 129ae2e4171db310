import { expect, test } from "vitest";
import { connect } from "../mcp/connect.ts";
import { SPEC, withPostgres, workersScene } from "./workers-scene.ts";

withPostgres();

test("an agent has workers plan and carry out, and a person decides", { tags: ["postgresql"] }, async (context) => {
  const { worker, scene, llmch, database, key, until, remoteGit } = workersScene(context);
  const one = worker("one", ["--migrate"]);
  await expect.poll(one.said, { timeout: 300_000 }).toContain("takes jobs of");
  const factory = { model: `replay:${scene.record}`, push: "end" };
  const agent = await connect(scene, { factory }, { LLMCH_DATABASE_URL: database, LLMCH_KEY_FILE: key });
  const { run_id: plan } = await agent.does("plan_start", { spec: SPEC });
  expect(await agent.ended(plan)).toMatchObject({ state: "passed" });
  const asked = { plan, only: ["WO-01"], approve: ["orders"] };
  const { run_id: run } = await agent.does("run_start", asked);
  expect((await agent.does("run_start", asked)).run_id).toBe(run);
  const waiting = await agent.ended(run);
  expect(waiting).toMatchObject({
    state: "waiting",
    needs: [{ kind: "orders", who: "a person", diff: expect.stringContaining("part-1.js") }],
  });
  expect((await llmch("decide", String(run), "approve", "--all")).code).toBe(0);
  expect(await until(String(run), "passed", "failed", "stopped", "refused"), one.said()).toBe("passed");
  expect(await agent.ended(run)).toMatchObject({ state: "passed" });
  expect(remoteGit("for-each-ref", "--format=%(refname:short)", "refs/heads/llmch").split("\n")).toHaveLength(1);
});
