import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { SHA256_OF_NOTHING } from "@llmch/contract";
import { type Finished, type Scene, type SceneInvocation, sceneOrder, writeFiles } from "@llmch/testkit";

/** Something hostile, and a command of llmch's that meets it. */
export interface HostileScene {
  readonly name: string;
  /** Files of the repo's first commit. */
  readonly files?: Readonly<Record<string, string>>;
  /** Makes the rest. */
  set(scene: Scene): void;
  run(scene: Scene, invocation: SceneInvocation): Promise<Finished>;
  /** How many times the limit it may take: for work on what a user gave as a whole, which grows with that and no faster. */
  readonly times?: number;
  /** What is printed when Ctrl-C is to come; null where the command is to end by itself. */
  readonly interruptAt: RegExp | null;
}

/** A run of one order, whose first answer is right if no command minds. */
const oneOrder = (scene: Scene, changes: Parameters<Scene["order"]>[0] = {}): void => {
  scene.order(changes);
  const files = changes.allowed_files ?? ["greet.js"];
  const answer = scene.answer(Object.fromEntries(files.map((path) => [path, "export const greet = 1;\n"])));
  scene.answers(Object.fromEntries([1, 2, 3, 4, 5].map((attempt) => [`WO-01/attempt-${attempt}`, answer])));
};

const settings = (scene: Scene, value: object): void =>
  void scene.commit({ "llmch.config.json": JSON.stringify(value) });

const verify = (scene: Scene, script: string): void => void scene.commit({ "scripts/verify.sh": script });

const run: HostileScene["run"] = (scene, invocation) => scene.run(["--branch", "work", "--verbose"], invocation);

/** Puts that many small files into a repo's next commit, without writing any. */
const commitMany = (scene: Scene, count: number): void => {
  const lines = Array.from({ length: count }, (_, index) => `M 100644 :1 many/${index % 500}/file-${index}.txt\n`).join(
    "",
  );
  const input = `blob\nmark :1\ndata 1\nx\ncommit refs/heads/main\ncommitter A <a@example.org> 1700000000 +0000\ndata 1\nx\nfrom refs/heads/main^0\n${lines}\n`;
  execFileSync("git", ["fast-import", "--quiet"], { cwd: scene.repo, input });
};

const writeOf = (_: unknown, index: number) => ({
  path: `many/file-${index}`,
  base_sha256: SHA256_OF_NOTHING,
  content: "x",
});

const INSTALL = { commands: ["true"] };
const EXPONENTIAL = `${"*a".repeat(40)}*b`;

export const SCENES: readonly HostileScene[] = [
  {
    name: "a sparse file of 8 TB in the place of the order's",
    set: (scene) => {
      oneOrder(scene);
      verify(scene, "truncate -s 8T greet.js\n");
    },
    run,
    interruptAt: null,
  },
  {
    name: "a sparse file of 8 TB beside the order's",
    set: (scene) => {
      oneOrder(scene, { postconditions: [{ kind: "file_unchanged", path: "README.md" }] });
      verify(scene, "truncate -s 8T README.md other.txt\n");
    },
    run,
    interruptAt: null,
  },
  {
    name: "a file of 900 MB that is to stay unchanged",
    set: (scene) => {
      oneOrder(scene, { postconditions: [{ kind: "file_unchanged", path: "README.md" }] });
      verify(scene, "truncate -s 900M README.md\n");
    },
    run,
    interruptAt: null,
  },
  {
    name: "an exponential pattern in setup.lockfiles",
    files: { "README.md": "", [`${"a".repeat(200)}`]: "", "package.json": "{}" },
    set: (scene) => {
      oneOrder(scene);
      settings(scene, { setup: { ...INSTALL, lockfiles: [EXPONENTIAL, `many/${EXPONENTIAL}`] } });
    },
    run,
    interruptAt: null,
  },
  {
    name: "1,000 patterns for 100,000 files",
    set: (scene) => {
      oneOrder(scene);
      const lockfiles = Array.from({ length: 1_000 }, (_, index) => `*a*${index}*b`);
      settings(scene, { setup: { ...INSTALL, lockfiles } });
      commitMany(scene, 100_000);
    },
    run: (scene, invocation) => scene.run(["--branch", "work", "--verbose"], invocation),
    interruptAt: null,
  },
  {
    name: "a command that makes 100,000 files",
    set: (scene) => {
      oneOrder(scene);
      verify(scene, "mkdir made; cd made; seq 1 100000 | xargs touch\n");
    },
    run,
    interruptAt: null,
  },
  {
    name: "a plan for a repo of 300,000 files",
    set: (scene) => {
      commitMany(scene, 300_000);
      writeFileSync(join(scene.root, "spec.txt"), "Build a greeter.\n");
      const { verify_exempt: _, provenance: __, ...order } = sceneOrder();
      const plan = { system_overview: ["A greeter."], verify_contract: null, work_orders: [order] };
      scene.answers({ "plan/attempt-1": JSON.stringify(plan) });
    },
    run: (scene, invocation) => {
      const inputs = [
        "--spec",
        join(scene.root, "spec.txt"),
        "--repo",
        scene.repo,
        "--outdir",
        join(scene.root, "new"),
      ];
      return scene.llmch(["plan", ...inputs, "--artifacts-dir", scene.artifacts, "--replay", scene.record], invocation);
    },
    times: 20,
    interruptAt: null,
  },
  {
    name: "a command that prints a line of 300 MB",
    set: (scene) => {
      oneOrder(scene);
      verify(scene, "head -c 300000000 /dev/zero | tr '\\0' '\\033'; exit 1\n");
    },
    run: (scene, invocation) => scene.run(["--branch", "work", "--max-attempts", "1"], invocation),
    interruptAt: null,
  },
  {
    name: "an answer of 9 MB",
    set: (scene) => {
      scene.order();
      scene.answers({
        "WO-01/attempt-1": scene.answer({ "greet.js": "x\n".repeat(4_500_000) }),
        "WO-01/attempt-2": `${"[".repeat(60)}${"1,".repeat(4_500_000)}`,
        "WO-01/attempt-3": JSON.stringify({ summary: "", writes: Array.from({ length: 60_000 }, writeOf) }),
      });
    },
    run: (scene, invocation) => scene.run(["--branch", "work", "--max-attempts", "3"], invocation),
    times: 20,
    interruptAt: null,
  },
  {
    name: "a plan of 3,000 orders",
    set: (scene) => {
      const orders = Array.from({ length: 3_000 }, (_, index) => {
        const id = `WO-${String(index + 1).padStart(2, "0")}`;
        return [`${id}.json`, JSON.stringify(sceneOrder({ id, allowed_files: [`file-${index}.js`] }))];
      });
      writeFiles(scene.orders, Object.fromEntries(orders));
    },
    run: (scene, invocation) => scene.llmch(["check", "wo", "--repo", scene.repo], invocation),
    times: 20,
    interruptAt: null,
  },
  {
    name: "Ctrl-C while a sparse file of 900 MB is looked at",
    set: (scene) => {
      oneOrder(scene, { postconditions: [{ kind: "file_unchanged", path: "README.md" }] });
      verify(scene, "truncate -s 900M README.md; echo made >&2\n");
    },
    run,
    interruptAt: /verify {2}ok|runs/,
  },
];
