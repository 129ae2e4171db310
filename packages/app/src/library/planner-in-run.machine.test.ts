import { resolve } from "node:path";
import { type ModelServer, type ModelServerOptions, serves, startModelServer } from "@llmch/testkit";
import { afterEach, expect, test } from "vitest";
import { createLlmch } from "./index.ts";
import { instanceScene, orderFor, writing } from "./instance.fixture.ts";

const servers: ModelServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

const ORDER = orderFor(1, "a.txt", { acceptance_commands: ["grep -q hello a.txt"] });
const REVISED = JSON.stringify({ ...ORDER, intent: "Write hello into a.txt." });
const DESIGN = JSON.stringify({
  modules: [{ name: "one", paths: ["a.txt"], purpose: "The first file." }],
  interfaces: [],
  names: [],
  decisions: [],
});
const [WRONG, RIGHT] = [writing("a.txt", "text\n"), writing("a.txt", "hello\n")];
const RECORD = "replay:answers.jsonl";

/** Carries out the order, which is revised after its first attempt, in a run whose roles ask a server or a record. */
const carriedOut = async (
  script: ModelServerOptions,
  record: Readonly<Record<string, string>>,
  { factory, planner, design }: { readonly factory?: string; readonly planner?: string; readonly design: boolean },
) => {
  const server = await startModelServer(script);
  servers.push(server);
  const scene = instanceScene(record);
  const templates = resolve(import.meta.dirname, "../../../../templates");
  const env = { ...scene.repo.env, OPENAI_API_KEY: "sk-test", OPENAI_BASE_URL: server.url };
  const escalation = [{ do: "revise" }];
  const settings = {
    factory: { escalation, max_attempts: 1, ...(factory === undefined ? {} : { model: factory }) },
    ...(planner === undefined ? {} : { planner: { model: planner } }),
    design: { make: design },
  };
  const llmch = createLlmch({ version: "1.2.3", templates, cwd: scene.folder, env }, { repo: "repo", settings });
  const { ok, issues } = await llmch.runAll([ORDER], { branch: "work" });
  return { ok, issues, server };
};

test("what a server refused when it designed is left out when it revises", async () => {
  const { ok, issues, server } = await carriedOut(
    { responses: (_, index) => serves.answers(index < 1 ? DESIGN : REVISED), refuses: ["json_schema"] },
    { "WO-01/attempt-1": WRONG, "WO-01/attempt-2": RIGHT },
    { factory: RECORD, design: true },
  );
  expect([ok, issues]).toEqual([true, []]);
  const forms = server.requests.map(({ body }) => JSON.stringify(body.text).includes("json_schema"));
  expect(forms).toEqual([true, false, false]);
});

test("a planner on record works beside a factory that asks a server", async () => {
  const { ok, issues, server } = await carriedOut(
    { chat: [serves.answers(WRONG), serves.answers(RIGHT)] },
    { "WO-01/revision-1/attempt-1": REVISED },
    { planner: RECORD, design: false },
  );
  expect([ok, issues]).toEqual([true, []]);
  expect(server.requests).toHaveLength(2);
});

test("a planner that has nothing to do is not connected to", async () => {
  const { ok, issues, server } = await carriedOut({}, { "WO-01/attempt-1": RIGHT }, { factory: RECORD, design: false });
  expect([ok, issues]).toEqual([true, []]);
  expect([server.requests.length, await server.connections()]).toEqual([0, 0]);
});
