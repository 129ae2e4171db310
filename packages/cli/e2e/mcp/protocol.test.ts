import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { BINARY } from "../command-line.ts";
import { sampleOrder, samplePlan } from "../plan/sample-plan.ts";
import { createScene } from "../scene.ts";
import { connect } from "./connect.ts";

it("a client sees the tools with their schemas, and each answer is a document and its words", async () => {
  const scene = createScene();
  const { client, call } = await connect(scene);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual([
    ...[
      "plan_start",
      "run_start",
      "build_start",
      "ask",
      "cancel",
      "run_status",
      "decide",
      "plan_check",
      "runs",
      "show",
      "explain",
    ],
  ]);
  for (const tool of tools) {
    // A story is to be read.
    if (tool.name !== "show") expect(tool.outputSchema, tool.name).toMatchObject({ type: "object" });
    expect(tool.inputSchema, tool.name).toMatchObject({ type: "object", additionalProperties: false });
  }
  const explained = await call("explain", { topic: "E104" });
  expect(explained).toMatchObject({ isError: false, document: { ok: true, explanation: { name: "E104" } } });
  expect(explained.text).toBe((await scene.llmch(["explain", "E104"])).stdout.trimEnd());
  expect(await call("runs")).toMatchObject({ isError: false, document: { exit_code: 0, runs: [] } });
  expect(await call("run_status", { run: "01ARZ3NDEKTSV4RRFFQ69G5FAV" })).toMatchObject({
    isError: true,
    text: expect.stringMatching(/^error: there is no run /),
    document: { verdict: "REFUSED", errors: [{ code: "no-such-run" }] },
  });
});

it("no other command loads the protocol, and the built server ends with its client", async () => {
  const scene = createScene();
  const chunks = join(dirname(dirname(BINARY)), "dist/chunks");
  const ofProtocol = readdirSync(chunks).filter((name) =>
    /^\/\/.*@modelcontextprotocol/.test(readFileSync(join(chunks, name), "utf8")),
  );
  expect(ofProtocol).not.toEqual([]);
  const loaded = join(scene.root, "loaded.cjs");
  writeFileSync(loaded, 'process.on("exit", () => process.stderr.write(Object.keys(require.cache).join("\\n")));');
  for (const argv of [["runs"], ["explain", "E104"], ["check", scene.orders], ["--help"]]) {
    const { stderr } = await scene.llmch(argv, { process: true, env: { NODE_OPTIONS: `--require=${loaded}` } });
    expect(stderr).toContain("main");
    for (const chunk of ofProtocol) expect(stderr, argv.join(" ")).not.toContain(chunk);
  }
  const server = await scene.llmch(["mcp"], { process: true, input: "" });
  expect(server).toMatchObject({ code: 0, stdout: "", stderr: "" });
});

it("a message that is too long gets an error, and the server goes on", async () => {
  const { client, call } = await connect(createScene());
  const long = client.callTool({ name: "plan_check", arguments: { spec: "x".repeat(11 * 1024 * 1024) } });
  await expect(long).rejects.toThrow("longer than 10 MiB");
  const large = await client.callTool({ name: "explain", arguments: { topic: "x".repeat(9 * 1024 * 1024) } });
  expect(large.isError).toBe(true);
  expect(await call("explain", { topic: "E104" })).toMatchObject({ isError: false });
});

it("an answer that is too long is cut, and says how to get all of it", async () => {
  const scene = createScene();
  const parts = Array.from({ length: 60 }, (_, index) => sampleOrder(index + 1, { notes: "n".repeat(9000) }));
  scene.answers({ "plan/attempt-1": JSON.stringify(samplePlan(parts)) });
  const { client, call, does, ended } = await connect(scene);
  const { run_id: run } = await does("plan_start", { spec: "Build it.\n" });
  await ended(run);
  const read = await call("show", { run, part: "response" });
  expect(Buffer.byteLength(JSON.stringify(read.whole))).toBeLessThanOrEqual(256 * 1024);
  expect(read.text).toMatch(new RegExp(`\n… parts are left out: \`llmch show ${run} --response\` prints all$`));
  const { whole } = await call("run_status", { run });
  const [link] = whole.content.flatMap((each) => (each.type === "resource_link" ? [each] : []));
  expect(link).toMatchObject({ uri: `llmch://runs/${run}/report`, mimeType: "text/html" });
  const { contents } = await client.readResource({ uri: link?.uri ?? "" });
  expect(Buffer.byteLength(JSON.stringify(contents))).toBeLessThanOrEqual(257 * 1024);
  await expect(client.readResource({ uri: "llmch://runs/nope/diff" })).rejects.toThrow("there is no run");
});
