import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { serves } from "@llmch/testkit";
import { expect, test } from "vitest";
import { KEY, open, reason, scene, text } from "./live.fixture.ts";

test("a server that is gone fails in one line that names it", async () => {
  const { ask, server } = await scene({});
  await server.close();
  open.splice(0);
  for (const role of ["planner", "factory"] as const) {
    const reply = await ask(role);
    expect(reason(reply)).toBe("unreachable");
    expect(text(reply)).toContain(`${new URL(server.url).host} gives no answer (connect ECONNREFUSED`);
    expect(text(reply)).not.toContain("\n");
  }
});

test("an unknown host fails", async () => {
  const { ask } = await scene({}, { baseUrl: "http://nobody.invalid/v1" });
  expect(reason(await ask("factory"))).toBe("unreachable");
});

test("nothing stays open after an answer or a failure", async () => {
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
  const before = timers();
  const { ask, interrupt, server } = await scene({
    chat: [serves.answers("{}"), serves.htmlPage(400), serves.silence()],
    responses: [serves.breaksStream(), serves.answers("{}")],
  });
  await ask("factory");
  await ask("planner");
  await ask("factory");
  expect(server.requests).toHaveLength(7);
  setTimeout(() => interrupt.abort(), 5);
  await ask("factory");
  await expect.poll(() => server.connections()).toBe(0);
  await expect.poll(timers).toBeLessThanOrEqual(before);
});

test("a handshake that never ends is abandoned", async () => {
  const silent = createServer().listen(0, "127.0.0.1");
  await once(silent, "listening");
  const { port } = silent.address() as AddressInfo;
  const { ask } = await scene({}, { baseUrl: `https://127.0.0.1:${port}/v1`, connectMs: 20 });
  expect(text(await ask("factory"))).toContain("no connection within 20 ms");
  silent.close();
});

test("a key that a command printed is got anew once the server refuses it, and only then", async () => {
  const renewed: string[] = [];
  const { ask, server } = await scene(
    {
      chat: [serves.answers("{}"), serves.status(401), serves.answers("{}"), serves.answers("{}"), serves.status(403)],
    },
    { renewKey: async (refused) => `new-${renewed.push(refused)}` },
  );
  for (let turn = 1; turn <= 3; turn++) expect(text(await ask("factory"))).toBe("{}");
  expect(renewed).toEqual([KEY]);
  expect(reason(await ask("factory"))).toBe("refused-key");
  expect(server.requests.map(({ headers }) => headers.authorization)).toEqual(
    [KEY, KEY, "new-1", "new-1", "new-1"].map((key) => `Bearer ${key}`),
  );
});

test.each([
  ["none is given", null],
  ["the same is given", KEY],
])("a refused key stays refused if %s", async (_, other) => {
  const { ask, server } = await scene({ chat: [serves.status(401)] }, { renewKey: async () => other });
  expect(reason(await ask("factory"))).toBe("refused-key");
  expect(server.requests).toHaveLength(1);
});
