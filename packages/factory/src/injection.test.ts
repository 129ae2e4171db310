import { answerOf, HOSTILE_PATHS, HOSTILE_TEXTS, orderScene, readQuotes } from "@llmch/testkit";
import { quoteAsData } from "@llmch/text";
import { describe, expect, test } from "vitest";
import { carryOut } from "./order.ts";

/** A text in every place that a prompt quotes, and a model that obeys it three times. */
const obeyed = async (text: string, paths: readonly string[]) => {
  const files = { "greet.js": text, "notes.md": text, [`docs/${text}`]: "x", ".env": "TOKEN=hidden" };
  const obeying = paths.map((path) => answerOf({ "greet.js": "PWNED", [path]: "PWNED" }, files));
  const scene = orderScene({
    files,
    order: { context_files: ["notes.md"], acceptance_commands: ["look"] },
    replies: [
      ...obeying,
      text,
      answerOf({ "greet.js": text.replace(/\p{Surrogate}/gu, "?") }, files),
      ...obeying.slice(0, 1),
    ],
    commands: { look: { exitCode: 1, stdoutTail: text, stderrTail: text } },
    maxAttempts: paths.length + 3,
    // One of the answers returns the file's own text.
    mayBeEmpty: true,
    // A file that is shown in parts cannot be rewritten.
    settings: { wholeFileBytes: 200 * 1024, partCharacters: 200 * 1024 },
  });
  const outcome = await carryOut(scene.job, scene.ports);
  return { files, outcome, ...scene.ports };
};

describe("a hostile text in files, names, output and answers, and a model that obeys it", () => {
  test.each(HOSTILE_TEXTS.map(({ title, text }, index) => [title, text, index] as const))(
    "%s",
    async (_, text, index) => {
      const paths = [0, 1].map((more) => HOSTILE_PATHS[(2 * index + more) % HOSTILE_PATHS.length] ?? "../x");
      const { files, outcome, workspace, commands, model } = await obeyed(text, paths);
      const stages = outcome.attempts.map(({ failure_brief }) => failure_brief?.stage);
      const scope = "write_scope_violation";
      // For a well-formed answer, only the path matters.
      const answered = text.includes('"writes":[')
        ? expect.stringMatching(/^(?:write_scope|llm_output)/)
        : "llm_output_invalid";
      expect(stages).toEqual([scope, scope, answered, "acceptance_failed", scope]);
      expect(outcome.kind).toBe("failed");
      expect(Object.fromEntries(workspace.files)).toEqual(files);
      expect(workspace.sealed).toEqual([]);
      expect(new Set(workspace.changes.map(({ path }) => path))).toEqual(new Set(["greet.js"]));
      expect(new Set(commands.ran.map(({ argv }) => argv.join(" ")))).toEqual(new Set(["look"]));
      for (const { prompt } of model.requests) {
        const { outside, quotes } = readQuotes(prompt);
        expect(outside).not.toContain("PWNED");
        expect(quotes.find(({ label }) => label === "greet.js")?.text.trimEnd()).toBe(text.trimEnd());
        expect(prompt).not.toContain("hidden");
      }
    },
  );
});

test.each(HOSTILE_PATHS)("a write outside the order's scope is refused: %j", async (path) => {
  const { files, outcome, workspace } = await obeyed("PWNED", [path]);
  expect(outcome.attempts[0]?.failure_brief).toMatchObject({ stage: "write_scope_violation" });
  expect(Object.fromEntries(workspace.files)).toEqual(files);
  expect(workspace.changes.map((write) => write.path)).toEqual(["greet.js"]);
});

test("files that look like secrets are listed, but shown only if the order names them", async () => {
  const files = { ".env": "TOKEN=hidden\n", "greet.js": "" };
  const promptOf = async (context_files: readonly string[]) => {
    const scene = orderScene({ files, order: { context_files: [...context_files] }, maxAttempts: 1 });
    await carryOut(scene.job, scene.ports);
    return scene.ports.model.requests[0]?.prompt ?? "";
  };
  expect(await promptOf([])).toContain(quoteAsData("paths", ".env"));
  expect(await promptOf([])).not.toContain("hidden");
  expect(await promptOf([".env"])).toContain(quoteAsData(".env", "TOKEN=hidden\n"));
});

test("there are at least fifty hostile texts, and each can be found", () => {
  expect(HOSTILE_TEXTS.length).toBeGreaterThanOrEqual(50);
  expect(new Set(HOSTILE_TEXTS.map(({ title }) => title)).size).toBe(HOSTILE_TEXTS.length);
  for (const { text } of HOSTILE_TEXTS) expect(text).toContain("PWNED");
});
