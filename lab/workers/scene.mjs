import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { loadSources } from "../../scripts/build/load-sources.mjs";

const SOURCES = `
export { addJob, listJobs, takeTurn, WORKFLOW } from "./src/database/jobs.ts";
export * from "./src/index.ts";
export { newRunId, readRequest, writeRequest } from "@llmch/store";
export { gitIn } from "../testkit/src/scene/git.ts";
export { commitFirst } from "../testkit/src/scene/first-commit.ts";
export { startModelServer } from "../testkit/src/model-server/server.ts";
export { answers } from "../testkit/src/model-server/step.ts";
export { startPostgres } from "../testkit/src/database/start-postgres.ts";`;

const NOTHING = createHash("sha256").digest("hex");
/** Whoever has this key carries orders out without workers: answers come at once, and are not counted. */
export const ALONE = "alone";

/**
 * A PostgreSQL, a repo with a remote, a model on loopback that knows who asks, and a person's queue. Machines have nothing else in common
 * but the team's key.
 * @param {string} root the workspace's root
 * @param {string} folder an empty folder
 * @param {number} answerMs how long the model takes
 */
export const openScene = async (root, folder, answerMs) => {
  const sources = await loadSources(root, SOURCES, "packages/workers", "packages/workers/node_modules");
  const binary = join(root, "packages/cli/bin/llmch.js");
  const [repo, remote, settings, key] = ["repo", "remote.git", "settings.json", "key"].map((name) =>
    join(folder, name),
  );
  mkdirSync(repo);
  sources.commitFirst(repo, { "README.md": "# A repo\n", "scripts/verify.sh": "test -f README.md\n" });
  const git = sources.gitIn(repo);
  git("clone", "--quiet", "--bare", repo, remote);
  git("remote", "add", "origin", remote);
  writeFileSync(settings, JSON.stringify({ factory: { model: "gpt-5.2" }, run: { sandbox: "off" }, approve: "none" }));
  writeFileSync(key, "k".repeat(64), { mode: 0o600 });

  const asked = [];
  const model = await startModel(sources, asked, answerMs);
  const postgres = await sources.startPostgres();
  const url = postgres.database();
  const envOf = (name, modelKey = name) => {
    const home = join(folder, name);
    mkdirSync(join(home, "tmp"), { recursive: true });
    return {
      ...{ PATH: process.env.PATH, HOME: home, TMPDIR: join(home, "tmp"), GIT_CONFIG_NOSYSTEM: "1" },
      ...{ LLMCH_CONFIG: settings, LLMCH_KEY_FILE: key, LLMCH_DATABASE_URL: url },
      ...{ OPENAI_API_KEY: `sk-${modelKey}`, OPENAI_BASE_URL: model.url },
      ...{ GIT_AUTHOR_NAME: "Ann", GIT_AUTHOR_EMAIL: "ann@example.org" },
      ...{ GIT_COMMITTER_NAME: "Ann", GIT_COMMITTER_EMAIL: "ann@example.org" },
    };
  };
  const machine = (name, slots) => {
    let [child, life, said] = [null, 0, ""];
    const start = (...flags) => {
      life += 1;
      const argv = [binary, "worker", "--allow-local", "--slots", String(slots), ...flags];
      const env = envOf(name, `${name}.${life}`);
      child = spawn(process.execPath, argv, { cwd: env.HOME, env, stdio: ["ignore", "ignore", "pipe"] });
      child.stderr.on("data", (text) => (said += text));
      const mine = life;
      // Refused while the database is away; whatever keeps services up on a machine starts it again.
      child.once("exit", async (code) => {
        await setTimeout(2000);
        if (code !== null && code > 0 && life === mine) start(...flags);
      });
    };
    return {
      ...{ name, start },
      said: () => said,
      child: () => child,
      signal: (signal) => {
        for (const pid of processesOf(join(folder, name), remote)) send(pid, signal);
      },
      /** Power fails: nothing on it does another thing. */
      kill: () => {
        life += 1;
        for (const signal of ["SIGSTOP", "SIGSTOP", "SIGKILL", "SIGKILL"])
          for (const pid of processesOf(join(folder, name), remote)) send(pid, signal);
      },
      /** As Ctrl-C does; gives its exit code. */
      end: async () => {
        if (child.exitCode === null && child.signalCode === null) child.kill("SIGTERM");
        while (child.exitCode === null && child.signalCode === null) await setTimeout(100);
        return child.exitCode;
      },
    };
  };

  const env = envOf("person");
  const started = await migrated(sources, env);
  const { shown } = started;
  const program = [process.execPath, binary];
  const openQueue = (say = () => {}, as = env) => {
    const place = { ...sources.databaseFolder(shown, as), env: as, say, weather: sources.createWeather(say) };
    const starter = { env: as, secrets: [], cwd: folder, program, whole: as };
    return taken(sources.openDatabaseQueue(started, { ...place, starter }));
  };
  /** Puts a run-all of a folder of orders into the queue; null if the database is away. */
  const submit = async (queue, orders, branch) => {
    const asked = { operation: "run-all", request: { orders, repo, branch }, given: { "factory.push": "each" } };
    const done = await queue.submit({ ...asked, cwd: folder, dedupKey: branch });
    if (!done.ok && done.issues[0].code !== "no-database") throw new Error(JSON.stringify(done.issues));
    return done.ok ? done.value.id : null;
  };
  const close = async () => {
    await started.close();
    await model.close();
    await postgres.stop();
  };
  return {
    sources,
    binary,
    repo,
    remote,
    postgres,
    asked,
    database: started,
    envOf,
    machine,
    openQueue,
    submit,
    close,
  };
};

const migrated = async ({ databaseAddress, openDatabase }, env) =>
  taken(await openDatabase(taken(databaseAddress(undefined, env)), { migrate: true }));

const taken = (result) => {
  if (!result.ok) throw new Error(JSON.stringify(result.issues));
  return result.value;
};

/**
 * Orders that each write a part, one after the other. The first answer to an even one is wrong.
 * @param {string} folder where they are written
 */
export const writeOrders = (folder, job, count) => {
  mkdirSync(folder);
  for (let number = 1; number <= count; number++) {
    const [id, path] = [`WO-${String(number).padStart(2, "0")}`, `parts/${job}-${number}.txt`];
    const before = number === 1 ? [] : [{ kind: "file_exists", path: `parts/${job}-${number - 1}.txt` }];
    const order = {
      ...{ id, title: `Write part ${job}-${number}`, intent: `Write ${path}.`, allowed_files: [path] },
      preconditions: [{ kind: "file_absent", path }, ...before],
      postconditions: [{ kind: "file_exists", path }],
      ...{ forbidden: [], acceptance_commands: [`grep -q right ${path}`], context_files: [], notes: null },
    };
    writeFileSync(join(folder, `${id}.json`), JSON.stringify(order));
  }
  return folder;
};

/** Notes each question: what it is about, who asked, and when it was answered. */
const startModel = ({ startModelServer, answers }, asked, answerMs) => {
  const script = ({ prompt, headers }) => {
    const [, job, number] = /"title": "Write part (\d+)-(\d+)"/.exec(prompt) ?? [];
    const attempt = 1 + (prompt.match(/^Attempt \d+ failed\.$/gm)?.length ?? 0);
    const by = headers.authorization?.replace("Bearer sk-", "") ?? "";
    const content = `${number % 2 === 0 && attempt === 1 ? "wrong" : "right"}, at attempt ${attempt}\n`;
    const writes = [{ path: `parts/${job}-${number}.txt`, base_sha256: NOTHING, content }];
    const answer = answers(JSON.stringify({ summary: "Written.", writes }));
    if (by === ALONE) return answer;
    const question = { what: `${job}-${number} attempt ${attempt}`, by, at: performance.now(), answeredAt: null };
    asked.push(question);
    return async (turn) => {
      await setTimeout(answerMs);
      if (!turn.response.destroyed) question.answeredAt = performance.now();
      return answer(turn);
    };
  };
  return startModelServer({ responses: script, chat: script });
};

/** Whatever runs on a machine. What a push starts beside the remote is none of it. */
const processesOf = (home, remote) =>
  readdirSync("/proc").filter((pid) => {
    try {
      const [line, env] = ["cmdline", "environ"].map((name) => readFileSync(`/proc/${pid}/${name}`, "utf8"));
      const cwd = readlinkSync(`/proc/${pid}/cwd`);
      if (cwd.startsWith(remote) || (line.includes(remote) && /receive-pack|upload-pack/.test(line))) return false;
      return [line, env, cwd].some((text) => text.includes(`${home}/`) || `${text}\0`.includes(`${home}\0`));
    } catch {
      return false;
    }
  });

const send = (pid, signal) => {
  try {
    process.kill(Number(pid), signal);
  } catch {
    // It has just ended.
  }
};
