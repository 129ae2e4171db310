import { expect, test } from "vitest";
import { createScene, sha256 } from "../scene.ts";

const TASKS = "# Tasks\n\n- [ ] T001 Greet\n- [ ] T002 Part\n- [ ] T003 Stay\n";
const tick = (line: number, text: string) =>
  ({ path: "specs/tasks.md", line, sha256: sha256(text), from: "[ ]", to: "[x]" }) as const;

const sceneWith = () => {
  const scene = createScene({ files: { "specs/tasks.md": TASKS } });
  for (const [id, name, line, text] of [
    ["WO-01", "greet.js", 3, "- [ ] T001 Greet"],
    ["WO-02", "part.js", 4, "- [ ] T002 Part"],
  ] as const)
    scene.order({
      ...{ id, title: `Write ${name}`, allowed_files: [name], ticks: [tick(line, text)] },
      postconditions: [{ kind: "file_exists", path: name }],
      acceptance_commands: [`test -s ${name}`],
    });
  scene.answers({
    "WO-01/attempt-1": scene.answer({ "greet.js": "1\n" }),
    "WO-02/attempt-1": scene.answer({ "part.js": "2\n" }),
  });
  return scene;
};

test.each(["1", "2"])(
  "each order ticks its own boxes in its own commit, and is done with them (%s at a time)",
  async (jobs) => {
    const scene = sceneWith();
    scene.git("branch", "work");
    scene.git("checkout", "--quiet", "work");
    expect(await scene.runAll(["--branch", "work", "--jobs", jobs])).toMatchObject({ code: 0 });
    const changed = (commit: string) => scene.git("show", "--format=", "--name-only", commit).split("\n");
    expect([changed("work~1"), changed("work")]).toEqual([
      ["greet.js", "specs/tasks.md"],
      ["part.js", "specs/tasks.md"],
    ]);
    expect(scene.git("show", "work~1:specs/tasks.md")).toContain("- [x] T001 Greet\n- [ ] T002");
    expect(scene.git("show", "work:specs/tasks.md")).toContain("- [x] T001 Greet\n- [x] T002 Part\n- [ ] T003");
    expect(scene.git("status", "--porcelain")).toBe("");
    expect((await scene.llmch(["audit", "--artifacts-dir", scene.artifacts, "--repo", scene.repo])).code).toBe(0);
    const again = await scene.runAll(["--branch", "work"]);
    expect(again).toMatchObject({ code: 0, stderr: expect.stringContaining("0 orders") });
    expect(scene.runs("factory")).toHaveLength(2);
  },
);

test("a list that its user is editing is left alone, and that is said", async () => {
  const scene = sceneWith();
  scene.write({ "specs/tasks.md": `${TASKS}- [ ] T004 Mine\n` });
  const { code, stderr } = await scene.run(["--branch", "work", "--allow-dirty"]);
  expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining("specs/tasks.md is not ticked") });
  expect(scene.git("diff", "--name-only", "main", "work")).toBe("greet.js");
  expect(scene.git("diff", "--name-only")).toBe("specs/tasks.md");
});
