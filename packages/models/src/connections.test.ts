import { SERVER_PRESETS } from "@llmch/contract";
import { DEFAULT_SETTINGS, type Settings } from "@llmch/contract/settings";
import { namesSecret } from "@llmch/text";
import { describe, expect, test } from "vitest";
import { connect } from "./connections.ts";
import { priceList } from "./money/prices.ts";

const KEYS = { OPENAI_API_KEY: " sk-1\n", ANTHROPIC_API_KEY: "sk-ant-2" };
const OFFICE = {
  base_url: "http://office:8000/v1",
  key_variable: "OFFICE_KEY",
  key_command: null,
  api: "chat",
  model: "llama",
} as const;

const settings = (factory: Partial<Settings["factory"]>, models: Partial<Settings["models"]> = {}): Settings => ({
  ...DEFAULT_SETTINGS,
  factory: { ...DEFAULT_SETTINGS.factory, ...factory },
  models: { ...DEFAULT_SETTINGS.models, ...models },
});
const issue = (verdict: ReturnType<typeof connect>) => (verdict.ok ? null : verdict.issues[0]);
const found = (verdict: ReturnType<typeof connect>) => (verdict.ok ? [...verdict.value.connections.byModel] : []);

test("a key alone is enough", () => {
  expect(found(connect(DEFAULT_SETTINGS, "planner", KEYS))).toMatchObject([
    [
      "gpt-5.2-codex",
      {
        model: "gpt-5.2-codex",
        server: {
          provider: "openai",
          baseUrl: "https://api.openai.com/v1",
          apiKey: "sk-1",
          wires: { planner: "responses", factory: "chat" },
          keyName: "OPENAI_API_KEY",
          addressName: "OPENAI_BASE_URL",
        },
      },
    ],
  ]);
});

test("a provider's address comes from the environment", () => {
  const env = { ...KEYS, ANTHROPIC_BASE_URL: "http://127.0.0.1:1" };
  const [first] = found(connect(settings({ model: ["anthropic:claude"] }), "factory", env));
  expect(first?.[1]).toMatchObject({
    model: "claude",
    server: { provider: "anthropic", baseUrl: "http://127.0.0.1:1" },
  });
});

describe("a user's own server", () => {
  const own = (model: string, server: object = OFFICE, env = { OFFICE_KEY: "k" }) =>
    connect(settings({ model: [model] }, { compatible: { office: { ...OFFICE, ...server } } }), "factory", env);

  test("uses its default model, or the one in the name", () => {
    expect(found(own("compatible:office"))[0]?.[1]).toMatchObject({ model: "llama", server: { apiKey: "k" } });
    expect(found(own("compatible:office/org/m:7b"))[0]?.[1]).toMatchObject({ model: "org/m:7b" });
  });

  test("needs no key if it wants none", () => {
    expect(found(own("compatible:office", { key_variable: null }))[0]?.[1]).toMatchObject({
      server: { apiKey: "none" },
    });
  });

  test.each([
    ["that is not known", own("compatible:elsewhere"), "bad-settings"],
    ["without a model", own("compatible:office", { model: null }), "bad-settings"],
    ["that is named like a provider", own("office:llama"), "usage"],
    ["that is named like a provider, nearly", own("ofice:llama"), "unknown-provider"],
    ["without its key", own("compatible:office", {}, { OFFICE_KEY: "" }), "no-key"],
  ])("%s is refused", (_, verdict, code) => {
    expect(issue(verdict)?.code).toBe(code);
  });
});

describe("a well-known server", () => {
  const ENV = { AZURE_OPENAI_ENDPOINT: "https://me.openai.azure.com/" };
  const asked = (model: string, env: Readonly<Record<string, string>>, compatible = {}) =>
    connect(settings({ model: [model] }, { compatible }), "factory", env);

  test.each([
    ["ollama:qwen3-coder:30b", "http://localhost:11434/v1", null, "qwen3-coder:30b"],
    ["lmstudio:qwen3", "http://localhost:1234/v1", null, "qwen3"],
    ["llamacpp:any", "http://localhost:8080/v1", null, "any"],
    [
      "openrouter:anthropic/claude-opus-5-5",
      "https://openrouter.ai/api/v1",
      "OPENROUTER_API_KEY",
      "anthropic/claude-opus-5-5",
    ],
    ["gemini:gemini-3", "https://generativelanguage.googleapis.com/v1beta/openai", "GEMINI_API_KEY", "gemini-3"],
    ["azure:my-gpt", "https://me.openai.azure.com/openai/v1", "AZURE_OPENAI_API_KEY", "my-gpt"],
    ["groq:openai/gpt-oss-120b", "https://api.groq.com/openai/v1", "GROQ_API_KEY", "openai/gpt-oss-120b"],
    ["deepseek:deepseek-v4-pro", "https://api.deepseek.com", "DEEPSEEK_API_KEY", "deepseek-v4-pro"],
    ["Mistral: devstral", "https://api.mistral.ai/v1", "MISTRAL_API_KEY", "devstral"],
  ])("%s is asked at %s", (name, baseUrl, variable, model) => {
    const env = variable === null ? ENV : { ...ENV, [variable]: "k-1" };
    expect(found(asked(name, env))[0]?.[1]).toMatchObject({
      ...{
        model,
        server: { baseUrl, apiKey: variable === null ? "none" : "k-1", wires: { planner: "chat", factory: "chat" } },
      },
    });
    if (variable === null) return;
    expect(issue(asked(name, ENV))).toMatchObject({ code: "no-key", message: `${variable} is not set` });
    expect(namesSecret(variable)).toBe(true);
  });

  test("the table has no other", () => {
    expect(Object.keys(SERVER_PRESETS)).toHaveLength(9);
  });

  test("says which variable lacks its address", () => {
    expect(issue(asked("azure:my-gpt", { AZURE_OPENAI_API_KEY: "k" }))).toMatchObject({
      message: "AZURE_OPENAI_ENDPOINT is not set",
      hint: expect.stringContaining("https://NAME.openai.azure.com"),
    });
  });

  test.each(["ollama:m", "compatible:ollama/m"])("is the user's own, if they set up one of that name: %s", (name) => {
    const ollama = { ...OFFICE, base_url: "http://gpu:1/v1" };
    expect(found(asked(name, { OFFICE_KEY: "k" }, { ollama }))[0]?.[1]).toMatchObject({
      ...{ model: "m", server: { provider: "compatible:ollama", baseUrl: "http://gpu:1/v1", apiKey: "k" } },
    });
  });

  test("costs nothing on the user's own machine, unless they say so", () => {
    expect(priceList({})("ollama:m")).toMatchObject({ input: 0, output: 0 });
    expect(priceList({})("groq:m")).toBeNull();
    const price = { input: 1, cached_input: null, cache_write: null, output: 2 };
    expect(priceList({ "ollama:m": price })("ollama:m")).toEqual(price);
  });
});

test("a fallback without a key is skipped with a warning; the stronger model needs its key", () => {
  const chain = settings({ model: ["gpt-5.2", "anthropic:claude"] });
  const connected = connect(chain, "factory", { OPENAI_API_KEY: "k" });
  expect(connected).toMatchObject({ value: { models: { factory: { chain: ["gpt-5.2"] } } } });
  expect(connected.ok && connected.value.warnings[0]).toBe(
    "anthropic:claude is not asked: ANTHROPIC_API_KEY is not set",
  );
  expect(
    issue(
      connect(
        settings({ escalation: [{ after: "any", failures: 2, do: "model", model: "anthropic:claude", usd: null }] }),
        "factory",
        { OPENAI_API_KEY: "k" },
      ),
    ),
  ).toMatchObject({
    code: "no-key",
  });
});

test.each([
  ["no key", {}, "no-key"],
  ["a blank key", { OPENAI_API_KEY: "  " }, "no-key"],
  ["a key that no header can hold", { OPENAI_API_KEY: "sk-secret\r\nx: y" }, "no-key"],
  ["an address without a scheme", { OPENAI_API_KEY: "k", OPENAI_BASE_URL: "localhost:8080" }, "usage"],
  ["an address of another scheme", { OPENAI_API_KEY: "k", OPENAI_BASE_URL: "file:///etc/passwd" }, "usage"],
])("%s is refused", (_, env, code) => {
  const verdict = connect(DEFAULT_SETTINGS, "planner", env);
  expect(issue(verdict)).toMatchObject({ code });
  expect(JSON.stringify(verdict)).not.toContain("secret");
});

test.each([
  [
    "foo:bar",
    "name one of openai, anthropic, compatible, replay, ollama, lmstudio, llamacpp, openrouter, gemini, azure, groq, deepseek, mistral, or write openai:foo:bar if that",
  ],
  ["google:gemini-3", "or write openai:google:gemini-3 if that"],
  ["ofice:llama", "did you mean compatible:office/llama? Else write"],
  ["olama:qwen3", "did you mean ollama:qwen3? Else write"],
  ["llama3:8b", "or write openai:llama3:8b if that"],
])("%s is not an OpenAI model: %s", (name, hint) => {
  const server = {
    base_url: "http://localhost:1/v1",
    key_variable: null,
    key_command: null,
    api: "chat" as const,
    model: null,
  };
  const given = settings({ model: [name] });
  const named = { ...given, models: { ...given.models, compatible: { office: server } } };
  expect(issue(connect(named, "factory", { OPENAI_API_KEY: "k" }))).toMatchObject({
    code: "unknown-provider",
    hint: expect.stringContaining(hint),
  });
});

test.each([
  ["ft:gpt-4o:org::id", "ft:gpt-4o:org::id"],
  ["openai:llama3:8b", "llama3:8b"],
])("%s is sent to OpenAI's address as %s", (name, model) => {
  const connected = connect(settings({ model: [name] }), "factory", { OPENAI_API_KEY: "k" });
  expect(connected.ok && connected.value.connections.byModel.get(name)).toMatchObject({ model });
});

test.each([
  ["claude-opus-5-5", "did you mean anthropic:claude-opus-5-5? Else write openai:claude-opus-5-5"],
  ["gemini-3-pro", "did you mean gemini:gemini-3-pro? Else"],
  ["anthropic/claude-opus-5", "did you mean anthropic:claude-opus-5? Else write openai:anthropic/claude-opus-5"],
  ["models/gemini-3-pro", "did you mean gemini:gemini-3-pro? Else"],
  ["deepseek-chat", "did you mean deepseek:deepseek-chat? Else"],
  ["codestral-latest", "did you mean mistral:codestral-latest? Else"],
])("%s is not sent to OpenAI, but may be to another server at its variable", (name, hint) => {
  const given = settings({ model: [name] });
  const env = { OPENAI_API_KEY: "k" };
  expect(issue(connect(given, "factory", env))).toMatchObject({
    code: "unknown-provider",
    hint: expect.stringContaining(hint),
  });
  expect(connect(given, "factory", { ...env, OPENAI_BASE_URL: "https://api.openai.com/v1/" }).ok).toBe(false);
  expect(connect(given, "factory", { ...env, OPENAI_BASE_URL: "http://localhost:1/v1" }).ok).toBe(true);
  expect(connect(settings({ model: [`openai:${name}`] }), "factory", env).ok).toBe(true);
});
