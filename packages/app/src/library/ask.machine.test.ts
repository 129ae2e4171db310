import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { instanceScene } from "./instance.fixture.ts";

const ANSWERS = {
  "ask/attempt-1": JSON.stringify({ answer: "", parts: ["What is the first line?"] }),
  "ask/part-1/attempt-1": JSON.stringify({ answer: "It is README.md:1." }),
  "ask/attempt-1/turn-2": JSON.stringify({ answer: "README.md:1 says so; docs/lost.md:3 does not." }),
};

test("a question is answered from the repo's HEAD, recorded, and answered from its record again", async () => {
  const scene = instanceScene(ANSWERS);
  const asked = await scene.llmch().ask("What is this?");
  const told = {
    answer: "README.md:1 says so; docs/lost.md:3 [struck: no such place] does not.",
    citations: [{ path: "README.md", first: 1, last: 1 }],
    struck: [{ path: "docs/lost.md", first: 3, last: 3 }],
    parts: [{ question: "What is the first line?", answer: "It is README.md:1." }],
  };
  expect(asked).toMatchObject({ ok: true, value: { kind: "ask", ...told } });
  if (!asked.ok) return;
  const { directory, runId } = asked.value;
  expect(directory).toBe(join(scene.folder, "artifacts", "ask", runId));
  expect(JSON.parse(readFileSync(join(directory, "answer.json"), "utf8"))).toMatchObject({ text: told.answer });
  expect(scene.events.map(({ type }) => type)).toEqual(expect.arrayContaining(["ask_started", "ask_answered"]));
  expect(await scene.llmch().audit(runId)).toMatchObject({ ok: true });
  expect(await scene.llmch({ settings: {} }).ask("What is this?", { replay: runId })).toMatchObject({
    ok: true,
    value: told,
  });
  expect(scene.repo.git("status", "--porcelain")).toBe("");
});

test("a failure to answer is reported, and a run without an answer is kept", async () => {
  const scene = instanceScene({ "ask/attempt-1": '{"answer": ""}' });
  expect(await scene.llmch().ask("What is this?")).toMatchObject({ ok: false, value: { answer: null }, issues: [{}] });
  expect(await scene.llmch().ask("  ")).toMatchObject({ ok: false, issues: [{ code: "usage" }] });
  expect(await scene.llmch({ repo: "." }).ask("What?")).toMatchObject({
    ok: false,
    issues: [{ code: "not-a-git-repo" }],
  });
});
