import { expect, it } from "vitest";
import { createScene } from "../scene.ts";
import { connect } from "./connect.ts";

it("a client sees the tools with their schemas, and each answer is a document and the same as text", async () => {
  const { client, call } = await connect(createScene());
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual([
    ...["plan_start", "run_start", "ask", "cancel", "run_status", "plan_check", "runs", "show", "explain"],
  ]);
  for (const tool of tools) {
    expect(tool.outputSchema, tool.name).toMatchObject({ type: "object" });
    expect(tool.inputSchema, tool.name).toMatchObject({ type: "object", additionalProperties: false });
  }
  const explained = await call("explain", { topic: "E104" });
  expect(explained).toMatchObject({ isError: false, document: { ok: true, explanation: { name: "E104" } } });
  expect(JSON.parse(explained.text)).toEqual(explained.document);
  expect(await call("runs")).toMatchObject({ isError: false, document: { exit_code: 0, runs: [] } });
  expect(await call("run_status", { run: "01ARZ3NDEKTSV4RRFFQ69G5FAV" })).toMatchObject({
    isError: true,
    document: { verdict: "REFUSED", errors: [{ code: "no-such-run" }] },
  });
});
