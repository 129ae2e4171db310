// A commit of a real repo as an order: llmch starts from its parent, a recorded answer makes the very change, and the repo's own tests judge
// it. What its maintainers committed should land, without a warning that they would call wrong.
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { environment, workOrder } from "./scene.mjs";

/** A file above it is edited rather than written whole. */
const WHOLE_BYTES = 48 * 1024;

/**
 * Replays one commit. Returns llmch's exit code and output, and whether the commit that landed has the files of the one that is replayed.
 * @param {readonly string[]} cli the words that start llmch
 * @param {string} folder an empty folder for it
 * @param {{ from: string, commit: string, setup: readonly string[], accept: readonly string[] }} of setup commands run in the clone by a shell
 */
export const replayCommit = (cli, folder, { from, commit, setup, accept }) => {
  const [repo, record, order] = ["repo", "answers.jsonl", "WO-01.json"].map((name) => join(folder, name));
  const env = environment(folder);
  mkdirSync(folder, { recursive: true });
  const git = (...args) =>
    execFileSync("git", args, {
      env,
      cwd: folder,
      encoding: "utf8",
      maxBuffer: 1e9,
      stdio: ["ignore", "pipe", "pipe"],
    });
  const inRepo = (...args) => git("-C", repo, ...args);
  git("clone", "--quiet", "--shared", "--no-checkout", from, repo);
  inRepo("checkout", "--quiet", "-B", "main", `${commit}^`);
  for (const command of setup) execFileSync("sh", ["-c", command], { env, cwd: repo, stdio: "ignore" });

  const changes = inRepo("diff", "--name-status", "--no-renames", `${commit}^`, commit)
    .trimEnd()
    .split("\n")
    .map((line) => line.split("\t"))
    .map(([status, path]) => ({
      path,
      before: status === "A" ? null : inRepo("show", `${commit}^:${path}`),
      after: status === "D" ? null : inRepo("show", `${commit}:${path}`),
    }));
  const [title, ...body] = inRepo("log", "-1", "--format=%B", commit).trim().split("\n");
  const writes = changes.map((change) => ({
    path: change.path,
    base_sha256: sha256(change.before),
    ...written(change),
  }));
  const answer = { key: "WO-01/attempt-1", response: { text: JSON.stringify({ summary: title, writes }) } };
  writeFileSync(record, `${JSON.stringify(answer)}\n`);
  const wanted = workOrder({
    title: title.slice(0, 72),
    intent: [title, ...body].join("\n"),
    allowed_files: changes.map(({ path }) => path),
    postconditions: changes.map(({ path, after }) => ({ kind: after === null ? "file_absent" : "file_exists", path })),
    acceptance_commands: accept,
  });
  writeFileSync(order, JSON.stringify(wanted));

  const [program, ...words] = [
    ...[...cli, "run", order, "--repo", repo, "--branch", "replayed", "--no-push", "--yes"],
    ...["--replay", record, "--max-attempts", "1", "--artifacts-dir", join(folder, "artifacts")],
  ];
  const { status, stdout, stderr } = spawnSync(program, words, { cwd: folder, env, encoding: "utf8", maxBuffer: 1e9 });
  const isSame = status === 0 && inRepo("diff", "--name-only", commit, "replayed") === "";
  return { exitCode: status, output: stdout + stderr, isSame };
};

const sha256 = (text) => (text === null ? null : createHash("sha256").update(text).digest("hex"));

const written = ({ before, after }) => {
  if (after === null) return { delete: true };
  if (before === null || Buffer.byteLength(before) <= WHOLE_BYTES) return { content: after };
  return { edits: [editBetween(before, after)] };
};

/** One edit from the first line that differs to the last, widened until the text that it replaces occurs once. */
const editBetween = (before, after) => {
  const [old, now] = [before, after].map((text) => text.split(/(?<=\n)/));
  const shortest = Math.min(old.length, now.length);
  let head = 0;
  while (head < shortest && old[head] === now[head]) head += 1;
  let tail = 0;
  while (tail < shortest - head && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1;
  const found = () => old.slice(head, old.length - tail).join("");
  while (before.split(found()).length !== 2) {
    if (head > 0) head -= 1;
    if (tail > 0) tail -= 1;
  }
  return { find: found(), replace: now.slice(head, now.length - tail).join("") };
};
