import { basename } from "node:path";
import { serves } from "@llmch/testkit";
import { expect, it } from "vitest";
import { readJsonFile, readJsonLines } from "../scene.ts";
import { createLiveScene, KEY } from "./live-scene.ts";

it("an order goes over Chat Completions to a commit", async () => {
  const scene = await createLiveScene({ chat: [(turn) => serves.answers(scene.answer({ "greet.js": "1;\n" }))(turn)] });
  scene.order();
  const flags = ["--branch", "work", "--llm-model", "gpt-y", "--llm-temperature", "0.5"];
  const { code, stdout, stderr } = await scene.runAll(flags);
  expect(code).toBe(0);
  const commit = scene.git("rev-parse", "work");
  expect(stdout).toMatch(
    new RegExp(
      `^PASS {2}WO-01 {2}${commit.slice(0, 10)} .*\nPASS {2}1 of 1 order {2}on work {2}NO TEST RAN, 1 check\n$`,
    ),
  );
  expect(scene.git("show", "work:greet.js")).toBe("1;");
  expect(scene.git("log", "-1", "--format=%B", "work")).toContain(`Llmch-Run: ${basename(scene.runs()[0] ?? "")}`);

  const [request] = scene.server.requests;
  expect(request).toMatchObject({
    path: "/chat/completions",
    headers: { authorization: `Bearer ${KEY}` },
    body: { model: "gpt-y", temperature: 0.5, response_format: { type: "json_schema", json_schema: { strict: true } } },
  });
  expect(JSON.stringify(request?.body.response_format)).toContain('"greet.js"');
  expect(readJsonLines(scene.runs()[0] ?? "", "exchanges.jsonl")).toMatchObject([
    { key: "WO-01/attempt-1", model: "scripted-1", provider: "openai", usage: { input_tokens: 10 } },
  ]);
  expect(stderr).toContain("asking the model for WO-01/attempt-1");
});

it("an answer that is no proposal is a failed attempt, and the next one is told why", async () => {
  const scene = await createLiveScene({
    chat: [
      serves.answers("I refuse.", { kind: "refusal" }),
      serves.answers("", { calls: [{ id: "1", name: "edit", arguments: "{}" }] }),
      (turn) => serves.answers(scene.answer({ "greet.js": "1;\n" }))(turn),
    ],
  });
  scene.order();
  const { code } = await scene.runAll(["--branch", "work"]);
  expect(code).toBe(0);
  const [run = ""] = scene.runs();
  for (const attempt of [1, 2]) {
    expect(readJsonFile(run, `attempt_${attempt}/failure_brief.json`).stage).toBe("llm_output_invalid");
  }
  expect(readJsonFile(run, "attempt_1/raw_llm_response.json")).toEqual({ text: "I refuse." });
  expect(scene.server.requests.at(-1)?.prompt).toContain("I refuse.");
});

it("a server that goes away between two orders leaves the first committed, and fails the second", async () => {
  const scene = await createLiveScene({
    chat: [(turn) => serves.answers(scene.answer({ "a.js": "1;\n" }))(turn), serves.drops()],
  });
  scene.order({ allowed_files: ["a.js"] });
  scene.order({ id: "WO-02", allowed_files: ["b.js"] });
  scene.order({ id: "WO-03", allowed_files: ["c.js"] });
  const { code, stdout } = await scene.runAll(["--branch", "work"], {
    onOutput: (text) => {
      if (text.includes("asking the model for WO-02")) void scene.server.close();
    },
  });
  expect(code).toBe(3);
  expect(stdout.split("\n").map((line) => line.split("  ").slice(0, 2).join(" "))).toEqual([
    "PASS WO-01",
    "ERROR WO-02",
    "ERROR 1 of 3 orders passed; WO-02 ended in an error (model_unavailable)",
    "",
  ]);
  expect(scene.git("log", "--format=%s", "work")).toBe("WO-01: Greet by name\nstart");
  expect(scene.git("ls-tree", "--name-only", "work")).toBe("README.md\na.js");
  const [, second = ""] = scene.runs();
  expect(readJsonFile(second, "run_summary.json")).toMatchObject({
    verdict: "ERROR",
    total_attempts: 0,
    rollback_failed: false,
  });
  expect(readJsonFile(second, "attempt_1/failure_brief.json").stage).toBe("model_unavailable");
  expect(scene.runs()).toHaveLength(2);
  expect(scene.leftovers()).toEqual([]);
});

it("no command of an order sees the key, and an echo of it is stored nowhere", async () => {
  const scene = await createLiveScene({
    chat: [serves.answers(`The key is ${KEY}.`), (turn) => serves.answers(scene.answer({ "greet.js": "1;\n" }))(turn)],
  });
  const show =
    'process.stdout.write(JSON.stringify(process.env)); process.exit("OPENAI_API_KEY" in process.env ? 1 : 0)';
  scene.order({ acceptance_commands: [`node -e '${show}'`] });
  const { code } = await scene.runAll(["--branch", "work", "--verbose"]);
  expect(code).toBe(0);
  const [run = ""] = scene.runs();
  expect(readJsonFile(run, "attempt_1/raw_llm_response.json")).toEqual({ text: "The key is [redacted by llmch]." });
  expect(readJsonFile(run, "attempt_2/acceptance_result.json")).toMatchObject({ ok: true });
});
