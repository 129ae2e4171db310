// One throw-away repo, the answers that a model should give in it, and llmch at work there.
import { execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const sha256 = (text) => createHash("sha256").update(text).digest("hex");

/** Nothing of the machine but its programs. */
export const environment = (folder) => ({
  ...Object.fromEntries(
    ["PATH", "HOME", "TMPDIR", "LANG"].flatMap((name) => (name in process.env ? [[name, process.env[name]]] : [])),
  ),
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_AUTHOR_NAME: "Trial",
  GIT_AUTHOR_EMAIL: "trial@localhost",
  GIT_COMMITTER_NAME: "Trial",
  GIT_COMMITTER_EMAIL: "trial@localhost",
  LLMCH_CONFIG: "/dev/null",
  XDG_STATE_HOME: join(folder, "state"),
});

const write = (folder, files) => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
};

/**
 * @param {string} folder the scene's folder
 * @param {Record<string, string>} files the repo's files, by path
 * @param {readonly string[]} cli the words that start llmch
 */
export const makeScene = (folder, files, cli) => {
  const [repo, record, artifacts] = ["repo", "answers.jsonl", "artifacts"].map((name) => join(folder, name));
  const env = environment(folder);
  const git = (...args) =>
    execFileSync("git", args, { cwd: repo, env, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  write(repo, files);
  git("init", "--quiet", "--template=", "--initial-branch=main");
  git("add", "--all");
  git("commit", "--quiet", "--message", "Start");
  writeFileSync(record, "");

  const llmch = async (...args) => {
    const [program, ...words] = [...cli, ...args];
    const child = spawn(program, words, { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (part) => (output += part));
    const code = await new Promise((resolve) => child.on("close", resolve));
    return { code, output };
  };
  const place = ["--artifacts-dir", artifacts];
  const newest = (kind) => {
    const runs = existsSync(join(artifacts, kind)) ? readdirSync(join(artifacts, kind)).sort() : [];
    return runs.length === 0 ? null : join(artifacts, kind, runs.at(-1));
  };
  const read = (directory, name) =>
    directory !== null && existsSync(join(directory, name)) ? readFileSync(join(directory, name), "utf8") : "";
  const events = (directory) =>
    read(directory, "events.jsonl")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line));

  return {
    /** Sets the answers, by question. */
    answers: (texts) => {
      for (const [key, text] of Object.entries(texts))
        appendFileSync(record, `${JSON.stringify({ key, response: { text } })}\n`);
    },
    /** Plans from a spec. Returns its prompt, its map and its warnings. */
    plan: async (spec, manifest) => {
      const given = join(folder, "spec.md");
      writeFileSync(given, spec);
      appendFileSync(
        record,
        `${JSON.stringify({ key: "plan/attempt-1", response: { text: JSON.stringify(manifest) } })}\n`,
      );
      const ended = await llmch("plan", "--spec", given, "--repo", repo, "--replay", record, ...place);
      const run = newest("planner");
      const [prompt, map] = [read(run, "compile/prompt_attempt_1.txt"), read(run, "repo_map.txt")];
      const warnings = events(run).flatMap((event) => (event.type === "compile_attempt_judged" ? event.warnings : []));
      return {
        ...ended,
        prompt,
        map,
        warnings,
        fixed: Buffer.byteLength(prompt) - Buffer.byteLength(map) - Buffer.byteLength(spec),
      };
    },
    /** Carries out an order. Returns its prompts and how each attempt ended. */
    run: async (order, ...flags) => {
      const path = join(folder, `${order.id}.json`);
      writeFileSync(path, JSON.stringify(order));
      const words = [
        "run",
        "--work-order",
        path,
        "--repo",
        repo,
        "--branch",
        `work/${order.id}`,
        "--no-push",
        "--replay",
        record,
      ];
      const ended = await llmch(...words, ...flags, ...place);
      return { ...ended, ...told(newest("factory")) };
    },
    /** Asks for a corrected order and resumes with it. */
    reviseAndResume: async () => {
      const revised = await llmch("revise", "--yes", ...place);
      const resumed = await llmch("resume", ...place);
      const output = `${revised.output}${resumed.output}`;
      return { code: revised.code === 0 ? resumed.code : revised.code, output, ...told(newest("factory")) };
    },
  };

  function told(run) {
    const happened = events(run);
    const failed = happened.filter(({ type }) => type === "attempt_failed").map(({ brief }) => brief.stage);
    return {
      failed,
      asked: read(run, "exchanges.jsonl")
        .split("\n")
        .filter((line) => line !== "").length,
      prompt: read(run, "attempt_1/se_prompt.txt"),
      verdict: read(run, "run_summary.json") === "" ? null : JSON.parse(read(run, "run_summary.json")).verdict,
      events: happened,
    };
  }
};

/** An answer that edits files or writes new ones; its bases are those files as given. */
export const proposal = (files, changes) =>
  JSON.stringify({
    summary: "Did as the order says.",
    writes: Object.entries(changes).map(([path, change]) => ({
      path,
      base_sha256: files[path] === undefined ? null : sha256(files[path]),
      ...(typeof change === "string"
        ? { content: change }
        : { edits: change.map(([find, replace]) => ({ find, replace })) }),
    })),
  });

export const objection = (members) =>
  JSON.stringify({
    summary: "It cannot be done as it stands.",
    writes: null,
    objection: { reason: "See below.", needs: null, contradiction: null, blocked_by: null, ...members },
  });

/** A work order whose allowed files must exist at its end. */
export const workOrder = (members) => ({
  id: "WO-01",
  preconditions: [],
  postconditions: members.allowed_files.map((path) => ({ kind: "file_exists", path })),
  forbidden: [],
  context_files: [],
  notes: null,
  ...members,
});

export const manifest = (orders) => ({ system_overview: ["One change."], verify_contract: null, work_orders: orders });
