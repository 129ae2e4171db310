import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createScene, preparedOnce, readJsonFile } from "../scene.ts";

/** A run-all that failed at its second order, with its branch checked out. An earlier run failed too, and is left. */
const failedScene = preparedOnce(async () => {
  const scene = createScene({ files: { "README.md": "# Target\n", "part.js": "old\n", "other.js": "other\n" } });
  const orders = [
    ["WO-01", "greet.js"],
    ["WO-02", "part.js", "new.js"],
    ["WO-03", "last.js"],
  ] as const;
  for (const [id, ...allowed_files] of orders) {
    const acceptance_commands = [`grep -q good ${allowed_files[0]}`];
    scene.order({ id, title: `Do ${id}`, allowed_files, acceptance_commands });
  }
  scene.answers({
    "WO-01/attempt-1": scene.answer({ "greet.js": "good\n" }),
    "WO-02/attempt-1": "no",
    "WO-03/attempt-1": scene.answer({ "last.js": "good\n" }),
  });
  const left = ["run", join(scene.orders, "WO-02.json"), "--repo", scene.repo, "--artifacts-dir", scene.artifacts];
  const once = ["--max-attempts", "1", "--replay", scene.record];
  expect((await scene.llmch([...left, ...once, "--branch", "left"])).code).toBe(1);
  expect((await scene.runAll(["--branch", "work", "--max-attempts", "1"])).code).toBe(1);
  scene.git("switch", "--quiet", "work");
  return scene;
});

const failed = async () => {
  const scene = await failedScene();
  const store = ["--artifacts-dir", scene.artifacts];
  const land = (invocation = {}) =>
    scene.llmch(["land", join(scene.orders, "WO-02.json"), "--repo", scene.repo, ...store], invocation);
  return { scene, land, resume: () => scene.llmch(["resume", ...store]), head: () => scene.git("rev-parse", "HEAD") };
};

describe("an order that was finished by hand", () => {
  it("lands with its trailers on the branch that is checked out, and resume goes on behind it", async () => {
    const { scene, land, resume } = await failed();
    scene.write({ "part.js": "staged\n", "new.js": "1;\n", "notes.txt": "mine\n" });
    scene.git("add", "part.js");
    scene.write({ "part.js": "good\n" });
    const { code, stdout, stderr } = await land();
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(stdout).toMatch(/^PASS {2}WO-02/m);
    expect(stderr).toContain("by hand: what the checkout has is the order's work");
    expect(stderr).not.toContain("gpt");
    expect(scene.git("log", "-1", "--format=%s")).toBe("WO-02: Do WO-02");
    const [order, run, rests] = ["Order", "Run", "Evidence"].map((key) => `%(trailers:key=Llmch-${key},valueonly)`);
    expect(scene.git("log", "-1", `--format=${order}${run}${rests}`)).toMatch(
      /^WO-02\n[0-9A-Z]{26}\nNO TEST RAN, 1 check$/,
    );
    expect(scene.git("show", "--name-only", "--format=", "HEAD")).toBe("new.js\npart.js");
    expect(scene.git("status", "--porcelain")).toBe("?? notes.txt");
    expect(scene.git("symbolic-ref", "--short", "HEAD")).toBe("work");
    const landed = scene.runs().at(-1) ?? "";
    expect(readJsonFile(landed, "run.json")).toMatchObject({ success: true, config: { by_hand: true } });
    expect(readJsonFile(landed, "request.json")).toMatchObject({ operation: "land" });

    const resumed = await resume();
    expect({ code: resumed.code, said: resumed.stderr }).toMatchObject({ code: 0 });
    expect(resumed.stdout).toContain("PASS  3 of 3 orders (2 done before)  on work");
    expect(scene.git("log", "--format=%s", "main..")).toBe("WO-03: Do WO-03\nWO-02: Do WO-02\nWO-01: Do WO-01");
    expect(scene.git("status", "--porcelain")).toBe("?? notes.txt");
  });

  it("is found by its id in the newest run, and a try that failed is none to resume", async () => {
    const { scene, resume } = await failed();
    const land = (id: string) => scene.llmch(["land", id, "--repo", scene.repo, "--artifacts-dir", scene.artifacts]);
    scene.write({ "part.js": "bad\n" });
    expect(await land("WO-02")).toMatchObject({ code: 1, stdout: expect.stringContaining("acceptance_failed") });
    expect((await resume()).stderr).toContain("the checkout has changes (part.js)");
    expect(await land("WO-07")).toMatchObject({ code: 1, stderr: expect.stringContaining("has no order WO-07") });
    scene.write({ "part.js": "good\n", "new.js": "1;\n" });
    expect(await land("2")).toMatchObject({ code: 0, stdout: expect.stringMatching(/^PASS {2}WO-02/m) });
  });

  it.each([
    [
      "a file that the order may not write",
      { "part.js": "good\n", "other.js": "mine\n" },
      "write_scope_violation",
      /other\.js/,
    ],
    [
      "acceptance that does not hold",
      { "part.js": "bad\n", "new.js": "1;\n" },
      "acceptance_failed",
      /grep -q good part\.js/,
    ],
    ["no change", {}, "llm_output_invalid", /changes nothing/],
  ])("stays exactly as it is with %s", async (_, files, stage, why) => {
    const { scene, land, head } = await failed();
    scene.write(files);
    if ("other.js" in files) scene.git("add", "other.js");
    const [before, at] = [scene.checkout(), head()];
    const { code, stdout, stderr } = await land();
    expect(code).toBe(1);
    expect(`${stdout}${stderr}`).toContain(stage);
    expect(`${stdout}${stderr}`).toMatch(why);
    expect(stderr).toMatch(/llmch land \S*WO-02\.json --repo/);
    expect(scene.checkout()).toEqual(before);
    expect(head()).toBe(at);
    expect((await scene.llmch(["show", "--artifacts-dir", scene.artifacts])).stdout).toContain(stage);
  });

  it("is refused on main and on a detached HEAD, with the way out", async () => {
    const { scene, land } = await failed();
    scene.git("switch", "--quiet", "main");
    scene.write({ "part.js": "good\n" });
    const before = scene.checkout();
    expect((await land()).stderr).toMatch(/main is protected: .*`git switch -c NAME` makes another branch/);
    scene.git("switch", "--quiet", "--detach");
    expect((await land()).stderr).toMatch(/HEAD is detached: `git switch -c NAME`/);
    scene.git("switch", "--quiet", "main");
    expect(scene.checkout()).toEqual(before);
  });

  it("is refused while a merge left conflicts", async () => {
    const { scene, land } = await failed();
    scene.git("switch", "--quiet", "-c", "theirs", "work");
    scene.write({ "part.js": "good theirs\n" });
    scene.git("commit", "--quiet", "-am", "theirs");
    scene.git("switch", "--quiet", "work");
    scene.write({ "part.js": "good ours\n" });
    scene.git("commit", "--quiet", "-am", "ours");
    expect(() => scene.git("merge", "theirs")).toThrow();
    scene.write({ "new.js": "1;\n" });
    expect((await land()).stderr).toMatch(/a merge, .* left conflicts: finish or abort it/);
    scene.git("add", "part.js");
    expect((await land()).stderr).toMatch(/a merge, .* is not finished/);
  });

  it("takes what a formatter makes of it", async () => {
    const { scene, land } = await failed();
    const own = join(scene.root, "own-settings.json");
    writeFileSync(own, JSON.stringify({ verify: { fix: [{ command: "sed -i 's/ *$//'", files: ["part.js"] }] } }));
    scene.write({ "part.js": "good   \n", "new.js": "1;\n" });
    expect((await land({ env: { LLMCH_CONFIG: own } })).code).toBe(0);
    expect(scene.git("show", "HEAD:part.js")).toBe("good");
    expect(readFileSync(join(scene.repo, "part.js"), "utf8")).toBe("good\n");
    expect(scene.git("status", "--porcelain")).toBe("");
  });

  it("removes a file too", async () => {
    const { scene, land } = await failed();
    const acceptance_commands = ["test ! -e part.js"];
    scene.order({ id: "WO-02", allowed_files: ["part.js"], postconditions: [], acceptance_commands });
    scene.git("rm", "--quiet", "part.js");
    const { code, stderr } = await land();
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.anything() });
    expect(scene.git("show", "--name-status", "--format=", "HEAD")).toBe("D\tpart.js");
    expect(scene.git("status", "--porcelain")).toBe("");
  });
});
