// pnpm demo: a spec becomes work orders, the orders become commits, and the finished program runs.
//
//   node scripts/demo.mjs                     replays answers that were written by hand; needs no key and no network
//   node scripts/demo.mjs --build             the same for a product of three milestones, with `llmch build`
//   node scripts/demo.mjs --serve             both as jobs of `llmch serve`: one runs, one waits for you to approve its plan; ends with Ctrl-C
//   node scripts/demo.mjs --workers           the orders as a job of two workers with a PostgreSQL of its own, of which it kills one
//   node scripts/demo.mjs --live [--model M]  asks a real model (OPENAI_API_KEY, OPENAI_BASE_URL)
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { createTarget, SHELF_FILES, TARGET_FILES } from "./demo/target.mjs";
import { runsOf, whereToLook, whereToLookInBuild } from "./demo/where-to-look.mjs";
import { demonstrateWorkers } from "./demo/workers.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** A plan and its orders. */
const EVENLY = {
  name: "evenly",
  files: TARGET_FILES,
  spec: "templates/specs/evenly.txt",
  record: "scripts/demo/exchanges.jsonl",
  steps: (spec, target, work, { planner, factory }) => [
    ["plan", "--spec", spec, "--repo", target, "--outdir", join(work, "wo"), ...planner],
    ["run-all", join(work, "wo"), "--repo", target, "--yes", ...factory],
  ],
  programs: [["src/cli.js", "examples/lisbon.txt"]],
  places: (artifacts, messages) => {
    const runs = runsOf(messages);
    const about = `everything about these ${runs.length} runs, one of them the plan's: prompts, answers, output, events`;
    return [...whereToLook(artifacts, runs), [artifacts, about]];
  },
  answers: "scripts/demo/answers",
};

/** A build of several windows. */
const SHELF = {
  name: "shelf",
  files: SHELF_FILES,
  spec: "templates/specs/shelf.txt",
  record: "scripts/demo/build/exchanges.jsonl",
  steps: (spec, target, _work, { factory }) => [["build", spec, "--repo", target, "--approve", "none", ...factory]],
  programs: [
    ["src/cli.js", "list", "--by", "guin", "--file", "examples/shelf.txt"],
    ["src/cli.js", "year", "2026", "--file", "examples/shelf.txt"],
  ],
  places: whereToLookInBuild,
  answers: "scripts/demo/build/answers",
};

const main = async () => {
  const asked = readArguments();
  if (typeof asked === "string") return refuse(asked);
  const { demo } = asked;
  const env = environment(asked.live);
  const work = realpathSync(mkdtempSync(join(tmpdir(), "llmch-demo-")));
  const target = join(work, demo.name);
  const artifacts = resolve(root, env.ARTIFACTS_DIR || "artifacts");
  if (asked.workers) return demonstrateWorkers(root, work, demo, env);

  try {
    for (const { name, files } of asked.serve ? [EVENLY, SHELF] : [demo]) createTarget(join(work, name), files, env);
  } catch (error) {
    return refuse(`the target repo cannot be made: ${error.message}`);
  }
  if (asked.serve) return serve(work, env);
  say(asked.live ? "A real model is asked." : "The model's answers were written by hand; everything else happens now.");
  say(`A spec, ${demo.spec}, and a new repo, ${target}`);

  for (const step of demo.steps(demo.spec, target, work, asked)) {
    const ended = await llmch(step, env);
    if (ended !== 0) return stopped(step[0], ended, work);
  }

  const git = gitIn(target, env);
  const branch = git("for-each-ref", "--format=%(refname:short)", "refs/heads/llmch");
  heading(`The commits on ${branch}`);
  say(git("log", "--oneline", branch));

  git("checkout", "--quiet", branch);
  for (const program of demo.programs) {
    heading(`The finished program: node ${program.join(" ")}`);
    const finished = await run(process.execPath, program, { cwd: target, env });
    if (finished !== 0) return stopped("the finished program", finished, work);
  }

  heading("Where to look");
  const messages = git("log", "--reverse", "--format=%B", branch);
  for (const [path, what] of demo.places(artifacts, messages)) say(`${shorten(path)}\n    ${what}`);
  say(
    "node packages/cli/bin/llmch.js show\n    the same as a story; `report` instead of `show` writes it as one HTML page",
  );
  say(`${target}\n    the repo, with the branch checked out; remove it when you have seen enough`);
  say(asked.live ? "" : `\nNo model was asked: its answers were written by hand and stand in ${demo.answers}.`);
  return 0;
};

/** Has a server carry both out: the plan of one waits for a person. */
const serve = async (work, env) => {
  const [evenly, shelf, orders, data] = ["evenly", "shelf", "wo", "data"].map((name) => join(work, name));
  const [first, second] = [EVENLY, SHELF].map(({ record }) => ["--replay", record]);
  const submit = ["submit", "--data", data];
  for (const step of [
    [
      "plan",
      EVENLY.spec,
      "--repo",
      evenly,
      "--outdir",
      orders,
      "--artifacts-dir",
      join(data, "artifacts"),
      "--quiet",
      ...first,
    ],
    [...submit, "run-all", orders, "--repo", evenly, "--approve", "plan", ...first],
    [...submit, "build", SHELF.spec, "--repo", shelf, "--approve", "none", ...second],
  ]) {
    const ended = await llmch(step, env);
    if (ended !== 0) return stopped(step[0], ended, work);
  }
  heading("What to click");
  for (const line of CLICKS) say(line);
  say(`\nNo model is asked: the answers were written by hand. Ctrl-C ends the server; the work is in ${work}.`);
  return llmch(["serve", "--data", data, "--port", "0", "--repo", evenly, "--repo", shelf], env);
};

const CLICKS = [
  "1. Open the link below. One job waits for you: seven orders that split the costs of a trip.",
  "2. Open it, read its plan, approve it, and watch its orders land: the fourth fails once.",
  "3. Look at the diff of a commit, and at what it rests on.",
  "4. Go back to the start: the other job, a build of three milestones, runs meanwhile.",
];

/** What was asked for, or a sentence about why it is impossible. */
const readArguments = () => {
  const args = process.argv.slice(2).filter((argument) => argument !== "--");
  const flag = { type: "boolean", default: false };
  try {
    const { live, model, build, serve, workers } = parseArgs({
      args,
      options: { live: flag, build: flag, serve: flag, workers: flag, model: { type: "string" } },
    }).values;
    if ((serve || workers) && args.length > 1) return "--serve and --workers replay their answers: give one alone";
    const demo = build ? SHELF : EVENLY;
    if (!live) {
      const replay = ["--replay", demo.record];
      const asked = { demo, live, serve, workers, planner: replay, factory: replay };
      return model === undefined ? asked : "--model goes with --live";
    }
    if (build) return "--build replays its answers: leave out --live";
    if (!process.env.OPENAI_API_KEY) {
      return "--live asks a real model: set OPENAI_API_KEY (OPENAI_BASE_URL for another server), or leave out --live";
    }
    return {
      ...{ demo, live },
      planner: model === undefined ? [] : ["--model", model],
      factory: model === undefined ? [] : ["--llm-model", model],
    };
  } catch {
    return "usage: node scripts/demo.mjs [--serve] [--workers] [--build] [--live [--model M]]";
  }
};

/**
 * Our environment without the variables that point git to another repo or llmch to a team's queue, with this node first, and without a key
 * if none is needed.
 */
const environment = (live) => {
  const kept = Object.entries(process.env).filter(
    ([name]) => !name.startsWith("GIT_") && name !== "LLMCH_DATABASE_URL" && (live || name !== "OPENAI_API_KEY"),
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
