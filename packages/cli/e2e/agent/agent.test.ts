import { basename } from "node:path";
import { afterEach, expect, test } from "vitest";
import { closeLiveScenes, createLiveScene } from "../live/live-scene.ts";
import { readJsonFile, readJsonLines } from "../scene.ts";
import { engineer } from "./engineer.ts";

afterEach(closeLiveScenes);

test("a model looks around, drafts, has its draft checked and proposes it; the record replays to the same tree", async () => {
  const scene = await createLiveScene(
    engineer([
      () => [
        ["read", { path: "lib/names.txt" }],
        ["list", { path: "lib" }],
      ],
      ([names = ""]) => [["write", { path: "greet.txt", content: `hello ${/ada \w+/.exec(names)?.[0]}\n` }]],
      () => [["check", { command: "grep -q 'hello ada lovelace' greet.txt" }]],
      ([checked = ""]) => [["propose", { summary: checked.includes("exit 0") ? "Greet." : "It does not hold." }]],
    ]),
  );
  scene.write({ "lib/names.txt": "ada lovelace\n" });
  scene.git("add", "-A");
  scene.git("commit", "-qm", "Names");
  scene.order({
    allowed_files: ["greet.txt"],
    postconditions: [{ kind: "file_exists", path: "greet.txt" }],
    acceptance_commands: ["grep -q 'hello ada lovelace' greet.txt"],
  });
  const { code, stdout, stderr } = await scene.runAll(["--branch", "work", "--agent", "on"]);
  expect([code, stderr, stdout]).toEqual([0, expect.any(String), expect.stringContaining("PASS  WO-01")]);
  expect(scene.git("show", "work:greet.txt")).toBe("hello ada lovelace");
  const [run = ""] = scene.runs();
  expect(readJsonFile(run, "attempt_1/raw_llm_response.json").summary).toBe("Greet.");
  const exchanges = readJsonLines(run, "exchanges.jsonl") as { readonly key: string }[];
  expect(exchanges.map(({ key }) => key)).toEqual([
    "WO-01/attempt-1",
    "WO-01/attempt-1/turn-2",
    "WO-01/attempt-1/turn-3",
    "WO-01/attempt-1/turn-4",
  ]);
  expect(exchanges[2]).toMatchObject({ response: { tool_calls: [{ name: "check" }] } });
  expect(JSON.stringify(exchanges[1])).toContain("ada lovelace");

  const tree = scene.git("rev-parse", "work^{tree}");
  const again = await scene.runAll([
    "--branch",
    "again",
    "--agent",
    "on",
    "--replay",
    basename(run),
    "--replay-strict",
  ]);
  expect([again.code, again.stderr]).toEqual([0, expect.any(String)]);
  expect(scene.git("rev-parse", "again^{tree}")).toBe(tree);
  const audit = await scene.llmch(["audit", basename(scene.runs("run-all")[0] ?? "")]);
  expect([audit.code, audit.stderr]).toEqual([0, ""]);
  const shown = await scene.llmch(["show", basename(run), "--response"]);
  expect(shown.stdout).toContain("Greet.");
  expect((await scene.llmch(["show", basename(run)])).stdout).toMatch(
    /tools +4 turns: read 1, list 1, write 1, check 1, propose 1/,
  );
  expect(scene.leftovers()).toEqual([]);
});
