// pnpm demo: a spec becomes work orders, the orders become commits, and the finished program runs.
//
//   node scripts/demo.mjs                     replays answers that were written by hand; needs no key and no network
//   node scripts/demo.mjs --live [--model M]  asks a real model (OPENAI_API_KEY, OPENAI_BASE_URL)
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { createTarget, TARGET_FILES } from "./demo/target.mjs";
import { runsOf, whereToLook } from "./demo/where-to-look.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const SPEC = "templates/specs/evenly.txt";
const RECORD = "scripts/demo/exchanges.jsonl";
const PROGRAM = ["src/cli.js", "examples/lisbon.txt"];

const main = async () => {
  const asked = readArguments();
  if (typeof asked === "string") return refuse(asked);
  const env = environment(asked.live);
  const work = realpathSync(mkdtempSync(join(tmpdir(), "llmch-demo-")));
  const target = join(work, "evenly");
  const orders = join(work, "wo");
  const artifacts = resolve(root, env.ARTIFACTS_DIR || "artifacts");

  try {
    createTarget(target, TARGET_FILES, env);
  } catch (error) {
    return refuse(`the target repo cannot be made: ${error.message}`);
  }
  say(asked.live ? "A real model is asked." : "The model's answers were written by hand; everything else happens now.");
  say(`A spec, ${SPEC}, and a new repo, ${target}`);

  const planned = await llmch(["plan", "--spec", SPEC, "--repo", target, "--outdir", orders, ...asked.planner], env);
  if (planned !== 0) return stopped("plan", planned, work);
  const ran = await llmch(["run-all", orders, "--repo", target, "--yes", ...asked.factory], env);
  if (ran !== 0) return stopped("run-all", ran, work);

  const git = gitIn(target, env);
  const branch = git("for-each-ref", "--format=%(refname:short)", "refs/heads/llmch");
  heading(`The commits on ${branch}`);
  say(git("log", "--oneline", branch));

  git("checkout", "--quiet", branch);
  heading(`The finished program: node ${PROGRAM.join(" ")}`);
  const finished = await run(process.execPath, PROGRAM, { cwd: target, env });
  if (finished !== 0) return stopped("the finished program", finished, work);

  heading("Where to look");
  const runs = runsOf(git("log", "--reverse", "--format=%B", branch));
  for (const [path, what] of whereToLook(artifacts, runs)) say(`${shorten(path)}\n    ${what}`);
  say(
    `${shorten(artifacts)}\n    everything about these ${runs.length} runs, one of them the plan's: prompts, answers, output, events`,
  );
  say(
    "node packages/cli/bin/llmch.js show\n    the same as a story; `report` instead of `show` writes it as one HTML page",
  );
  say(`${target}\n    the repo, with the branch checked out; remove it when you have seen enough`);
  say(asked.live ? "" : "\nNo model was asked: its answers were written by hand and stand in scripts/demo/answers.");
  return 0;
};

/** What was asked for, or a sentence about why it is impossible. */
const readArguments = () => {
  const args = process.argv.slice(2).filter((argument) => argument !== "--");
  const options = { live: { type: "boolean", default: false }, model: { type: "string" } };
  try {
    const { live, model } = parseArgs({ args, options }).values;
    if (!live) {
      const replay = ["--replay", RECORD];
      return model === undefined ? { live, planner: replay, factory: replay } : "--model goes with --live";
    }
    if (!process.env.OPENAI_API_KEY) {
      return "--live asks a real model: set OPENAI_API_KEY (OPENAI_BASE_URL for another server), or leave out --live";
    }
    return {
      live,
      planner: model === undefined ? [] : ["--model", model],
      factory: model === undefined ? [] : ["--llm-model", model],
    };
  } catch {
    return "usage: node scripts/demo.mjs [--live [--model M]]";
  }
};

/** Our environment without the variables that point git to another repo, with this node first, and without a key if none is needed. */
const environment = (live) => {
  const kept = Object.entries(process.env).filter(
    ([name]) => !name.startsWith("GIT_") && (live || name !== "OPENAI_API_KEY"),
  );
  const env = Object.fromEntries(kept);
  return { ...env, PATH: [dirname(process.execPath), env.PATH ?? ""].join(delimiter) };
};

const llmch = (args, env) => {
  heading(`llmch ${args.join(" ")}`);
  return run(process.execPath, [join(root, "packages/cli/bin/llmch.js"), ...args], { cwd: root, env });
};

/** Runs a program in the user's terminal; returns its exit code. Ctrl-C reaches it by itself, so wait for it; pass SIGTERM on. */
const run = (program, args, options) =>
  new Promise((settle, reject) => {
    const child = spawn(program, args, { ...options, stdio: ["ignore", "inherit", "inherit"] });
    const handOn = () => child.kill("SIGTERM");
    const wait = () => {};
    process.on("SIGINT", wait);
    process.on("SIGTERM", handOn);
    child.on("error", reject);
    child.on("close", (code) => {
      process.off("SIGINT", wait);
      process.off("SIGTERM", handOn);
      settle(code ?? 130);
    });
  });

const gitIn =
  (cwd, env) =>
  (...args) =>
    execFileSync("git", ["-c", "core.hooksPath=/dev/null", ...args], { cwd, env, encoding: "utf8" }).trimEnd();

const say = (text) => process.stdout.write(`${text}\n`);
const heading = (text) => say(`\n=== ${text}\n`);
const shorten = (path) => (path.startsWith(join(root, sep)) ? relative(root, path) : path);

const refuse = (sentence) => {
  process.stderr.write(`demo: ${sentence}\n`);
  return 1;
};

const stopped = (what, code, work) => {
  refuse(`${what} ended with exit code ${code}; the work so far is in ${work}`);
  return code;
};

process.stdout.on("error", (error) => process.exit(error.code === "EPIPE" ? 0 : 1));
process.exitCode = await main();
