import { basename } from "node:path";
import { serves } from "@llmch/testkit";
import { afterEach, expect, test } from "vitest";
import { closeLiveScenes, createLiveScene } from "../live/live-scene.ts";
import { readJsonFile, readJsonLines } from "../scene.ts";

afterEach(closeLiveScenes);

const TABLE = [
  { after: "any", failures: 2, do: "ask" },
  { after: "acceptance_failed", do: "agent" },
];

test("after one failure an order gets tools, after two the user is asked, and the model is told the answer", async () => {
  const scene = await createLiveScene({
    chat: ({ body, prompt }) => {
      if (prompt.includes("Say goodbye.")) return serves.answers(scene.answer({ "greet.txt": "goodbye\n" }));
      if (body.tools === undefined) return serves.answers(scene.answer({ "greet.txt": "one\n" }));
      const said = prompt.includes("is the draft") || prompt.includes("greet.txt (draft)");
      const isDrafted = JSON.stringify(body.messages).includes('"tool_calls"');
      const call =
        isDrafted || said
          ? { id: "call-2", name: "propose", arguments: JSON.stringify({ summary: "Two." }) }
          : { id: "call-1", name: "write", arguments: JSON.stringify({ path: "greet.txt", content: "two\n" }) };
      return serves.answers("", { calls: [call] });
    },
  });
  scene.order({
    allowed_files: ["greet.txt"],
    postconditions: [{ kind: "file_exists", path: "greet.txt" }],
    acceptance_commands: ["grep -q goodbye greet.txt"],
  });
  const env = { LLMCH_FACTORY_ESCALATION: JSON.stringify(TABLE) };
  const asked = await scene.runAll(["--branch", "work"], { env });
  const question = "attempt 2 failed at acceptance_failed: how should the order continue?";
  expect([asked.code, asked.stdout]).toEqual([6, expect.stringContaining(`WAITING  WO-01  ${question} (2 attempts`)]);
  expect(asked.stderr).toMatch(/^ {2}llmch decide \S+ WO-01 answer "\.\.\." --artifacts-dir .*$/m);
  const [run = ""] = scene.runs();
  const events = readJsonLines(run, "events.jsonl") as { readonly type: string }[];
  expect(events.filter(({ type }) => type === "escalated")).toMatchObject([
    { attempt: 1, row: 1, do: "agent" },
    { attempt: 2, row: 0, do: "ask" },
  ]);
  const needs = [{ id: "WO-01", kind: "question", what: question }];
  for (const folder of [run, scene.runs("run-all")[0] ?? ""])
    expect(readJsonFile(folder, "run_summary.json")).toMatchObject({ exit_code: 6, needs });
  const shown = await scene.llmch(["show", basename(run)]);
  expect(shown.stdout).toContain("attempt 2 failed at acceptance_failed");
  expect(shown.stdout).toContain(' WO-01 answer "..."');

  // Without an answer it keeps waiting, and asks no model.
  const before = scene.server.requests.length;
  const schedule = basename(scene.runs("run-all")[0] ?? "");
  const waits = await scene.llmch(["resume", schedule, "--json"], { env });
  expect(JSON.parse(waits.stdout)).toMatchObject({
    exit_code: 6,
    needs,
    errors: [{ code: "waiting", message: question }, { code: "acceptance_failed" }],
    resume: expect.stringMatching(`^llmch decide ${schedule} WO-01 answer`),
  });
  expect(scene.server.requests).toHaveLength(before);
  const resumed = await scene.llmch(["decide", schedule, "answer", "Say goodbye."], { env });
  expect([resumed.code, resumed.stderr]).toEqual([0, expect.any(String)]);
  expect(scene.git("show", "work:greet.txt")).toBe("goodbye");
  const prompt = scene.server.requests.at(-1)?.prompt ?? "";
  expect(prompt).toContain("## What the user says to the failed attempts\n\nSay goodbye.");
  expect(prompt).toMatch(/^\+two$/m);
});

test("an order judged complex is carried out with tools, and not judged again when it is replayed", async () => {
  const scene = await createLiveScene({
    chat: ({ body, prompt }) => {
      if (prompt.startsWith("How hard is this order"))
        return serves.answers(JSON.stringify({ complexity: "complex", reason: "It says little." }));
      if (body.tools === undefined) return serves.answers("no tools");
      return serves.answers(scene.answer({ "greet.txt": "hello\n" }));
    },
  });
  scene.order({
    allowed_files: ["greet.txt"],
    postconditions: [{ kind: "file_exists", path: "greet.txt" }],
    acceptance_commands: ["grep -q hello greet.txt"],
  });
  const { code, stderr } = await scene.runAll(["--branch", "work", "--triage"]);
  expect([code, stderr]).toEqual([0, expect.stringContaining("complex: It says little.")]);
  const [run = ""] = scene.runs();
  const exchanges = readJsonLines(run, "exchanges.jsonl") as { readonly key: string }[];
  expect(exchanges.map(({ key }) => key)).toEqual(["WO-01/triage/attempt-1", "WO-01/attempt-1"]);
  const again = await scene.runAll(["--branch", "again", "--triage", "--replay", basename(run), "--replay-strict"]);
  expect(again.code).toBe(0);
  const audit = await scene.llmch(["audit", basename(run)]);
  expect(audit.code).toBe(0);
});
