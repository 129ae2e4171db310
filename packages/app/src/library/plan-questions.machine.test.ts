import { resolve } from "node:path";
import { serves, startModelServer } from "@llmch/testkit";
import { expect, test } from "vitest";
import { createLlmch } from "./index.ts";
import { instanceScene, orderFor } from "./instance.fixture.ts";

const QUESTIONS = ["currency", "vat"].map((id) => ({ id, question: `Which ${id}?`, why: "", assumed: "The usual." }));

test("a plan whose planner asks comes back with its needs, and `decide` takes the answers", async () => {
  const plan = { system_overview: [], verify_contract: null, work_orders: [orderFor(1, "a.txt")], questions: null };
  const asks = { ...plan, work_orders: [], questions: QUESTIONS };
  const server = await startModelServer({
    responses: (_, index) => serves.answers(JSON.stringify(index === 0 ? asks : plan)),
  });
  try {
    const scene = instanceScene({});
    const templates = resolve(import.meta.dirname, "../../../../templates");
    const env = { ...scene.repo.env, OPENAI_API_KEY: "sk-test", OPENAI_BASE_URL: server.url };
    const llmch = createLlmch({ version: "1.2.3", templates, cwd: scene.folder, env }, { repo: "repo" });
    const asked = await llmch.plan("Make the shop better.");
    expect(asked).toMatchObject({
      ok: false,
      value: { verdict: "ERROR", needs: [{ id: "currency", kind: "question" }, { id: "vat" }], questions: QUESTIONS },
      issues: [{ code: "waiting" }, { code: "waiting" }],
    });
    const run = asked.value?.runId ?? "";
    const half = await llmch.decide({ run, id: "currency", decision: "answer", text: "Francs." });
    expect(half.value).toMatchObject({ needs: [{ id: "vat" }] });
    const made = await llmch.decide({ run, id: "vat", decision: "approve" });
    expect(made).toMatchObject({ ok: true, value: { runId: run, verdict: "PASS" } });
    expect(made.value).toMatchObject({ questions: [{ answer: "Francs." }, { answer: "The usual." }] });
    const gone = await llmch.resume(run, { answer: "vat=" } as never);
    expect(gone).toMatchObject({
      ok: false,
      issues: [{ code: "usage", hint: expect.stringContaining("llmch decide") }],
    });
    expect(server.requests).toHaveLength(2);
  } finally {
    await server.close();
  }
});
