import { serves, startModelServer } from "@llmch/testkit";
import { expect, onTestFinished, test } from "vitest";
import { perform } from "../perform.ts";
import { instanceScene, orderFor, TEMPLATES, writing } from "./instance.fixture.ts";
import { silentFace } from "./silent-face.ts";

test("a run that waits for the end of a usage limit goes on in the same process once that has come", async () => {
  const server = await startModelServer({
    chat: [serves.status(429, { headers: { "retry-after": "7200" } }), serves.answers(writing("a.txt"))],
  });
  onTestFinished(() => server.close());
  const { repo, folder } = instanceScene({});
  const env = { ...repo.env, OPENAI_API_KEY: "sk-test", OPENAI_BASE_URL: server.url };
  const keys = { env, secrets: ["sk-test"], with: () => keys };
  const ends: Date[] = [];
  const waits = async (until: Date) => ends.push(until) > 0;
  const asked = { operation: "run-all", request: { orders: [orderFor(1, "a.txt")], branch: "work" } } as const;
  const outcome = await perform(
    { ...asked, given: { wait_for_limit: "5h" } },
    {
      ...{ version: "1.2.3", templates: TEMPLATES, cwd: folder, signal: new AbortController().signal, keys },
      ...{ asksUser: false, here: "repo", warn: () => {}, reasoning: () => {} },
      face: { ...silentFace({ through: "command" }), waits },
    },
  );
  expect(outcome).toMatchObject({ verdict: "PASS", exitCode: 0, operation: "resume", counts: { passed: 1 } });
  expect(ends).toHaveLength(1);
  expect(ends[0]?.getTime()).toBeGreaterThan(Date.now());
  expect(server.requests).toHaveLength(2);
});
