import fc from "fast-check";
import { expect, test } from "vitest";
import { PROVIDER_NAMES, parseModelName, portableModelName, unknownProvider } from "./model-name.ts";

const named = (text: string) => {
  const parsed = parseModelName(text);
  return parsed.ok ? [parsed.value.provider, parsed.value.model, parsed.value.name] : parsed.issues[0];
};

test.each([
  ["gpt-5.2", ["openai", "gpt-5.2", "gpt-5.2"]],
  [" openai:gpt-5.2 ", ["openai", "gpt-5.2", "gpt-5.2"]],
  ["OpenAI: gpt-5.2", ["openai", "gpt-5.2", "gpt-5.2"]],
  ["ft:gpt-4o:org::id", ["openai", "ft:gpt-4o:org::id", "ft:gpt-4o:org::id"]],
  ["llama3:8b", ["openai", "llama3:8b", "llama3:8b"]],
  ["openai:llama3:8b", ["openai", "llama3:8b", "openai:llama3:8b"]],
  ["openai:ft:gpt-4o:org::id", ["openai", "ft:gpt-4o:org::id", "ft:gpt-4o:org::id"]],
  ["anthropic:claude", ["anthropic", "claude", "anthropic:claude"]],
  ["compatible:office/org/m:7b", ["compatible", "office/org/m:7b", "compatible:office/org/m:7b"]],
  ["ollama:qwen3-coder:30b", ["compatible", "ollama/qwen3-coder:30b", "ollama:qwen3-coder:30b"]],
  ["OpenRouter: a/b", ["compatible", "openrouter/a/b", "openrouter:a/b"]],
  ["openai:groq:x", ["openai", "groq:x", "openai:groq:x"]],
  ["openai:local:b", ["openai", "local:b", "openai:local:b"]],
  ["replay:x.jsonl", ["replay", "x.jsonl", "replay:x.jsonl"]],
])("%j is a valid name", (text, expected) => {
  expect(named(text)).toEqual(expected);
});

test.each([
  ["", "not empty"],
  ["a\nb", "one line"],
  ["anthropic:", "no name follows"],
  ["antropic:claude", "did you mean `anthropic:`"],
  ["ollama:", "no name follows"],
  ["opneai:gpt", "did you mean `openai:`"],
  ["local:/models/a b.gguf", "serve this one with llama-server or Ollama"],
  ["Local: b.gguf", "name it compatible:SERVER/MODEL"],
])("%j is not a valid name", (text, words) => {
  expect(named(text)).toContain(words);
});

test.each([
  ["gpt-5.2", null],
  ["ft:gpt-4o:org::id", null],
  ["davinci:ft-org-2023", null],
  ["openai:llama3:8b", null],
  ["anthropic:claude", null],
  ["groq:x", null],
  ["foo:bar", "foo"],
  ["google:gemini-3", "google"],
])("the provider of %j is unknown: %s", (name, prefix) => {
  expect(unknownProvider(name)).toBe(prefix);
});

test("a name's canonical spelling parses as itself", () => {
  const name = fc
    .tuple(fc.constantFrom(...PROVIDER_NAMES), fc.string({ minLength: 1 }))
    .map((parts) => parts.join(":"));
  fc.assert(
    fc.property(name, (text) => {
      const parsed = parseModelName(text);
      // A name that is spelled without its provider may itself start with a provider's name.
      if (!parsed.ok || parsed.value.provider === "openai") return;
      expect(parseModelName(parsed.value.name)).toEqual(parsed);
    }),
  );
});

test("a file is hashed without its folder, any other model as it is", () => {
  expect(["replay:/x/y.jsonl", "compatible:a/b", "a/b"].map(portableModelName)).toEqual([
    "replay:y.jsonl",
    "compatible:a/b",
    "a/b",
  ]);
});
