import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { orderId } from "@llmch/contract";
import {
  filesBelow,
  makeScene,
  readJsonFile,
  readJsonLines,
  runLlmch,
  type Scene,
  type ServeProcess,
  sceneOrder,
  startServe,
} from "@llmch/testkit";
import { isJsonObject, type JsonObject, objectsMember, textMember } from "@llmch/text";
import type { FaultKind } from "../kind.ts";
import { killProcessesOf } from "../processes-of.ts";
import type { Random } from "../random.ts";
import { approvingEnvironment, leftRunning, startNotingModel } from "../scenes/outlived.ts";

const SLOTS = 2;
/** Within this time a server is killed. */
const KILLED_WITHIN_MS = 4000;
const MOST_KILLS = 4;
const PATIENCE_MS = 150_000;
/** A run's process is started once, and then resumed three times at most until somebody has looked. */
const MOST_STARTS = 4;

/** A queue of jobs whose server dies, and in every second pair of trials their own processes too. */
export const killServe: FaultKind = {
  name: "kill-serve",
  promise:
    "kill -9 of `llmch serve`, and of its jobs, at any moment: each job that was submitted is done once, nothing is paid twice, no decision taken back",
  trials: { full: 100, sample: 2 },
  parallel: 3,
  needs: [],
  prepare: async ({ binary }) => {
    const model = await startNotingModel({
      orders: plannedOf,
      path: (prompt) => /part-\d-\d\.js/.exec(prompt)?.[0] ?? "",
    });
    let kills = 0;
    return {
      strikes: () => kills,
      run: async ({ number, random, folder }) => {
        const root = join(folder(), "scene");
        mkdirSync(root);
        const scene = makeScene({ binary, folder: root });
        const key = `sk-trial-${number}`;
        const env = approvingEnvironment(scene, { OPENAI_API_KEY: key, OPENAI_BASE_URL: model.url });
        const user = createUser({ binary, scene, env, data: join(root, "serve") });
        const diesWhole = number % 4 >= 2;
        for (let left = 1 + random.below(MOST_KILLS); left > 0; left--, kills++) {
          const fault = await killedSession(user, diesWhole, random);
          if (fault !== null) return fault;
        }
        const server = await user.start();
        const fault = await user.session(server);
        const code = await server.end();
        if (fault !== null) return `${fault}\n${server.said()}`;
        if (code !== 0) return `the server ends with ${code}: ${server.said()}`;
        const paid = diesWhole ? recordedTwice(user.artifacts) : model.paidTwice(key);
        return paid ?? user.decidedTwice() ?? user.startedTooOften() ?? commitsFault(scene) ?? leftRunning(scene);
      },
      close: async () => {
        await model.close();
        return null;
      },
    };
  },
};

const killedSession = async (user: User, diesWhole: boolean, random: Random): Promise<string | null> => {
  const moment = random.below(KILLED_WITHIN_MS);
  const server = await user.start();
  const session = user.session(server);
  await Promise.race([session, setTimeout(moment)]);
  // The processes of jobs may die before the server, which then resumes them, or with it.
  if (diesWhole && random.below(2) === 0) killProcessesOf(user.data);
  await server.end("SIGKILL");
  if (diesWhole) killProcessesOf(user.root);
  return await session;
};

/** A job that the user wants done: a plan and its run, orders of which each writes a file, or one that is taken back. */
interface Wish {
  readonly key: string;
  readonly operation: "plan" | "run-all";
  readonly request: JsonObject;
  /** Submitted by the command; by HTTP otherwise. */
  readonly byCommand: boolean;
  readonly isCancelled: boolean;
}

const orderOf = (job: number, index: number) => {
  const path = `part-${job}-${index}.js`;
  return sceneOrder({ id: orderId(index), allowed_files: [path], acceptance_commands: [`test -s ${path}`] });
};

const ORDERS = [1, 2];
const JOBS = [1, 2, 3, 4];

/** The orders that a plan is to have, by its prompt, which names the job that it is about. */
const plannedOf = (prompt: string) => {
  const job = Number(/Write the parts of job (\d)/.exec(prompt)?.[1]);
  return ORDERS.map((index) => {
    const { verify_exempt: _, provenance: __, ...planned } = orderOf(job, index);
    return planned;
  });
};

interface Place {
  readonly binary: string;
  readonly scene: Scene;
  readonly env: Readonly<Record<string, string>>;
  readonly data: string;
}

type User = ReturnType<typeof createUser>;

/** Who wants jobs done, whatever dies, and remembers what was acknowledged. */
const createUser = ({ binary, scene, env, data }: Place) => {
  const { root, repo, orders: place } = scene;
  const artifacts = join(data, "artifacts");
  /** By what was asked for: the job's id. */
  const jobs = new Map<string, string>();
  const decided = new Set<string>();
  const cancelled = new Set<string>();

  const wishes: readonly Wish[] = JOBS.flatMap((job) => {
    const byCommand = job % 2 === 0;
    const isCancelled = job === 4;
    const base = { byCommand, isCancelled };
    if (job === 1)
      return {
        ...base,
        key: "plan",
        operation: "plan" as const,
        request: { repo, spec: "Write the parts of job 1.\n" },
      };
    const folder = join(place, String(job));
    mkdirSync(folder, { recursive: true });
    for (const index of ORDERS)
      writeFileSync(join(folder, `${orderId(index)}.json`), JSON.stringify(orderOf(job, index)));
    return { ...base, key: `orders ${job}`, operation: "run-all" as const, request: { repo, orders: folder } };
  });

  const submit = async (server: ServeProcess, wish: Wish): Promise<string | null> => {
    const { key, operation, request, byCommand } = wish;
    const body = { operation, request, repo, dedup_key: key };
    const ask = async () => (await server.ask("POST", "jobs", body)) ?? null;
    const command = async () => {
      const words = ["--data", data, "--dedup-key", key, operation, String(request.orders), "--repo", repo, "--json"];
      const { code, stdout, stderr } = await runLlmch(binary, ["submit", ...words], { cwd: root, env });
      // It may be killed as well.
      if (code === null) return null;
      return code === 0 ? { status: 201, document: JSON.parse(stdout) } : { status: code, document: { stderr } };
    };
    const answer = await (byCommand ? command() : ask());
    if (answer === null) return null;
    const id = textMember(answer.document, "id");
    if (![200, 201].includes(answer.status) || id === null)
      return `${key} was not taken: ${answer.status} ${JSON.stringify(answer.document)}`;
    const before = jobs.get(key);
    jobs.set(key, id);
    return before === undefined || before === id ? null : `${key} is ${id}, and was ${before}`;
  };

  /** Looks once at everything, and does what is to be done. Gives what is wrong, or whether all is done. */
  const look = async (server: ServeProcess): Promise<string | boolean> => {
    const listed = await server.ask("GET", "jobs");
    if (listed === null) return false;
    const all = objectsMember(listed.document, "jobs");
    const of = (key: string) => all.filter((job) => textMember(job, "dedup_key") === key);
    const running = all.filter((job) => job.state === "running").length;
    if (running > SLOTS) return `${running} jobs run at once`;
    const plan = of("plan").find(({ state }) => state === "passed");
    const follower: Wish = {
      ...{ key: "run of the plan", operation: "run-all", byCommand: false, isCancelled: false },
      request: { repo, orders: (plan && textMember(plan, "result_run")) ?? "" },
    };
    const wanted = plan === undefined ? wishes : [...wishes, follower];
    for (const wish of wanted) {
      const { key, isCancelled } = wish;
      const [job, ...more] = of(key);
      if (more.length > 0) return `${key} was made ${more.length + 1} times`;
      const known = jobs.get(key);
      if (known !== undefined && job?.id !== known) return `${key}, which is ${known}, is lost`;
      if (job === undefined) {
        const fault = await submit(server, wish);
        if (fault !== null) return fault;
        continue;
      }
      const [id, state] = [textMember(job, "id") ?? "", textMember(job, "state") ?? ""];
      jobs.set(key, id);
      if (cancelled.has(id) && state !== "cancelled") return `${key} was cancelled, and is ${state}`;
      if (state === "failed") return `${key} failed: ${JSON.stringify(job)}`;
      if (isCancelled && ["queued", "running", "waiting"].includes(state)) {
        const answer = await server.ask("DELETE", `jobs/${id}`);
        if (answer?.status === 200 && answer.document.state === "cancelled") cancelled.add(id);
        if (answer !== null && ![200, 409].includes(answer.status))
          return `${key} cannot be cancelled: ${JSON.stringify(answer)}`;
        continue;
      }
      // Its process was killed too often.
      if (state === "stopped") await server.ask("POST", `jobs/${id}/resume`, {});
      for (const need of objectsMember(job, "needs")) {
        const of = { id: textMember(need, "id") ?? "", sha256: textMember(need, "sha256") ?? "" };
        const name = `${id} ${of.id} ${of.sha256}`;
        if (decided.has(name)) return `${key}: ${of.id} was decided, and is asked for again`;
        const answer = await server.ask("POST", `jobs/${id}/decision`, { decision: "approve", of });
        // What was decided as its server died is decided already.
        if (answer?.status === 200) decided.add(name);
        else if (answer !== null && answer.status !== 409)
          return `${key}: ${of.id} cannot be decided: ${JSON.stringify(answer)}`;
      }
    }
    if (plan === undefined) return false;
    return wanted.every(({ key, isCancelled }) => {
      const [job] = of(key);
      return job !== undefined && (job.state === "passed" || (isCancelled && job.state === "cancelled"));
    });
  };

  return {
    ...{ root, data, artifacts },
    start: () => startServe({ binary, cwd: root, data, repos: [repo], slots: SLOTS, env }),
    /** Works with a server until all is done or the server is dead. Gives what is wrong, or null. */
    session: async (server: ServeProcess): Promise<string | null> => {
      for (const until = Date.now() + PATIENCE_MS; ; await setTimeout(100)) {
        const seen = await look(server);
        if (typeof seen === "string") return seen;
        if (seen || !server.isAlive()) return null;
        if (Date.now() > until) {
          const listed = await server.ask("GET", "jobs");
          return `not done after ${PATIENCE_MS / 1000} s: ${JSON.stringify(listed?.document)}`;
        }
      }
    },
    /** Each run of orders was decided on once. */
    decidedTwice: (): string | null => {
      for (const [key, id] of jobs) {
        if (key === "plan" || wishes.some((wish) => wish.key === key && wish.isCancelled)) continue;
        const events = readJsonLines(artifacts, "run-all", id, "events.jsonl").filter(isJsonObject);
        const times = events.filter(({ type }) => type === "decided").length;
        if (times !== 1) return `${key} was decided ${times} times`;
      }
      return null;
    },
    startedTooOften: (): string | null => {
      const starts = filesBelow(artifacts)
        .filter((path) => path.endsWith("/queue.json"))
        .map((path) => Number(readJsonFile(artifacts, path).starts));
      const most = Math.max(0, ...starts);
      return most > MOST_STARTS ? `a run was started ${most} times` : null;
    },
  };
};

/** An answer that was on its way as its run died is asked for again; one that is on record is not. */
const recordedTwice = (artifacts: string): string | null => {
  for (const path of filesBelow(artifacts).filter((path) => path.endsWith("/exchanges.jsonl"))) {
    const keys = readJsonLines(artifacts, path).flatMap((line) => (isJsonObject(line) ? [String(line.key)] : []));
    const twice = keys.find((key, index) => keys.indexOf(key) !== index);
    if (twice !== undefined) return `${path}: ${twice} was asked for twice`;
  }
  return null;
};

/** Each branch has its orders' commits; that of the job that was taken back may have some. */
const commitsFault = ({ git }: Scene): string | null => {
  const branches = git("branch", "--list", "llmch/*", "--format=%(refname:short)").split("\n").filter(Boolean);
  const counts = branches.map((branch) => Number(git("rev-list", "--count", `main..${branch}`)));
  const whole = counts.filter((count) => count === ORDERS.length).length;
  const isRight = whole === JOBS.length - 1 || (whole === JOBS.length && counts.length === JOBS.length);
  return isRight && counts.every((count) => count <= ORDERS.length)
    ? null
    : `the branches have ${counts.join(", ")} commits`;
};
