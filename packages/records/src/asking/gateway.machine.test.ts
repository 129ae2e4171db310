import { type ModelRole, onePrompt, orderCall, planCall } from "@llmch/contract";
import { DEFAULT_SETTINGS } from "@llmch/contract/settings";
import { type ModelServer, type ModelServerOptions, serves, startModelServer } from "@llmch/testkit";
import { afterEach, expect, test } from "vitest";
import { createRunGateway } from "./gateway.ts";
import { modelSource } from "./model-source.ts";
import { commandBudget } from "./within-budget.ts";

const servers: ModelServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

/** A run's gateway, whose factory and planner ask the same server. */
const sceneOf = async (script: ModelServerOptions, jobs: number) => {
  const server = await startModelServer(script);
  servers.push(server);
  const env = { OPENAI_API_KEY: "sk-test", OPENAI_BASE_URL: server.url };
  const resolved = { values: DEFAULT_SETTINGS, untrusted: {}, doubtedPrices: [], origins: {} };
  const sourceFor = async (role: ModelRole) => {
    const source = await modelSource({ replayStrict: false }, resolved, role, { env, cwd: "/" });
    if (!source.ok) throw new Error(source.issues[0].message);
    return source.value;
  };
  const asked = { model: await sourceFor("factory"), planner: await sourceFor("planner") };
  const context = { secrets: [], signal: new AbortController().signal };
  const gateway = createRunGateway(asked, commandBudget(DEFAULT_SETTINGS.budget), context, jobs);
  const model = gateway.for({ appendExchange: async () => {}, emit: async () => {} });
  const ask = async (role: ModelRole, number: number) => {
    const call = role === "planner" ? planCall(number) : orderCall("WO-01", number);
    const reply = await model.ask({ call, messages: onePrompt(role), answerSchema: null });
    return reply.kind === "answered" ? reply.text : reply.message;
  };
  return { server, ask };
};

const ROLES = ["planner", "factory"] as const;

test.each([1, 2])("the calls of all roles to one server share its limit: %i at once", async (jobs) => {
  let open = 0;
  let most = 0;
  const step =
    (role: ModelRole): ReturnType<typeof serves.answers> =>
    async (turn) => {
      open += 1;
      most = Math.max(most, open);
      for (let turns = 0; turns < 50; turns++) await new Promise(setImmediate);
      turn.response.on("finish", () => {
        open -= 1;
      });
      await serves.answers(role)(turn);
    };
  const { ask } = await sceneOf({ responses: [step("planner")], chat: [step("factory")] }, jobs);
  const asked = [1, 2].flatMap((number) => ROLES.map((role) => ask(role, number)));
  expect(await Promise.all(asked)).toEqual([...ROLES, ...ROLES]);
  expect(most).toBe(jobs);
});
