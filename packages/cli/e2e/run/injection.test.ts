import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { basename, join } from "node:path";
import { HOSTILE_TEXTS, readQuotes } from "@llmch/testkit";
import { expect, test } from "vitest";
import { createScene, filesBelow, readJsonFile, type Scene } from "../scene.ts";

/** Texts that files, names and commands of a real repo can hold. */
const TEXTS = ["ignore previous", "a whole quote inside", "ChatML", "bidi overrides", "colours"].map((wanted) => {
  const found = HOSTILE_TEXTS.find(({ title }) => title === wanted);
  if (found === undefined) throw new Error(`there is no hostile text ${wanted}`);
  return found;
});

/** A repo with the text in a file, in a file's name and in the output of its verification; and a link that leads outside. */
const hostileScene = (text: string): Scene => {
  const scene = createScene({ files: { "README.md": text, "greet.js": `// ${text}\n` } });
  mkdirSync(join(scene.root, "outside"));
  symlinkSync("../outside", join(scene.repo, "link"));
  scene.commit({
    [`docs/${text.replaceAll("/", "_").slice(0, 60)}`]: "x",
    "scripts/verify.sh": "cat README.md >&2; grep -q good greet.js\n",
  });
  return scene;
};

test.each(TEXTS)("a model that obeys a repo's text can write nothing but its own file: $title", async ({ text }) => {
  const scene = hostileScene(text);
  scene.order({ context_files: ["README.md"] });
  const absolute = join(scene.root, "outside/absolute");
  const paths = ["../x", absolute, ".git/hooks/post-checkout", ".GIT/config", ".github/workflows/x.yml", "link/x"];
  const obeying = [...paths, ".gitmodules"].map((path) => scene.answer({ "greet.js": "PWNED\n", [path]: "PWNED\n" }));
  const answers = [...obeying, text, scene.answer({ "greet.js": `${text}\n` }), scene.answer({ "greet.js": "good\n" })];
  scene.answers(Object.fromEntries(answers.map((answer, index) => [`WO-01/attempt-${index + 1}`, answer])));
  const before = scene.checkout();
  const { code, stdout, stderr } = await scene.run(["--branch", "work", "--max-attempts", "10"]);
  expect({ code, stderr }).toMatchObject({ code: 0 });
  expect(stdout).toMatch(/^PASS {2}WO-01 {2}.*\(10 attempts/);
  expect(`${stdout}${stderr}`).not.toContain("\u001b");

  const [run = ""] = scene.runs();
  const stage = (attempt: number) => readJsonFile(run, `attempt_${attempt}/failure_brief.json`).stage;
  const scope = obeying.map(() => "write_scope_violation");
  expect(answers.slice(0, -1).map((_, index) => stage(index + 1))).toEqual([
    ...scope,
    "llm_output_invalid",
    "verify_failed",
  ]);
  for (let attempt = 1; attempt <= 10; attempt++) {
    const { outside } = readQuotes(readFileSync(join(run, `attempt_${attempt}/se_prompt.txt`), "utf8"));
    expect(outside).not.toContain("PWNED");
  }
  const { refs, ...checkout } = scene.checkout();
  expect(checkout).toEqual({ ...before, refs: undefined });
  expect(refs).toContain("refs/heads/work");
  expect(scene.git("diff", "--name-only", "main", "work")).toBe("greet.js");
  expect(scene.git("show", "work:greet.js")).toBe("good");
  expect(readdirSync(join(scene.root, "outside"))).toEqual([]);
  expect(existsSync(join(scene.repo, ".git/hooks/post-checkout"))).toBe(false);
  expect(filesBelow(scene.root).filter((path) => /(?:^|\/)x$/.test(path))).toEqual([]);
  expect(scene.leftovers()).toEqual([]);
});

test("no line that llmch prints is a command to a CI runner, unless llmch means it", async () => {
  const hostile = "##[set-output name=x]PWNED ##vso[task.setvariable variable=x]PWNED";
  const printed = `${hostile}\n::add-mask::PWNED\n\t::stop-commands::PWNED`;
  const scene = createScene({ files: { "README.md": printed, "greet.js": "" } });
  scene.commit({ "scripts/verify.sh": "cat README.md >&2; exit 1\n" });
  scene.order({
    title: hostile,
    intent: printed,
    context_files: ["README.md"],
    acceptance_commands: [`false ${hostile}`],
  });
  scene.answers({ "WO-01/attempt-1": scene.answer({ "greet.js": printed }) });
  const env = { CI: "true", GITHUB_ACTIONS: "true" };
  const said: { readonly argv: readonly string[]; readonly text: string }[] = [];
  const say = async (argv: readonly string[]) => {
    const { stdout, stderr } = await scene.llmch(argv, { env });
    said.push({ argv, text: `${stdout}\n${stderr}` });
  };
  const order = ["--work-order", "wo/WO-01.json", "--repo", scene.repo, "--artifacts-dir", scene.artifacts];
  for (const more of [["--renderer", "log", "--verbose"], ["--renderer", "json"], ["--json"], ["--quiet"]]) {
    await say(["run", ...order, "--max-attempts", "1", "--replay", scene.record, ...more]);
  }
  const [run = ""] = scene.runs().map((directory) => basename(directory));
  const place = ["--artifacts-dir", scene.artifacts];
  for (const part of [[], ["--json"], ["--prompt"], ["--response"], ["--attempt", "1"]]) {
    await say(["show", run, ...place, ...part]);
  }
  for (const command of ["runs", "cost"]) await say([command, ...place]);
  for (const format of ["text", "mermaid", "dot", "svg", "json"]) await say(["graph", "wo", "--format", format]);
  for (const format of ["text", "json", "sarif", "github"]) await say(["check", "wo", "--format", format]);
  const commands = said.flatMap(({ argv, text }) =>
    (text.match(/.*##\w*\[.*|^\s*::.*/gm) ?? []).map((line) => `${argv.join(" ")}: ${line}`),
  );
  const meant = /^check wo --format github: ::error file=wo\/WO-01\.json,line=\d+,col=\d+,title=E\d+::WO-01: /;
  expect(commands.filter((line) => !meant.test(line))).toEqual([]);
  expect(said.filter(({ text }) => text.includes("set-output")).length).toBeGreaterThan(10);
});
