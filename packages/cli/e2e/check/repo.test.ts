import { describe, expect, it } from "vitest";
import { createPlanScene } from "../plan/plan-scene.ts";
import { sampleOrder, samplePlan } from "../plan/sample-plan.ts";
import { createScene } from "../scene.ts";

/** A plan whose only order requires these files. */
const presupposing = (...paths: readonly string[]) =>
  samplePlan([sampleOrder(1, { preconditions: paths.map((path) => ({ kind: "file_exists", path })) })]);

/** The paths that E101 reports as missing. */
const missing = (stderr: string) =>
  [...stderr.matchAll(/^\[E101\] WO-01: precondition file_exists "([^"]+)"/gm)].map(([, path]) => path);

describe("llmch check --repo", () => {
  it("counts the files that a git repo tracks at HEAD, and no others", async () => {
    const { repo, write, git } = createScene({ files: { "a.js": "", "dir/ü b.js": "", "gone.js": "" } });
    write({ "staged.js": "", "untracked.js": "" });
    git("add", "staged.js");
    git("rm", "--quiet", "gone.js");
    const scene = createPlanScene();
    scene.write({ "m.json": presupposing("a.js", "dir/ü b.js", "gone.js", "staged.js", "untracked.js") });
    const { code, stderr } = await scene.check(["m.json", "--repo", repo]);
    expect({ code, missing: missing(stderr) }).toEqual({ code: 2, missing: ["staged.js", "untracked.js"] });
  });

  it("does not judge an order that the history shows done against the files that it made itself", async () => {
    const scene = createScene();
    const absent = (path: string) => ({ preconditions: [{ kind: "file_absent" as const, path }] });
    scene.order(absent("greet.js"));
    scene.answers({ "WO-01/attempt-1": scene.answer({ "greet.js": "1\n" }) });
    expect((await scene.run(["--branch", "work"])).code).toBe(0);
    const check = () => scene.llmch(["check", scene.orders, "--repo", scene.repo]);
    expect((await check()).stdout).toBe("PASS  1 order, 0 errors, 1 warning\n");
    scene.git("checkout", "--quiet", "work");
    expect((await check()).stdout).toBe("PASS  1 order, 0 errors, 0 warnings, 1 done before\n");
    scene.order({ ...absent("greet.js"), title: "Greet otherwise" });
    expect((await check()).stderr).toContain('[E101] WO-01: precondition file_absent "greet.js" cannot hold');
  });

  it("takes a repo without a commit as empty", async () => {
    const { repo, git } = createScene();
    git("checkout", "--quiet", "--orphan", "fresh");
    const scene = createPlanScene();
    scene.write({ "m.json": presupposing("README.md") });
    expect(missing((await scene.check(["m.json", "--repo", repo])).stderr)).toEqual(["README.md"]);
  });

  it("counts all files of a folder that is no repo, except tools' own folders", async () => {
    const scene = createPlanScene();
    const left = [
      ".git",
      "node_modules",
      ".venv",
      "venv",
      "__pycache__",
      ".pytest_cache",
      ".mypy_cache",
      ".tox",
      ".eggs",
    ];
    const hidden = [...left.map((folder) => `${folder}/x.js`), "sub/node_modules/x.js"];
    scene.write(
      Object.fromEntries([...hidden, "a.js", "sub/.hidden", "build/x.js"].map((path) => [`app/${path}`, ""])),
    );
    const listed = hidden.filter((path) => path !== ".git/x.js");
    scene.write({ "m.json": presupposing("a.js", "sub/.hidden", "build/x.js", ...listed) });
    const { stderr } = await scene.check(["m.json", "--repo", "app"]);
    expect(missing(stderr)).toEqual(listed);
  });

  it("starts from nothing without the flag, whatever files are around", async () => {
    const scene = createPlanScene();
    scene.write({ "m.json": presupposing("spec.txt") });
    const { stderr } = await scene.check(["m.json"]);
    expect(missing(stderr)).toEqual(["spec.txt"]);
    expect(stderr).toContain("no repo was looked at: with --repo DIR its files count too\n");
    expect((await scene.check(["m.json", "--repo", "."])).stderr).not.toContain("no repo");
  });

  it("leaves the repo as it found it", async () => {
    const { repo, checkout } = createScene();
    const scene = createPlanScene();
    scene.write({ "m.json": samplePlan() });
    const before = checkout();
    expect((await scene.check(["m.json", "--repo", repo])).code).toBe(0);
    expect(checkout()).toEqual(before);
    expect(scene.names(".")).toEqual(["exchanges.jsonl", "m.json", "spec.txt"]);
  });
});
