import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setInterval } from "node:timers/promises";
import { rudeProgram } from "@llmch/testkit";
import { expect } from "vitest";
import type { Invocation } from "../command-line.ts";
import { createScene, readJsonFile, type Scene, type SceneOptions } from "../scene.ts";

/** An agent that acts by its first argument, in the folder where it is started, and says what it did. */
const AGENT = `
import { execFileSync, spawn } from "node:child_process";
import { appendFileSync, chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
export const own = dirname(fileURLToPath(import.meta.url));
export const prompt = readFileSync(0, "utf8");
export const promptsSoFar = existsSync(join(own, "prompts.txt")) ? 1 : 0;
appendFileSync(join(own, "prompts.txt"), prompt + "\\n=====\\n");
export const git = (...args) => execFileSync("git", args, { stdio: "ignore" });
export const tried = (act) => { try { act(); } catch (fault) { console.error("could not: " + fault.message.split("\\n")[0]); } };
export const greet = () => writeFileSync("greet.js", "export const greet = () => 'hello';\\n");
export const ACTS = {
  edits: () => { greet(); mkdirSync("bin"); writeFileSync("bin/run.sh", "#!/bin/sh\\n"); chmodSync("bin/run.sh", 0o755); rmSync("old.txt"); },
  outside: () => { greet(); writeFileSync("notes.md", "mine\\n"); rmSync("README.md"); },
  mends: () => writeFileSync("greet.js", prompt.includes("Attempt 1 failed") ? "good\\n" : "bad\\n"),
  hangs: () => { const child = spawn("sleep", ["4321"], { detached: true, stdio: "ignore", argv0: own + "/child" }); child.unref(); greet(); setInterval(() => {}, 1000); },
  commits: () => { greet(); tried(() => git("add", "-A")); tried(() => git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "mine")); tried(() => git("branch", "of-agent")); tried(() => appendFileSync(".git", "x")); },
  fails: () => { greet(); console.error("Error: you are not logged in"); process.exit(7); },
  limited: () => { console.log("Claude AI usage limit reached|" + (Math.floor(Date.now() / 1000) + 7200)); process.exit(1); },
  complains: () => { console.error("Error: the model cannot be asked"); process.exit(0); },
  pauses: () => { console.log("thinking"); Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2000); greet(); },
  prints: () => { greet(); console.log("my key is " + process.env.AGENT_API_KEY + ", other: " + process.env.OTHER_NAME + " " + process.env.NOT_NAMED); },
  waits: () => { if (promptsSoFar > 0 || existsSync(join(own, "go"))) greet(); else setInterval(() => {}, 1000); },
  counts: () => {
    ACTS.each();
    const file = join(process.env.HOME, ".mine.json");
    const { runs } = JSON.parse(readFileSync(file, "utf8"));
    while (existsSync(join(own, "hold")) && !existsSync(join(own, "go"))) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    writeFileSync(file + ".new", JSON.stringify({ runs: runs + 1 }));
    renameSync(file + ".new", file);
  },
  nests: () => { greet(); mkdirSync("sub"); execFileSync("git", ["init", "-q", "sub"]); writeFileSync("sub/x.js", "1"); },
  strays: () => { greet(); writeFileSync(join(process.env.CHECKOUT, "README.md"), "changed"); writeFileSync(join(process.env.CHECKOUT, "new.txt"), "x"); },
  each: () => writeFileSync(/"id": "(WO-0\\d)"/.exec(prompt)[1] + ".js", "1\\n"),
  nothing: () => console.log("The order contradicts itself."),
  link: () => symlinkSync("/etc/hostname", "greet.js"),
};
ACTS[process.argv[2]]();
console.log("Looked around.\\n\\nWrote what the\\norder says.");
`;

interface Agent {
  /** Over ACP it is the scripted agent of testkit's. */
  readonly protocol?: "acp";
  readonly mode?: string;
  readonly authenticate?: string;
  readonly minutes?: number;
  readonly quiet_minutes?: number;
  readonly env?: readonly string[];
  readonly network?: boolean;
  /** Besides its program's. */
  readonly files?: readonly string[];
}

/** A scene whose orders the agent carries out. */
export interface AgentScene extends Scene {
  /** Its program. */
  readonly agent: string;
  /** What it has been asked so far; over ACP every frame that it heard. */
  prompts(): string;
}

export const sceneWith = (
  act: string,
  { files = [], ...agent }: Agent = {},
  options: SceneOptions & { readonly sandbox?: string } = {},
): AgentScene => {
  const { sandbox, ...rest } = options;
  const folder = join(createScene().root, "agent");
  mkdirSync(folder);
  const isOverAcp = agent.protocol === "acp";
  writeFileSync(join(folder, "agent.mjs"), isOverAcp ? readFileSync(rudeProgram("acp-agent"), "utf8") : AGENT);
  const prompts = join(folder, isOverAcp ? "frames.ndjson" : "prompts.txt");
  const mine = { command: ["node", join(folder, "agent.mjs"), act], folders: [folder, ...files], ...agent };
  const scene = createScene({
    own: { executors: { mine }, factory: { executor: "mine" }, ...(sandbox === undefined ? {} : { run: { sandbox } }) },
    files: { "README.md": "# Target\n", "old.txt": "old\n" },
    ...rest,
  });
  scene.order({
    allowed_files: ["greet.js", "bin/run.sh", "old.txt"],
    acceptance_commands: ["test -s greet.js"],
    postconditions: [],
  });
  const program = join(folder, "agent.mjs");
  return Object.assign(scene, {
    agent: program,
    prompts: () => (existsSync(prompts) ? readFileSync(prompts, "utf8") : ""),
  });
};

export const live = (
  scene: Scene,
  flags: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
  invocation: Pick<Invocation, "onOutput"> = {},
) => {
  const order = join(scene.orders, "WO-01.json");
  const places = ["--work-order", order, "--repo", scene.repo, "--artifacts-dir", scene.artifacts];
  return scene.llmch(["run", ...places, ...flags], { env, ...invocation });
};

export const runOf = (scene: Scene): string => scene.runs().at(-1) ?? "";

/** Processes whose command line has these words. */
export const processesOf = (words: string): readonly string[] =>
  readdirSync("/proc").filter((name) => {
    const file = join("/proc", name, "cmdline");
    try {
      return /^\d+$/.test(name) && existsSync(file) && readFileSync(file, "utf8").includes(words);
    } catch {
      return false;
    }
  });

/** An agent that waits is ended by a signal to llmch, and its order begins again when it is resumed. */
export const isAskedAgainAfter = async (signal: "SIGINT" | "SIGKILL"): Promise<void> => {
  const scene = sceneWith("waits");
  const standing = scene.checkout();
  let isSent = false;
  const onOutput: Invocation["onOutput"] = async (stderr, kill) => {
    if (isSent || !stderr.includes("asking the model")) return;
    isSent = true;
    for await (const _ of setInterval(10)) if (scene.prompts() !== "") break;
    kill(signal);
  };
  const ended = await live(scene, ["--branch", "work"], {}, { onOutput });
  expect(ended).toMatchObject(signal === "SIGKILL" ? { signal } : { code: 130 });
  for await (const _ of setInterval(10)) if (processesOf(`${scene.agent}\u0000waits`).length === 0) break;
  expect(scene.checkout()).toEqual(standing);
  const resumed = await scene.llmch(["resume", "--artifacts-dir", scene.artifacts]);
  expect(resumed.code).toBe(0);
  expect(scene.git("diff", "--name-status", "main", "work")).toBe("A\tgreet.js");
  expect(scene.leftovers()).toEqual([]);
  expect(readJsonFile(runOf(scene), "run_summary.json")).toMatchObject({ verdict: "PASS", total_attempts: 1 });
};

/** Stands in for an agent: keeps what it was started with, and carries the order out. */
export const STAND_IN = `#!/bin/sh
{ printf '%s\\n' "$(basename "$0") $*" "key=$\{ANTHROPIC_API_KEY:-$\{OPENAI_API_KEY:-$GEMINI_API_KEY}}"; grep -c "^# Carry out one work order" -; } >&2
echo 1 > greet.js
echo "Did it."
`;
