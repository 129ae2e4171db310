import { basename } from "node:path";
import { serves } from "@llmch/testkit";
import { expect, it } from "vitest";
import { readJsonLines } from "../scene.ts";
import { createLiveScene } from "./live-scene.ts";

const limited = serves.status(429, { headers: { "retry-after": "7200" }, message: "usage limit reached" });

const limitedScene = async () => {
  const scene = await createLiveScene({ chat: (_, index) => (turn) => (index === 0 ? limited : ANSWER)(turn) });
  const ANSWER = serves.answers(scene.answer({ "greet.js": "1;\n" }));
  scene.order({ allowed_files: ["greet.js"] });
  return scene;
};

it("a usage limit ends a run at once, with its end, unless it is to be waited for", async () => {
  const scene = await limitedScene();
  const first = await scene.runAll(["--branch", "work"]);
  expect(first).toMatchObject({ code: 3, stderr: expect.stringMatching(/the usage limit ends at \d{4}-\d\d-\d\dT/) });
  expect(first.stderr).toContain("--wait-for-limit 5h");
  expect(scene.server.requests).toHaveLength(1);
  const later = await scene.runAll(["--branch", "other", "--wait-for-limit", "1h"]);
  expect(later.code, later.stderr).toBe(0);
});

it("a run waits for the end of a limit, and a person sends it on; it waits once", async () => {
  const scene = await limitedScene();
  let decided: ReturnType<typeof scene.llmch> | undefined;
  const waiting = await scene.runAll(["--branch", "work", "--wait-for-limit", "5h"], {
    onOutput: (stderr, kill) => {
      if (!/waits for the end of the usage limit/.test(stderr) || decided !== undefined) return;
      decided = scene.llmch(["runs", "--json"]).then(async (listed) => {
        const id = basename(scene.runs("run-all")[0] ?? "");
        expect(JSON.parse(listed.stdout)).toMatchObject({ runs: [{ run_id: id, state: "waiting" }] });
        const shown = await scene.llmch(["show", id, "--json"]);
        expect(shown.stdout).toMatch(/goes on at \d{4}-/);
        const on = await scene.llmch(["decide", id, "approve"]);
        kill("SIGINT");
        return on;
      });
    },
  });
  expect(waiting.code, waiting.stderr).toBe(130);
  expect(await decided).toMatchObject({ code: 0, stdout: expect.stringContaining("PASS  1 of 1 order") });
  const [run = ""] = scene.runs();
  const types = readJsonLines(run, "events.jsonl").map((event) => Object(event).type);
  expect(types.filter((type) => type === "decision_needed")).toHaveLength(1);
});
