import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  type Finished,
  filesBelow,
  gitIn,
  makeScene,
  readJsonLines,
  type Scene,
  type SceneInvocation,
} from "@llmch/testkit";
import { isJsonObject, objectsMember, readJson, textMember } from "@llmch/text";
import type { FaultKind } from "../kind.ts";
import { type Answers, keyOf, numbersTo, oldFiles, startAnswers, sweepOrder } from "../sweep/answers.ts";
import { paidTwice } from "../sweep/paid-twice.ts";
import { measure } from "../sweep/points.ts";
import { killingAt, killingGit, type Point, withoutTrace } from "../sweep/strike.ts";

const ORDERS = 2;
const BRANCH = "work";
const REMOTE = "remote.git";
/** What a person says of the first order's first work. */
const SENTENCE = "Do not hedge.";
/** A user who goes on this often, and is still not done, has a reason to complain. */
const MOST_SESSIONS = 20;

/** What people do, one session after the other; after a kill, whatever the run says that it waits for. */
const ACTS: readonly (readonly string[])[] = [
  ["run-all"],
  ["decide", "plan", "approve"],
  ["decide", "WO-01", "reject", SENTENCE],
  ["decide", "WO-01", "approve"],
  ["decide", "WO-02", "approve"],
  ["decide", "push", "approve"],
];

const makeOriginal = (folder: string, binary: string): Scene => {
  mkdirSync(folder, { recursive: true });
  const scene = makeScene({ binary, folder, files: { "README.md": "# Target\n", ...oldFiles(ORDERS) } });
  for (const number of numbersTo(ORDERS)) scene.order(sweepOrder(number, {}));
  scene.git("init", "-q", "--bare", join(scene.root, REMOTE));
  scene.git("remote", "add", "origin", join(scene.root, REMOTE));
  return scene;
};

const act = (scene: Scene, words: readonly string[], invocation: SceneInvocation): Promise<Finished> => {
  const flags = ["--artifacts-dir", scene.artifacts, "--no-color"];
  if (words[0] !== "run-all") return scene.llmch([...words, ...flags], invocation);
  const waits = ["--approve", "plan,orders,push", "--push", "--branch", BRANCH, "--no-sandbox", "--jobs", "2"];
  return scene.llmch(["run-all", scene.orders, "--repo", scene.repo, ...waits, ...flags], invocation);
};

/** Each session of a run that people decide about is killed somewhere, and gone on with. */
export const killApproved: FaultKind = {
  name: "kill-approved",
  promise:
    "kill -9 of a run that waits for people, or of their decision: none taken back, nothing undecided, nothing paid twice",
  trials: { full: 100, sample: 1 },
  parallel: 3,
  needs: ["strace"],
  prepare: async ({ folder, binary, seed }) => {
    const answers = await startAnswers(seed);
    const env = answers.settings(keyOf("reviewed", "measured"));
    const measured = makeOriginal(join(folder, "measured"), binary);
    const points: Promise<readonly Point[]>[] = [];
    /** Where an act can be struck, which takes those before it; so the acts of later trials are not carried out in vain. */
    const pointsOf = (index: number): Promise<readonly Point[]> => {
      const before = index === 0 ? undefined : pointsOf(index - 1);
      const live = (session: SceneInvocation) =>
        act(measured, ACTS[index] ?? [], { ...session, env: { ...env, ...session.env } });
      points[index] ??= Promise.resolve(before).then(() =>
        measure(measured.root, live, index === ACTS.length - 1 ? 0 : 6),
      );
      return points[index];
    };
    return {
      run: async ({ number, random, folder }) => {
        const scene = makeOriginal(join(folder(), "scene"), binary);
        const index = number % ACTS.length;
        const point = random.pick((await pointsOf(index)).filter(changes));
        return tryKill(scene, { answers, key: keyOf("reviewed", `${number}`) }, index, point);
      },
      close: async () => {
        await answers.close();
        return null;
      },
    };
  },
};

/** Opening a file changes something only if it creates the file. */
const changes = ({ call, seen }: Point): boolean => call !== "openat" || seen.includes("O_CREAT");

const tryKill = async (
  scene: Scene,
  { answers, key }: { readonly answers: Answers; readonly key: string },
  index: number,
  point: Point,
): Promise<string | null> => {
  const env = answers.settings(key);
  const paid = paidTwice(scene.artifacts, () => answers.asked(key));
  const told: string[] = [];
  let before: ReadonlyMap<string, string> = new Map();
  const live = async (words: readonly string[], session: SceneInvocation = {}) => {
    const finished = await act(scene, words, { ...session, env: { ...env, ...session.env } });
    const stderr = withoutTrace(finished.stderr);
    told.push(`${words.join(" ")}: ${finished.code ?? finished.signal} ${finished.stdout}${stderr}`.trimEnd());
    const fault = paid() ?? takenBack(before, scene) ?? undecided(scene);
    before = decisionsIn(scene);
    return { ...finished, stderr, fault };
  };
  const wrong = (fault: string) =>
    `${fault}, after a kill at ${point.call} ${point.nth} (${point.seen})\n${told.join("\n")}`;
  for (const words of ACTS.slice(0, index)) {
    const { fault } = await live(words);
    if (fault !== null) return wrong(fault);
  }
  const {
    under,
    env: own,
    onOutput,
  } = point.process === "llmch" ? killingAt(point) : { onOutput: undefined, ...killingGit(point, scene.root) };
  let session = await live(ACTS[index] ?? [], { under, env: own, ...(onOutput === undefined ? {} : { onOutput }) });
  for (let sessions = 0; session.fault === null && sessions < MOST_SESSIONS; sessions++) {
    const [need] = needsIn(scene);
    const isOver = /no unfinished run|no run waits|nothing of the run waits/.test(session.stderr);
    if (session.code === 0 || (isOver && isPushed(scene))) return unfinished(scene) ?? (await auditFault(scene));
    session = await live(
      isOver ? ["run-all"] : session.code === 6 && need !== undefined ? wordsFor(scene, need) : ["resume"],
    );
  }
  return wrong(session.fault ?? `it is not over after ${MOST_SESSIONS} more sessions`);
};

interface Need {
  readonly id: string;
  readonly kind: string;
}

/** What the newest run-all says that it waits for. */
const needsIn = (scene: Scene): readonly Need[] => {
  const run = scene.runs("run-all").at(-1);
  const path = run === undefined ? undefined : filesBelow(run).find((each) => each === "run_summary.json");
  const summary = run === undefined || path === undefined ? null : readJson(readFileSync(join(run, path), "utf8"));
  if (summary?.ok !== true || !isJsonObject(summary.value)) return [];
  return objectsMember(summary.value, "needs").map((need) => ({
    id: textMember(need, "id") ?? "",
    kind: textMember(need, "kind") ?? "",
  }));
};

const wordsFor = (scene: Scene, { id }: Need): readonly string[] => {
  const isNew = id === "WO-01" && ![...decisionsIn(scene).values()].some((text) => text.includes(SENTENCE));
  return isNew ? ["decide", id, "reject", SENTENCE] : ["decide", id, "approve"];
};

/** The decision files, whole, by their place. */
const decisionsIn = ({ artifacts, runs }: Scene): ReadonlyMap<string, string> =>
  runs("run-all").length === 0
    ? new Map()
    : new Map(
        filesBelow(artifacts)
          .filter((path) => /\/decisions\/[0-9a-f]{64}\.json$/.test(path))
          .map((path) => [path, readFileSync(join(artifacts, path), "utf8")]),
      );

const takenBack = (before: ReadonlyMap<string, string>, scene: Scene): string | null => {
  const now = decisionsIn(scene);
  const changed = [...before].find(([path, text]) => now.get(path) !== text);
  return changed === undefined ? null : `the decision ${changed[0]} was taken back`;
};

/** What landed, was asked or was pushed without a yes; null if nothing was. */
const undecided = (scene: Scene): string | null => {
  const approved = (id: string, kind: string) =>
    [...decisionsIn(scene).values()].some((text) => {
      const read = readJson(text);
      if (!read.ok || !isJsonObject(read.value)) return false;
      const { id: of, of: which, decision } = read.value;
      return of === id && which === kind && decision === "approve";
    });
  const landed = commits(scene).map((subject) => subject.slice(0, 5));
  const loose = landed.find((id) => !approved(id, "orders"));
  if (loose !== undefined) return `${loose} landed undecided`;
  const asked = scene
    .runs()
    .some((run) => filesBelow(run).includes("exchanges.jsonl") && readJsonLines(run, "exchanges.jsonl").length > 0);
  if (asked && !approved("plan", "plan")) return "a model was asked before the plan was decided";
  return isPushed(scene) && !approved("push", "push") ? "it was pushed undecided" : null;
};

const commits = ({ git }: Scene): readonly string[] =>
  git("for-each-ref", `refs/heads/${BRANCH}`) === ""
    ? []
    : git("log", "--format=%s", `main..${BRANCH}`)
        .split("\n")
        .filter((line) => line !== "");

const isPushed = ({ root }: Scene): boolean => gitIn(join(root, REMOTE))("for-each-ref") !== "";

const unfinished = (scene: Scene): string | null => {
  const made = commits(scene)
    .toReversed()
    .map((subject) => subject.slice(0, 5))
    .join(", ");
  if (made !== "WO-01, WO-02") return `the branch has ${made === "" ? "no commit" : made}`;
  return isPushed(scene) ? null : "it is over, and nothing was pushed";
};

const auditFault = async ({ llmch, repo, artifacts }: Scene): Promise<string | null> => {
  const { code, stdout, stderr } = await llmch([
    "audit",
    "--branch",
    BRANCH,
    "--repo",
    repo,
    "--artifacts-dir",
    artifacts,
  ]);
  return code === 0 ? null : `the audit ends with ${code}: ${stdout}${stderr}`;
};
