import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject } from "@llmch/contract";
import { type Finished, type Scene, type SceneInvocation, sceneOrder, writeFiles } from "@llmch/testkit";

/** Something hostile, and an llmch command that meets it. */
export interface HostileScene {
  readonly name: string;
  /** Files of the repo's first commit. */
  readonly files?: Readonly<Record<string, string>>;
  /** Makes the rest. */
  set(scene: Scene): void | Promise<void>;
  run(scene: Scene, invocation: SceneInvocation): Promise<Finished>;
  /** How many times the limit it may take: for work that grows in proportion to what a user gave. */
  readonly times?: number;
  /** How the command ends. */
  readonly code: number;
  /** What is printed when Ctrl-C should come; null if the command should end by itself. */
  readonly interruptAt: RegExp | null;
}

/** A run of one order, whose first answer is right if no command objects. */
export const oneOrder = (scene: Scene, changes: Parameters<Scene["order"]>[0] = {}): void => {
  scene.order(changes);
  const files = changes.allowed_files ?? ["greet.js"];
  const answer = scene.answer(Object.fromEntries(files.map((path) => [path, "export const greet = 1;\n"])));
  scene.answers(Object.fromEntries([1, 2, 3, 4, 5].map((attempt) => [`WO-01/attempt-${attempt}`, answer])));
};

export const settings = (scene: Scene, value: object): void =>
  void scene.commit({ "llmch.config.json": JSON.stringify(value) });

export const verify = (scene: Scene, script: string): void => void scene.commit({ "scripts/verify.sh": script });

export const run: HostileScene["run"] = (scene, invocation) => scene.run(["--branch", "work", "--verbose"], invocation);

/** Puts that many small files into a repo's next commit, without writing any. */
export const commitMany = (scene: Scene, count: number): void => {
  const lines = Array.from({ length: count }, (_, index) => `M 100644 :1 many/${index % 500}/file-${index}.txt\n`).join(
    "",
  );
  const input = `blob\nmark :1\ndata 1\nx\ncommit refs/heads/main\ncommitter A <a@example.org> 1700000000 +0000\ndata 1\nx\nfrom refs/heads/main^0\n${lines}\n`;
  execFileSync("git", ["fast-import", "--quiet"], { cwd: scene.repo, input });
};

/** Brings those commits into the checkout. */
export const bring = (scene: Scene): void => void scene.git("reset", "--hard", "--quiet");

/** Functions with a comment each, up to that many bytes. */
export const codeOf = (bytes: number, word: string): string =>
  Array.from(
    { length: Math.ceil(bytes / 100) },
    (_, index) =>
      `export function ${word}${index}(value: number): number {\n  // counts ${index}\n  return value * ${index} + other("${word}");\n}\n\n`,
  ).join("");

export const planOf = (orders: readonly JsonObject[]): string =>
  JSON.stringify({ system_overview: ["A greeter."], verify_contract: null, work_orders: orders });

export const plannedOrder = (changes: Parameters<typeof sceneOrder>[0] = {}): JsonObject => {
  const { verify_exempt: _, provenance: __, ...order } = sceneOrder(changes);
  return JSON.parse(JSON.stringify(order));
};

/** A spec, and answers that plan for it. */
export const planned = (scene: Scene, spec: string, ...plans: readonly string[]): void => {
  writeFileSync(join(scene.root, "spec.txt"), spec);
  scene.answers(Object.fromEntries(plans.map((plan, index) => [`plan/attempt-${index + 1}`, plan])));
};

export const plan: HostileScene["run"] = (scene, invocation) => {
  const inputs = ["--spec", join(scene.root, "spec.txt"), "--repo", scene.repo, "--outdir", join(scene.root, "new")];
  return scene.llmch(["plan", ...inputs, "--artifacts-dir", scene.artifacts, "--replay", scene.record], invocation);
};

export const idOf = (index: number): string => `WO-${String(index + 1).padStart(2, "0")}`;

/** That many orders, each for one file. */
export const manyOrders = (
  scene: Scene,
  count: number,
  changes: (index: number) => Parameters<typeof sceneOrder>[0] = () => ({}),
): void => {
  const orders = Array.from({ length: count }, (_, index) => {
    const id = idOf(index);
    return [`${id}.json`, JSON.stringify(sceneOrder({ id, allowed_files: [`file-${index}.js`], ...changes(index) }))];
  });
  writeFiles(scene.orders, Object.fromEntries(orders));
};
