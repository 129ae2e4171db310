import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { fakeGh } from "../fake-gh.ts";
import { sampleOrder, samplePlan } from "../plan/sample-plan.ts";
import { createScene } from "../scene.ts";

const URL = "https://github.com/ada/shop/pull/34";
const ISSUE = { title: "Pay @ada", body: "Closes #99.\n", url: "https://github.com/ada/shop/issues/12", number: 12 };
const HOSTILE = "closes #5 | @octocat fixes GH-6 `x` https://github.com/o/r/issues/7";

/** A plan from an issue, whose texts would ping and close; and a remote. */
const planned = async (answers = {}) => {
  const scene = createScene({ files: { "README.md": "# Shop\n", "scripts/verify.sh": "true\n" } });
  const remote = join(scene.root, "remote.git");
  scene.git("init", "-q", "--bare", remote);
  scene.git("remote", "add", "origin", remote);
  const gh = fakeGh(scene.root, {
    "issue view": { stdout: JSON.stringify(ISSUE) },
    "pr list": { stdout: "[]" },
    "pr create": { stdout: `${URL}\n` },
    ...answers,
  });
  const orders = [sampleOrder(1, { title: HOSTILE, fulfils: ["Closes #99."] }), sampleOrder(2)];
  scene.answers({
    "plan/attempt-1": JSON.stringify({ ...samplePlan(orders), system_overview: ["~~~", HOSTILE] }),
    "WO-01/attempt-1": scene.answer({ "src/part-1.js": "1;\n" }),
    "WO-02/attempt-1": scene.answer({ "src/part-2.js": "2;\n" }),
  });
  const store = ["--artifacts-dir", scene.artifacts];
  const plan = ["plan", "--issue", "12", "--repo", scene.repo, "--outdir", scene.orders, "--replay", scene.record];
  expect(await scene.llmch([...plan, ...store], { env: gh.env })).toMatchObject({ code: 0 });
  const runAll = (...flags: string[]) => scene.runAll(["--branch", "work", ...flags], { env: gh.env });
  const pr = (env: Readonly<Record<string, string>> = gh.env, ...flags: string[]) =>
    scene.llmch(["pr", ...store, ...flags], { env });
  return { scene, gh, runAll, pr, pushed: () => scene.git("ls-remote", remote, "work").split("\t")[0] };
};

describe.concurrent("a pull request", () => {
  it("is opened by run-all --pr: what, why, the orders, cost, how to verify; foreign texts ping and close nothing", async () => {
    const { scene, gh, runAll, pushed } = await planned();
    const contradicted = await runAll("--pr", "--no-push");
    expect(contradicted).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("--pr pushes the branch, and --no-push"),
    });
    const { code, stdout, stderr } = await runAll("--pr");
    expect(code).toBe(0);
    expect(stderr).toMatch(/pushes the branch to origin \(\S+\) at the end, for the pull request/);
    expect(stderr).toMatch(/pushed work to origin \(\S+\) for the pull request/);
    expect(stderr).not.toMatch(/pushes nothing|nothing was pushed/);
    expect(stdout).toContain(`pull request  ${URL}\nPASS  2 of 2 orders`);
    expect(pushed()).toBe(scene.git("rev-parse", "work"));
    const created = gh.calls().at(-1);
    expect(created?.argv.slice(0, 4)).toEqual(["pr", "create", "--head", "work"]);
    const { body = "", argv = [] } = created ?? {};
    expect(body.match(/(?:close|fix)\w* #\d+/gi)).toEqual(["Closes #12"]);
    expect(`${body}${argv.join(" ")}`).not.toMatch(/@(?:ada|octocat)|GH-6|:\/\/github.com\/o\/r/);
    expect(body).toContain("planned from https://github.com/ada/shop/issues/12.");
    expect(body).toMatch(
      /^\| WO-01 \| ``closes #.*\\\| .*`` \| 1 sentence \| tests not counted, 1 check \| [0-9a-f]{10} \|$/m,
    );
    expect(body).toMatch(/## Cost\n\n.*answers.*nothing was billed/);
    expect(body).toContain("git switch work\nbash scripts/verify.sh\n");
    expect(body).toMatch(/^~~~~text\n~~~\n/m);
  });

  it("of the same run again is the one that is open, whichever way gh says so", async () => {
    const { scene, gh, runAll, pr } = await planned({ "pr create": {} });
    expect((await runAll()).code).toBe(0);
    expect((await pr()).stdout).toBe(
      "pull request  gh named none: `gh pr list --head work` says whether it is open\nPASS\n",
    );
    const show = async () => (await scene.llmch(["show", "--artifacts-dir", scene.artifacts])).stdout;
    expect(await show()).not.toContain(URL);
    const again = `pull request  ${URL}  (it was open)\nPASS\n`;
    const said = `a pull request for branch "work" into branch "main" already exists:\n${URL}\n`;
    gh.say({ "pr list": { stdout: "[]" }, "pr create": { stderr: said, code: 1 } });
    expect(await pr()).toMatchObject({ code: 0, stdout: again });
    expect(await show()).toMatch(new RegExp(`^ +pr +${URL}$`, "m"));
    gh.say({ "pr list": { stdout: JSON.stringify([{ url: URL }]) } });
    expect(await pr()).toMatchObject({ code: 0, stdout: again });
    // It was closed since.
    gh.say({ "pr list": { stdout: "[]" }, "pr create": { stdout: `${URL}5\n` } });
    expect((await pr()).stdout).toMatch(new RegExp(`^pull request {2}${URL} {2}\\(opened before, and not open`));
    // Nobody can tell whether one is open.
    rmSync(join(scene.artifacts, "reports"), { recursive: true });
    gh.say({ "pr list": { stderr: "HTTP 502\n", code: 1 }, "pr create": { stdout: `${URL}5\n` } });
    expect(await pr()).toMatchObject({ code: 1, stderr: expect.stringContaining("HTTP 502") });
    gh.say({ "pr list": { stdout: JSON.stringify([{ url: URL }]) } });
    expect(JSON.parse((await pr(gh.env, "--json")).stdout)).toMatchObject({
      command: "pr",
      ok: true,
      url: URL,
      next: [],
    });
  });

  it("goes from a fork to the project, against the branch that the run began on; a stranger's of that name is not ours", async () => {
    const stranger = { url: `${URL}9`, headRepositoryOwner: { login: "mallory" }, isCrossRepository: true };
    const { scene, gh, runAll, pr } = await planned({ "pr list": { stdout: JSON.stringify([stranger]) } });
    const [ours, theirs] = ["bob", "ada"].map((owner) => `https://github.com/${owner}/shop.git`);
    const config = [`[url "${join(scene.root, "remote.git")}"]`, `insteadOf = ${ours}`, `insteadOf = ${theirs}`];
    writeFileSync(join(scene.root, ".gitconfig"), `${config.join("\n\t")}\n`);
    scene.git("remote", "set-url", "origin", ours ?? "");
    scene.git("remote", "add", "upstream", theirs ?? "");
    scene.git("update-ref", "refs/remotes/upstream/develop", "HEAD");
    scene.git("switch", "-q", "-c", "develop");
    const env = { ...gh.env, HOME: scene.root, GIT_CONFIG_GLOBAL: join(scene.root, ".gitconfig") };
    expect((await runAll()).code).toBe(0);
    expect((await pr(env)).stdout).toBe(`pull request  ${URL}\nPASS\n`);
    expect(gh.calls().at(-1)?.argv.slice(2, 8)).toEqual([
      "--head",
      "bob:work",
      "--base",
      "develop",
      "--title",
      "Pay ada",
    ]);
    expect(gh.calls().at(-1)?.body).toContain("Closes #12");
    const own = { ...stranger, url: `${URL}8`, headRepositoryOwner: { login: "Bob" } };
    gh.say({ "pr list": { stdout: JSON.stringify([stranger, own]) } });
    expect((await pr(env)).stdout).toContain(`${URL}8  (it was open)`);
  });

  it("is only told where gh is missing: its text, and what to run", async () => {
    const { scene, pr, pushed } = await planned();
    const ran = await scene.runAll(["--branch", "work", "--pr"], { env: { PATH: "/usr/bin:/bin" } });
    const { code, stdout } = await pr({ PATH: "/usr/bin:/bin" });
    expect([ran.code, code]).toEqual([0, 0]);
    expect(stdout.split("\n").filter((line) => !ran.stdout.includes(line))).toEqual([]);
    expect(stdout).toContain("## What and why");
    expect(stdout).toContain(
      "no pull request: gh is not on the PATH; to open it:\n  git push -u origin work\n  gh pr create",
    );
    const [, file = ""] = /--body-file (\S+)/.exec(stdout) ?? [];
    expect(existsSync(file)).toBe(true);
    expect(pushed()).toBe("");
    scene.git("push", "origin", "work");
    const { stdout: there } = await pr({ PATH: "/usr/bin:/bin" });
    expect(there).toContain("gh is not on the PATH; to open it:\n  gh pr create");
    scene.git("remote", "remove", "origin");
    const { stdout: unplaced } = await pr();
    expect(unplaced).toContain(
      "no pull request: the repo has no remote; to open it:\n  git remote add origin URL\n  git push -u origin work\n",
    );
    expect(/--title (.*) --body-file/.exec(unplaced)?.[1]).toBe("'Pay ada'");
  });

  it("that gh refuses is an error of pr, and a line of a run-all that passed", async () => {
    const { runAll, pr } = await planned({ "pr create": { stderr: "HTTP 401\n", code: 1 } });
    const ran = await runAll("--pr");
    expect(ran.code).toBe(0);
    expect(ran.stdout).toMatch(/^no pull request: gh pr failed: HTTP 401: `gh auth status`/m);
    expect(ran.stderr).not.toContain("nothing was pushed");
    const { code, stderr } = await pr();
    expect(code).toBe(1);
    expect(stderr).toMatch(/error: gh pr failed: HTTP 401/);
  });

  it("is not opened for a run that failed, but once that is resumed", async () => {
    const { scene, gh, runAll, pr, pushed } = await planned();
    scene.answers({ "WO-01/attempt-1": "no" });
    const failed = await runAll("--pr", "--max-attempts", "1");
    expect(failed.code).toBe(1);
    expect(failed.stdout).toContain("no pull request: the run did not pass");
    expect((await pr()).stderr).toMatch(/the run \S+ did not pass: continue it first: `llmch resume/);
    expect(pushed()).toBe("");
    scene.answers({ "WO-01/attempt-2": scene.answer({ "src/part-1.js": "1;\n" }) });
    const store = ["--artifacts-dir", scene.artifacts, "--max-attempts", "+1"];
    const resumed = await scene.llmch(["resume", ...store], { env: gh.env });
    expect(resumed.stdout).toContain(`pull request  ${URL}`);
  });
});
