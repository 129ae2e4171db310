import { join } from "node:path";
import { reviewOf, serves } from "@llmch/testkit";
import { expect, it } from "vitest";
import { readJsonFile, type Scene, writeFiles } from "../scene.ts";
import { createLiveScene, type LiveScene } from "./live-scene.ts";

const CONTEXT = 32_768;
/** What code and prose have at least, for what must fit. */
const BYTES_PER_TOKEN = 3;
const SMALL = { LLMCH_MODELS_CONTEXT_TOKENS: JSON.stringify({ small: CONTEXT, judge: CONTEXT }) };
const MODELS = ["--llm-model", "small", "--review", "judge"];

/** What a request and its longest answer take of a context. */
const taken = ({ prompt, body }: LiveScene["server"]["requests"][number]): number =>
  Buffer.byteLength(prompt) / BYTES_PER_TOKEN +
  Number(body.max_completion_tokens ?? body.max_tokens ?? body.max_output_tokens ?? 0);
const largest = (scene: LiveScene): number => Math.max(...scene.server.requests.map(taken));

const functions = (name: string, count: number): string =>
  Array.from({ length: count }, (_, index) => `export const ${name}${index} = () => "${"x".repeat(60)}";\n`).join("");
/** More paths, and larger files, than a small context holds. */
const REPO = {
  ...Object.fromEntries(Array.from({ length: 600 }, (_, index) => [`lib/folder-${index}/a-module-of-it.js`, ""])),
  "context.js": functions("given", 900),
  "greet.js": functions("greet", 70),
};

/** The first answers fail with much output, or are long; the last one is right. */
const sceneOf = async (settings: Readonly<Record<string, string>>): Promise<LiveScene> => {
  let answers: Pick<Scene, "answer"> = { answer: () => "" };
  let asked = 0;
  const scene = await createLiveScene(
    {
      responses: () => {
        asked++;
        return serves.answers(asked === 1 ? JSON.stringify({ work_orders: [], why: "y".repeat(90_000) }) : "{}");
      },
      chat: ({ body }) => {
        if (body.model === "judge") return serves.answers(reviewOf());
        asked++;
        const text = asked < 3 ? `${functions("wrong", 60)}// ${asked}\n` : "export const right = 1;\n";
        return serves.answers(
          answers.answer({ "greet.js": text, "new.js": asked < 3 ? functions("more", 900) : "1;\n" }),
        );
      },
    },
    settings,
  );
  answers = scene;
  writeFiles(scene.repo, REPO);
  scene.git("add", ".");
  scene.git("commit", "-qm", "more");
  return scene;
};

const run = async (settings: Readonly<Record<string, string>>) => {
  const scene = await sceneOf(settings);
  scene.order({
    ...{ allowed_files: ["greet.js", "new.js"], context_files: ["context.js"] },
    acceptance_commands: [
      `node -e "console.log('failing line '.repeat(9999)); process.exit(/right/.test(fs.readFileSync('greet.js')) ? 0 : 1)"`,
    ],
  });
  const { code, stderr } = await scene.runAll(["--branch", "work", ...MODELS]);
  return { scene, code, stderr };
};

it("an order's prompts, its retries and its review fit into a small context, which they do not otherwise", async () => {
  const small = await run(SMALL);
  expect(small).toMatchObject({ code: 0, stderr: expect.any(String) });
  expect(small.scene.server.requests).toHaveLength(4);
  expect(largest(small.scene)).toBeLessThanOrEqual(CONTEXT);
  const [first, second] = small.scene.server.requests;
  expect(first?.prompt).toContain("greet69");
  expect(second?.prompt).toContain("wrong0");
  expect(largest((await run({})).scene)).toBeGreaterThan(CONTEXT);
});

it("a plan's prompts fit too", async () => {
  const plan = async (settings: Readonly<Record<string, string>>) => {
    const scene = await sceneOf(settings);
    const { code } = await scene.plan(["--model", "small", "--max-attempts", "2"]);
    return { scene, code };
  };
  const small = await plan(SMALL);
  expect(small.code).toBe(2);
  expect(small.scene.server.requests).toHaveLength(2);
  expect(largest(small.scene)).toBeLessThanOrEqual(CONTEXT);
  expect(largest((await plan({})).scene)).toBeGreaterThan(CONTEXT);
});

it("a file that is to be written, and does not fit, is never shown cut to a model without tools: the order must be split", async () => {
  const scene = await sceneOf(SMALL);
  writeFiles(scene.repo, Object.fromEntries([1, 2, 3].map((number) => [`part${number}.js`, functions("part", 70)])));
  scene.git("add", ".");
  scene.git("commit", "-qm", "parts");
  scene.order({ allowed_files: ["part1.js", "part2.js", "part3.js"], acceptance_commands: ["node --version"] });
  const { code } = await scene.runAll(["--branch", "work", "--llm-model", "small", "--agent", "off"]);
  expect([code, scene.server.requests]).toEqual([1, []]);
  const brief = readJsonFile(join(scene.runs()[0] ?? ""), "attempt_1/failure_brief.json");
  expect(brief).toMatchObject({
    stage: "preflight",
    primary_error_excerpt: expect.stringContaining("split the order"),
  });
});
