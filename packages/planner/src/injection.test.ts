import { promptLimits } from "@llmch/contract";
import { DEFAULT_SETTINGS } from "@llmch/contract/settings";
import { HOSTILE_PATHS, HOSTILE_TEXTS, memoryLedger, readQuotes, scriptedModel, steadyClock } from "@llmch/testkit";
import { type JsonObject, quoteAsData } from "@llmch/text";
import { describe, expect, test } from "vitest";
import { compilePlan } from "./compile.ts";
import type { CompileInputs } from "./compile-inputs.ts";
import { numberedSpec } from "./coverage/numbered-spec.ts";
import { order, plan, simplePython } from "./plan.fixture.ts";

const INPUTS: CompileInputs = {
  spec: "Build modules.",
  template: "Plan this.\n{{DOCTRINE}}\n{{REPO_HINTS}}\n{{PRODUCT_SPEC}}\n",
  doctrine: "Small orders.",
  repoHints: null,
  repoFiles: [],
  repoCommit: null,
  settings: { ...DEFAULT_SETTINGS.planner, model: ["model-1"] },
  limits: promptLimits(400_000),
  plannerRunId: "01RUN",
};

const compile = async (answers: readonly (string | JsonObject)[], changes: Partial<CompileInputs> = {}) => {
  const model = scriptedModel(answers.map((answer) => (typeof answer === "string" ? answer : JSON.stringify(answer))));
  const inputs = { ...INPUTS, ...changes, settings: { ...INPUTS.settings, max_attempts: answers.length } };
  const ports = { model, ledger: memoryLedger(), clock: steadyClock(), syntaxes: { python: () => simplePython } };
  return { outcome: await compilePlan(inputs, ports), prompts: model.requests.map(({ prompt }) => prompt) };
};

describe("a hostile text in the spec, in a repo and in earlier answers", () => {
  test.each(HOSTILE_TEXTS.map(({ title, text }) => [title, text] as const))("%s", async (_, text) => {
    const paths = ["../x", ".git/hooks/post-checkout"];
    const hostile = order(1, { id: text, title: text, intent: text, allowed_files: paths, context_files: paths });
    const listing = ["README.md", "package.json", `docs/${text}`];
    const hints = quoteAsData(`file docs/${text}`, text);
    const answers = [text, plan([hostile]), plan([order(1, { id: "WO-07" }), text])];
    const { outcome, prompts } = await compile(answers, { spec: text, repoHints: hints, repoFiles: listing });
    expect(outcome.kind).not.toBe("compiled");
    expect(prompts).toHaveLength(3);
    for (const prompt of prompts) {
      const { outside, quotes } = readQuotes(prompt);
      expect(outside).not.toContain("PWNED");
      expect(quotes.find(({ label }) => label === "specification")?.text.trimEnd()).toBe(numberedSpec(text).trimEnd());
    }
  });
});

/** Paths that an order may write. The factory and the user decide which repo they are in. */
const LEGAL = new Set([
  ...["~/.bashrc", ".gitmodules", ".GITMODULES", ".gitattributes", ".github/workflows/x.yml", ".husky/pre-commit"],
  ...[".npmrc", ".env", "package.json", "scripts/verify.sh", "GREET.JS", "greet.js ", "greet.js.", "gr\u0435et.js"],
  ...["greet.js/x", "link/x", "node_modules/x/index.js"],
]);

test.each(HOSTILE_PATHS.filter((path) => !LEGAL.has(path)))("no plan that writes to %j is accepted", async (path) => {
  const writing = (target: string) =>
    plan([
      order(1, { preconditions: [], allowed_files: [target], postconditions: [{ kind: "file_exists", path: target }] }),
    ]);
  expect((await compile([writing("src/a.js")])).outcome.kind).toBe("compiled");
  const { outcome } = await compile([writing(path)]);
  expect(outcome).toMatchObject({ errors: expect.arrayContaining([expect.objectContaining({ wo_id: "WO-01" })]) });
  expect(outcome.kind).not.toBe("compiled");
});
