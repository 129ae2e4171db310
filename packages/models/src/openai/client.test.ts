import { serves, startModelServer } from "@llmch/testkit";
import { afterEach, expect, test, vi } from "vitest";
import { openOpenAi } from "./client.ts";

afterEach(() => vi.unstubAllEnvs());

test.each([
  ["openai", "org-1", "1"],
  ["compatible:office", undefined, undefined],
])("%s gets the organization from the environment: %s", async (provider, organization, header) => {
  vi.stubEnv("OPENAI_ORG_ID", "org-1");
  vi.stubEnv("OPENAI_PROJECT_ID", "org-1");
  vi.stubEnv("OPENAI_CUSTOM_HEADERS", "x-of-openai: 1");
  vi.stubEnv("OPENAI_API_KEY", "sk-other");
  const server = await startModelServer({ chat: [serves.answers("{}")] });
  const send = await openOpenAi({
    provider,
    apiKey: "sk-ours",
    baseUrl: server.url,
    proxyOf: () => "",
    connectMs: 500,
  });
  await send({ method: "post", path: "/chat/completions", body: { a: 1 } }, new AbortController().signal);
  await server.close();
  const { headers } = server.requests[0] ?? {};
  expect(headers?.["openai-organization"]).toBe(organization);
  expect(headers?.["openai-project"]).toBe(organization);
  expect(headers?.["x-of-openai"]).toBe(header);
  expect(headers?.authorization).toBe("Bearer sk-ours");
  expect(process.env.OPENAI_CUSTOM_HEADERS).toBe("x-of-openai: 1");
});

test("the query of an address goes with every request", async () => {
  const server = await startModelServer({ chat: [serves.answers("{}")] });
  const baseUrl = `${server.url}?api-version=2026-01-01&x=1`;
  const send = await openOpenAi({
    provider: "compatible:azure",
    apiKey: "k",
    baseUrl,
    proxyOf: () => "",
    connectMs: 500,
  });
  const sent = await send({ method: "post", path: "/chat/completions", body: { a: 1 } }, new AbortController().signal);
  await server.close();
  expect(sent.ok).toBe(true);
  expect(server.requests[0]?.query).toBe("?api-version=2026-01-01&x=1");
});
