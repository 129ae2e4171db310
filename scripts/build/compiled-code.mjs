import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { Script } from "node:vm";
import { startInstantModel } from "../bench/instant-model.mjs";
import { KINDS, manifestOf, writeOrders } from "../bench/plans.mjs";

const run = promisify(execFile);

/**
 * Keeps beside the bundle what V8 compiles of it, for the Node that builds: compiling is most of what a short command does. Code
 * that was made of a chunk before anything ran holds few of its functions; so some commands are run as users do, and the functions
 * that these called are kept. Nothing is done where every chunk has its code: chunks are named by their content.
 * @param {string} root the workspace's root
 */
export const keepCompiledCode = async (root) => {
  const dist = join(root, "packages/cli/dist");
  const chunks = readdirSync(join(dist, "chunks"));
  const folder = join(dist, "compiled", `${process.versions.v8}-${process.arch}`);
  for (const other of namesIn(join(dist, "compiled"))) {
    if (join(dist, "compiled", other) !== folder)
      rmSync(join(dist, "compiled", other), { recursive: true, force: true });
  }
  const kept = new Set(chunks.map((name) => `${name}.code`));
  for (const name of namesIn(folder)) if (!kept.has(name)) rmSync(join(folder, name), { force: true });
  if (chunks.every((name) => existsSync(join(folder, `${name}.code`)))) return;

  mkdirSync(folder, { recursive: true });
  await runCommands(join(root, "packages/cli/bin/llmch.js"), folder);
  for (const name of chunks) {
    const [source, code] = [join(dist, "chunks", name), join(folder, `${name}.code`)];
    // Another build of the same checkout may have taken the chunk away.
    if (existsSync(code) || !existsSync(source)) continue;
    const filename = join("llmch/chunks", name);
    writeFileSync(code, new Script(readFileSync(source, "utf8"), { filename }).createCachedData());
  }
};

const namesIn = (folder) => (existsSync(folder) ? readdirSync(folder) : []);

/** Runs what users run most, one after the other: each takes up the code of those before it, and adds its own. */
const runCommands = async (llmch, folder) => {
  const place = mkdtempSync(join(tmpdir(), "llmch-build-"));
  const { orders, exchanges, answers } = writeOrders(place, 2, KINDS.empty);
  const model = await startInstantModel(answers[0]);
  try {
    const repo = join(place, "repo");
    const plan = JSON.stringify(manifestOf(20, { python: true }));
    mkdirSync(join(repo, "scripts"), { recursive: true });
    writeFileSync(join(repo, "scripts/verify.sh"), KINDS.empty.verify);
    writeFileSync(join(repo, "README.md"), "# A repo\n");
    writeFileSync(join(place, "plan.json"), plan);
    writeFileSync(join(place, "spec.txt"), "Build it.\n");
    writeFileSync(join(place, "plan.jsonl"), JSON.stringify({ key: "plan/attempt-1", response: { text: plan } }));
    const env = {
      ...{ PATH: process.env.PATH, HOME: place, LLMCH_CONFIG: "/dev/null", LLMCH_ARTIFACTS_DIR: join(place, "runs") },
      ...{ GIT_AUTHOR_NAME: "build", GIT_AUTHOR_EMAIL: "build@localhost" },
      ...{ GIT_COMMITTER_NAME: "build", GIT_COMMITTER_EMAIL: "build@localhost" },
      ...{ OPENAI_API_KEY: "sk-build", OPENAI_BASE_URL: model.url },
      ...{ ANTHROPIC_API_KEY: "sk-build", ANTHROPIC_BASE_URL: model.url },
    };
    for (const args of [
      ["init", "-q"],
      ["add", "-A"],
      ["commit", "-q", "-m", "start"],
    ]) {
      await run("git", args, { cwd: repo, env });
    }
    const order = ["run", "--repo", repo, "--work-order", join(orders, "WO-01.json")];
    const commands = [
      ["--help"],
      ["check", "plan.json"],
      ["plan", "--spec", "spec.txt", "--repo", repo, "--outdir", "wo-2", "--replay", "plan.jsonl"],
      [...order, "--llm-model", "gpt-5.2", "--branch", "one"],
      [...order, "--llm-model", "anthropic:claude-sonnet-5", "--branch", "two"],
      ["run-all", orders, "--repo", repo, "--replay", exchanges],
      ["runs"],
      ["show"],
      ["report", "--out", "report.html"],
    ];
    const keeping = { ...env, KEEP_CODE: folder };
    const preload = join(import.meta.dirname, "keep-code.cjs");
    for (const command of commands) {
      const argv = ["--require", preload, llmch, ...command];
      await run(process.execPath, argv, { cwd: place, env: keeping }).catch(({ stderr }) => {
        // The CLI works without, only more slowly.
        process.stderr.write(`no code is kept of \`llmch ${command[0]}\`: ${stderr}\n`);
      });
    }
  } finally {
    await model.close();
    rmSync(place, { recursive: true, force: true });
  }
};
