import { type SeenRequest, serves, startModelServer } from "@llmch/testkit";
import { afterEach, expect, test, vi } from "vitest";
import { openAnthropic } from "./client.ts";

afterEach(() => vi.unstubAllEnvs());

/** What the SDK would take from its environment if it could. */
const SURROUNDINGS = {
  ANTHROPIC_API_KEY: "sk-other",
  ANTHROPIC_AUTH_TOKEN: "token-other",
  ANTHROPIC_BASE_URL: "http://127.0.0.1:1",
  ANTHROPIC_CUSTOM_HEADERS: "x-stray: 1\nauthorization: Bearer stray\nanthropic-version: 2020-01-01",
  ANTHROPIC_PROFILE: "stray",
  ANTHROPIC_CONFIG_DIR: "/nowhere",
  ANTHROPIC_IDENTITY_TOKEN: "token-other",
  ANTHROPIC_ORGANIZATION_ID: "org-other",
  ANTHROPIC_WORKSPACE_ID: "stray",
  ANTHROPIC_LOG: "debug",
  ANTHROPIC_OPEN_TELEMETRY: "true",
  ANTHROPIC_OPEN_TELEMETRY_TRACES_CONTENT_MODE: "content",
};

const asked = async (end: string): Promise<SeenRequest | undefined> => {
  const server = await startModelServer({ messages: [serves.answers("{}")] });
  const options = {
    provider: "anthropic",
    apiKey: "sk-ours",
    baseUrl: `${server.root}${end}`,
    proxyOf: () => "",
    connectMs: 500,
  };
  const send = await openAnthropic(options);
  const sent = await send({ method: "post", path: "/v1/messages", body: { a: 1 } }, new AbortController().signal);
  expect(sent.ok).toBe(true);
  await server.close();
  return server.requests[0];
};

test("the SDK takes nothing from the environment, and logs nothing", async () => {
  const plain = await asked("");
  for (const [name, value] of Object.entries(SURROUNDINGS)) vi.stubEnv(name, value);
  const written = vi.spyOn(process.stderr, "write");
  const logged = (["debug", "info", "log", "warn", "error"] as const).map((name) => vi.spyOn(console, name));
  const surrounded = await asked("");
  const said = [written, ...logged].flatMap((spy) => spy.mock.calls);
  for (const spy of [written, ...logged]) spy.mockRestore();

  expect(said).toEqual([]);
  expect(plain?.headers.authorization).toBe("Bearer sk-ours");
  expect({ ...surrounded?.headers, host: "" }).toEqual({ ...plain?.headers, host: "" });
  expect(process.env.ANTHROPIC_CUSTOM_HEADERS).toBe(SURROUNDINGS.ANTHROPIC_CUSTOM_HEADERS);
});

test.each(["", "/", "/v1", "/v1/"])("an address that ends in %j leads to the same place", async (end) => {
  expect(await asked(end)).toMatchObject({ method: "POST", path: "/messages" });
});

test("the query of an address goes with every request", async () => {
  const server = await startModelServer({ messages: [serves.answers("{}")] });
  const baseUrl = `${server.url}?api-version=2026-01-01&x=1`;
  const send = await openAnthropic({
    provider: "compatible:azure",
    apiKey: "k",
    baseUrl,
    proxyOf: () => "",
    connectMs: 500,
  });
  const sent = await send({ method: "post", path: "/v1/messages", body: { a: 1 } }, new AbortController().signal);
  await server.close();
  expect(sent.ok).toBe(true);
  expect(server.requests[0]?.query).toBe("?api-version=2026-01-01&x=1");
});
