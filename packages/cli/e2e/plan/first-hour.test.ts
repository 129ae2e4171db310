import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pseudoTerminal, type TypedStep } from "@llmch/testkit";
import { expect, test } from "vitest";
import { createScene, UNISOLATED, writeFiles } from "../scene.ts";
import { sampleOrder, samplePlan } from "./sample-plan.ts";

/** A repo as its tool makes it, two files to add to it, and what `init` finds. */
interface Layout {
  readonly tags?: "python3" | "cargo";
  readonly files: Readonly<Record<string, string>>;
  readonly added: readonly { readonly path: string; readonly text: string; readonly proof: string }[];
  readonly verified: readonly string[];
  /** Programs that stand in for what not every machine has. */
  readonly programs?: Readonly<Record<string, string>>;
}

const workflow = (...lines: readonly string[]): string =>
  `on: push\njobs:\n  test:\n    steps:\n${lines.map((line) => `      - run: ${line}\n`).join("")}`;

const LAYOUTS = {
  "a Node package": {
    files: {
      ".gitignore": "dist/\n",
      ".github/workflows/ci.yml": workflow("npm run lint", "npm run test"),
      "package.json": '{ "type": "module", "scripts": { "test": "node --test", "lint": "node --check lib/sum.js" } }\n',
      "lib/sum.js": "export const sum = (a, b) => a + b;\n",
      "test/sum.test.js": 'import test from "node:test";\nimport "../lib/sum.js";\ntest("sum", () => {});\n',
    },
    added: ["lib/one.js", "lib/two.js"].map((path) => ({
      ...{ path, text: "export const value = 1;\n" },
      proof: `node --input-type=module -e "import './${path}'"`,
    })),
    verified: ["npm test", "npm run lint"],
  },
  "Python with uv": {
    tags: "python3",
    files: {
      ".gitignore": "__pycache__/\n.venv/\n",
      "pyproject.toml": '[project]\nname = "sums"\nversion = "1"\n\n[dependency-groups]\ndev = ["pytest"]\n',
      "uv.lock": "version = 1\n",
      "sums/__init__.py": "",
      "tests/test_sum.py":
        "import unittest\n\n\nclass Sum(unittest.TestCase):\n    def test_sum(self):\n        self.assertEqual(1 + 1, 2)\n",
    },
    added: ["one", "two"].map((name) => ({
      ...{ path: `sums/${name}.py`, text: "value = 1\n" },
      proof: `python -c "from sums.${name} import value; assert value == 1"`,
    })),
    verified: ["python -m compileall -q .", "uv run pytest"],
    programs: {
      uv: '#!/bin/sh\n[ "$1" = sync ] && exit\npython3 -m unittest discover -q -s tests && echo "1 passed in 0.01s"\n',
    },
  },
  "a cargo workspace": {
    tags: "cargo",
    files: {
      ".gitignore": "target/\n",
      "Cargo.toml":
        '[package]\nname = "sums"\nversion = "0.1.0"\nedition = "2021"\n\n[workspace]\nmembers = ["more"]\n',
      "Cargo.lock":
        '# @generated\nversion = 3\n\n[[package]]\nname = "more"\nversion = "0.1.0"\n\n[[package]]\nname = "sums"\nversion = "0.1.0"\n',
      "src/lib.rs": "#[test]\nfn sum() {\n    assert_eq!(1 + 1, 2);\n}\n",
      "more/Cargo.toml": '[package]\nname = "more"\nversion = "0.1.0"\nedition = "2021"\n',
      "more/src/lib.rs": "#[test]\nfn more() {}\n",
    },
    added: ["one", "two"].map((name) => ({
      ...{ path: `tests/${name}.rs`, text: "#[test]\nfn holds() {}\n" },
      proof: `cargo test --quiet --test ${name}`,
    })),
    verified: ["cargo test --workspace"],
  },
} satisfies Readonly<Record<string, Layout>>;

/** A repo on a branch of its own, its spec, a record that answers, and how a line is typed there. */
const begin = (layout: Layout, process: boolean) => {
  const scene = createScene({ files: layout.files, own: UNISOLATED, process });
  scene.git("switch", "--quiet", "--create", "start");
  writeFileSync(join(scene.repo, "spec.txt"), "Build a small program in two parts.\n");
  const programs = join(scene.root, "programs");
  writeFiles(programs, layout.programs ?? {});
  for (const name of Object.keys(layout.programs ?? {})) chmodSync(join(programs, name), 0o755);
  const order = ({ path, proof }: Layout["added"][number], at: number) =>
    sampleOrder(at + 1, {
      preconditions: [{ kind: "file_absent", path }],
      postconditions: [{ kind: "file_exists", path }],
      ...{ allowed_files: [path], acceptance_commands: [proof] },
    });
  scene.answers({
    "plan/attempt-1": JSON.stringify(samplePlan(layout.added.map(order))),
    ...Object.fromEntries(
      layout.added.map(({ path, text }, at) => [`WO-0${at + 1}/attempt-1`, scene.answer({ [path]: text })]),
    ),
  });
  const env = { PATH: `${programs}:${globalThis.process.env.PATH}` };
  const type = async (line: string, steps: readonly TypedStep[] | null = null) => {
    const replay = /^(?:plan spec|run-all)/.test(line) ? ["--replay", scene.record] : [];
    const under = steps === null ? {} : { under: pseudoTerminal({ columns: 200, rows: 50 }, steps) };
    const ended = await scene.llmch([...line.split(" "), ...replay], { cwd: scene.repo, env, ...under });
    expect({ line, ...ended }).toMatchObject({ line, code: 0 });
    return ended.stdout;
  };
  const verified = async () => {
    const { commands } = JSON.parse(await type("config verify --json")).verification;
    return commands.map(({ command }: { readonly command: string }) => command);
  };
  const merge = () => {
    const branch = scene.git("branch", "--list", "llmch/*", "--format=%(refname:short)");
    scene.git("merge", "--quiet", branch);
    for (const { path, text } of layout.added) expect(scene.git("show", `HEAD:${path}`)).toBe(text.trimEnd());
  };
  return { scene, type, verified, merge };
};

for (const [name, layout] of Object.entries<Layout>(LAYOUTS))
  test(`the first hour in ${name} without a terminal: nothing is asked, and no step is refused`, {
    tags: layout.tags ?? [],
  }, async () => {
    const { scene, type, verified, merge } = begin(layout, false);
    await type("init --yes");
    expect(await verified()).toEqual(layout.verified);
    for (const line of ["plan spec.txt --outdir wo", "plan show", "check", "run-all"]) await type(line);
    expect(scene.git("status", "--porcelain").split("\n")).toEqual(["?? llmch.config.json", "?? spec.txt"]);
    merge();
  });

// What is asked is the same in every repo: one shows it.
test("the first hour on a terminal: yes to every question, and no step is refused", {
  tags: ["python3", "pseudo-terminal"],
}, async () => {
  const layout = LAYOUTS["Python with uv"];
  const { scene, type, verified, merge } = begin(layout, true);
  const found = await type("init", [
    { after: "Use these? [Y/n]", type: "\n" },
    { after: "/artifacts/ and /wo/ to .git/info/exclude? [Y/n]", type: "\n" },
    { after: "Commit llmch.config.json on start? [Y/n]", type: "\n" },
  ]);
  expect(found).toContain(`verify.commands: ${layout.verified.join(", ")}`);
  expect(scene.git("show", "--name-only", "--format=%s")).toBe("Set up llmch\n\nllmch.config.json");
  expect(await verified()).toEqual(layout.verified);
  for (const line of ["plan spec.txt --outdir wo", "check"]) await type(line, []);
  await type("run-all", [{ after: "Carry out these 2 orders? [y/N]", type: "y\n" }]);
  expect(scene.git("status", "--porcelain")).toBe("?? spec.txt");
  merge();
});
