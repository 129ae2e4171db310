import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { fakeForge } from "../fake-forge.ts";
import { createScene, filesBelow } from "../scene.ts";

const HOSTILE = "Pay | closes #5 @octocat";

/** A scene with orders that make a file each, whose repo has a remote; `main` is there. */
const prepared = async (count: number) => {
  const scene = createScene();
  const remote = join(scene.root, "remote.git");
  scene.git("init", "-q", "--bare", remote);
  scene.git("remote", "add", "origin", remote);
  scene.git("push", "-q", "origin", "main");
  scene.git("fetch", "-q", "origin");
  const forge = fakeForge(scene.root);
  const add = (number: number): void => {
    const [id, path] = [`WO-0${number}`, `part-${number}.js`];
    scene.order({
      id,
      title: number === 1 ? HOSTILE : `Part ${number}`,
      allowed_files: [path],
      fulfils: [`It has part ${number}.`],
    });
    scene.answers({ [`${id}/attempt-1`]: scene.answer({ [path]: `${number};\n` }) });
  };
  for (let number = 1; number <= count; number++) add(number);
  const runAll = async (...flags: string[]) => {
    const ran = await scene.runAll(["--branch", "work", ...flags], { env: forge.env });
    expect(ran.code, ran.stderr).toBe(0);
    return ran;
  };
  const pr = (...flags: string[]) =>
    scene.llmch(["pr", "--stack", "--artifacts-dir", scene.artifacts, ...flags], { env: forge.env });
  const branches = () =>
    scene
      .git("ls-remote", remote, "refs/heads/llmch-stack/*")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => {
        const [commit = "", ref = ""] = line.split("\t");
        return { commit, branch: ref.slice("refs/heads/".length) };
      });
  const commits = () => scene.git("rev-list", "--reverse", "main..work").split("\n");
  return { scene, remote, forge, add, runAll, pr, branches, commits };
};

describe.concurrent("a stack of pull requests", () => {
  it("is opened by run-all --pr stack: a branch and a pull request for each order, based on the one before", async () => {
    const { scene, forge, runAll, pr, branches, commits } = await prepared(2);
    const refused = await scene.runAll(["--branch", "work", "--pr", "wo"], { env: forge.env });
    expect(refused).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("--pr is followed by stack or by nothing"),
    });
    const { stdout, stderr } = await runAll("--pr", "stack");
    expect(stderr).toMatch(/pushes to origin \(\S+\) a branch for each order at the end/);
    expect(stderr).toMatch(/pushed llmch-stack\/\S+-closes-5-octocat, llmch-stack\/\S+ for the stack/);
    expect(stdout).toMatch(
      /^pull request {2}https:\/\/github.com\/ada\/shop\/pull\/1 {2}\(1\/2, pushed, opened, updated\)$/m,
    );
    const [first, second] = forge.requests();
    expect(branches().map(({ commit }) => commit)).toEqual(commits());
    expect(branches().map(({ branch }) => branch)).toEqual([first?.head, second?.head]);
    expect([first?.base, second?.base]).toEqual(["main", first?.head]);
    expect([first?.title, second?.title]).toEqual(["[1/2] Pay | closes 5 octocat", "[2/2] Part 2"]);
    expect(`${first?.title}${first?.body}${second?.body}`).not.toMatch(/@octocat|#5/);
    expect(second?.body).toContain("- `It has part 2.` (WO-02)");
    expect(second?.body).toMatch(/git fetch origin \S+02-part-2\ngit switch --detach FETCH_HEAD\ntest -s 'part-2.js'/);
    expect(first?.body).toContain(`2. \`Part 2\`, ${second?.url}`);
    expect(second?.body).toContain("2. `Part 2`, **this one**");
    expect(scene.git("for-each-ref", "--format=%(refname)", "refs/heads").split("\n")).toHaveLength(2);

    forge.changes();
    const again = await pr();
    expect(again).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/\(1\/2, as it was\)\n.*\(2\/2, as it was\)\nPASS\n$/),
    });
    expect(forge.changes()).toEqual([]);
  });

  it("grows with the branch, drops what is merged, and says what needs a rebase", async () => {
    const { scene, forge, add, runAll, pr, branches, commits } = await prepared(2);
    await runAll("--pr", "stack");
    add(3);
    await runAll("--reuse-branch");
    forge.set(1, { state: "MERGED" });
    const { stdout, code } = await pr();
    expect(code, stdout).toBe(0);
    const [, second, third] = forge.requests();
    expect([second?.title, third?.title]).toEqual(["[2/3] Part 2", "[3/3] Part 3"]);
    expect([second?.base, third?.base]).toEqual(["main", second?.head]);
    expect(third?.body).toMatch(/^1\. .*pull\/1, merged$/m);
    const [old = ""] = commits();
    const rebase = `git fetch origin && git rebase --onto origin/main ${old} work`;
    expect(stdout).toContain(`1/3 is merged: unless by a merge commit, the rest needs \`${rebase}\``);

    // It was squashed on the forge; the user does as they were told.
    scene.git("switch", "-q", "main");
    scene.git("merge", "-q", "--squash", old);
    scene.git("commit", "-q", "-m", "Part 1, squashed");
    scene.git("push", "-q", "origin", "main");
    scene.git("reset", "-q", "--hard", "HEAD~1");
    scene.git("rebase", "-q", "--onto", "origin/main", old, "work");
    forge.changes();
    const moved = await pr();
    expect(moved.stdout).toMatch(/\(1\/3, merged\)\n.*\(2\/3, pushed.*\)\n.*\(3\/3, pushed.*\)\nPASS\n$/);
    expect(
      branches()
        .slice(1)
        .map(({ commit }) => commit),
    ).toEqual(scene.git("rev-list", "--reverse", "origin/main..work").split("\n"));
    expect(forge.changes().filter((change) => change.startsWith("pr create"))).toEqual([]);
    expect(forge.requests()).toHaveLength(3);
    const show = await scene.llmch(["show", "--artifacts-dir", scene.artifacts]);
    expect(show.stdout).toMatch(/^ +pr +https:\/\/github.com\/ada\/shop\/pull\/2$/m);
  });

  it("names the stack among what comes next, and says what is in none of its requests", async () => {
    const { scene, runAll, pr } = await prepared(1);
    const { stdout, stderr } = await runAll("--pr", "stack");
    expect(`${stdout}${stderr}`).toMatch(/^ {2}llmch pr --stack [0-9A-Z]{26}/m);
    expect((await pr()).stdout).not.toContain("in no pull request");
    scene.git("switch", "-q", "work");
    scene.git("commit", "-q", "--allow-empty", "-m", "By hand");
    expect((await pr()).stdout).toMatch(
      /^1 commit behind WO-01 in no pull request of the stack: `git log \w{10}\.\.work`$/m,
    );
  });

  it("advises no rebase over an order that is still open, if one after it was merged first", async () => {
    const { forge, runAll, pr } = await prepared(3);
    await runAll("--pr", "stack");
    forge.set(2, { state: "MERGED" });
    const { code, stdout } = await pr();
    expect(code, stdout).toBe(0);
    expect(stdout).toMatch(/\(2\/3, merged\)/);
    expect(stdout).not.toContain("rebase");
  });

  it("begins anew on a branch of that name that began elsewhere", async () => {
    const { scene, forge, runAll } = await prepared(1);
    await runAll("--pr", "stack");
    scene.git("branch", "-q", "-D", "work");
    scene.git("switch", "-q", "-c", "develop");
    scene.git("commit", "-q", "--allow-empty", "-m", "Develop");
    scene.git("push", "-q", "origin", "develop");
    await runAll("--pr", "stack");
    expect(forge.requests().map(({ base, title }) => [base, title.slice(0, 5)])).toEqual([
      ["main", "[1/1]"],
      ["develop", "[1/1]"],
    ]);
  });

  it("moves no branch that somebody else has moved or made, and touches nothing then", async () => {
    const { scene, remote, forge, runAll, pr, branches } = await prepared(2);
    await runAll("--pr", "stack");
    const [first, second] = branches();
    scene.git("push", "-q", "--force", remote, `main:refs/heads/${second?.branch}`);
    scene.git("switch", "-q", "work");
    scene.git("commit", "-q", "--amend", "--no-edit", "--date=2001-01-01T00:00:00Z");
    forge.changes();
    const moved = await pr();
    expect(moved.code).toBe(1);
    expect(moved.stderr).toMatch(
      /origin has llmch-stack\/\S+-part-2 at [0-9a-f]{10}, and llmch has pushed [0-9a-f]{10}/,
    );
    expect(branches()).toEqual([first, { ...second, commit: scene.git("rev-parse", "main") }]);
    expect(forge.changes()).toEqual([]);
    // The command that it says.
    const [, said = ""] = /`git (push --force-with-lease=\S+ \S+ \S+)`/.exec(moved.stderr) ?? [];
    scene.git(...said.split(" "));
    expect((await pr()).code).toBe(0);
    expect(branches()[1]?.commit).toBe(scene.git("rev-parse", "work"));
    // Nobody knows any more who made it.
    rmSync(join(scene.artifacts, "reports"), { recursive: true });
    scene.git("push", "-q", "--force", remote, `main:refs/heads/${second?.branch}`);
    expect((await pr()).stderr).toContain("and this stack has not pushed it");
  });

  it("goes on where a kill has ended it, without a second pull request", async () => {
    const { scene, forge, runAll, branches } = await prepared(3);
    await runAll();
    forge.killAt(2);
    const argv = ["pr", "--stack", "--artifacts-dir", scene.artifacts];
    expect(await scene.llmch(argv, { env: forge.env, process: true })).toMatchObject({ signal: "SIGKILL" });
    expect(forge.requests()).toHaveLength(2);
    expect(await scene.llmch(argv, { env: forge.env })).toMatchObject({ code: 0 });
    expect(forge.requests().map(({ head }) => head)).toEqual(branches().map(({ branch }) => branch));
    expect(forge.changes().filter((change) => change.startsWith("pr create"))).toHaveLength(3);
  });

  it("is only told by --preview, and where gh is missing: texts, and commands that do it", async () => {
    const { scene, forge, runAll, pr, branches, commits } = await prepared(2);
    await runAll();
    const preview = await pr("--preview", "--json");
    const { stack, next } = JSON.parse(preview.stdout);
    expect([forge.changes(), branches()]).toEqual([[], []]);
    expect(stack.map(({ title }: { title: string }) => title)).toEqual([
      "[1/2] Pay | closes 5 octocat",
      "[2/2] Part 2",
    ]);
    expect(filesBelow(join(scene.artifacts, "reports")).filter((file) => file.endsWith(".json"))).toEqual([]);
    const without = ["pr", "--stack", "--artifacts-dir", scene.artifacts];
    const { code, stdout } = await scene.llmch(without, { env: { PATH: "/usr/bin:/bin" } });
    expect(code).toBe(0);
    expect(stdout).toContain(
      "nothing was done: gh is not on the PATH; these commands do it:\n  git push --force-with-lease=",
    );
    for (const command of next) expect(stdout).toContain(command);
    const pushes = next.filter((command: string) => command.startsWith("git push"));
    for (const command of pushes) scene.git(...command.split(" ").slice(1));
    expect(branches().map(({ commit }) => commit)).toEqual(commits());
    const [, file = ""] = /--body-file (\S+)/.exec(next.at(-1)) ?? [];
    expect(existsSync(file) && readFileSync(file, "utf8")).toContain("## The stack");
    scene.git("push", "-q", "origin", ":main");
    expect((await pr()).stderr).toContain("origin has no branch main that the stack could be merged into: push it");
    scene.git("remote", "remove", "origin");
    expect((await pr()).stdout).toContain("nothing was done: the repo has no remote; these commands do it:");
  });

  it("is opened once a run that failed is resumed and its push agreed to, and for no fork", async () => {
    const { scene, forge, pr } = await prepared(1);
    scene.answers({ "WO-01/attempt-1": "no" });
    const flags = ["--branch", "work", "--pr", "stack", "--max-attempts", "1", "--approve", "push"];
    const failed = await scene.runAll(flags, { env: forge.env });
    expect(failed).toMatchObject({ code: 1, stdout: expect.stringContaining("no pull request: the run did not pass") });
    expect((await pr()).stderr).toMatch(/the run \S+ did not pass: continue it first/);
    scene.answers({ "WO-01/attempt-2": scene.answer({ "part-1.js": "1;\n" }) });
    const store = ["--artifacts-dir", scene.artifacts, "--max-attempts", "+1"];
    const waits = await scene.llmch(["resume", ...store], { env: forge.env });
    expect([waits.code, forge.requests()]).toEqual([6, []]);
    expect(waits.stderr).toMatch(/push work to origin \(\S+\), and a branch for each of its orders/);
    const agreed = await scene.llmch(["decide", "approve", "--artifacts-dir", scene.artifacts], { env: forge.env });
    expect(agreed.stdout, agreed.stderr).toMatch(/^pull request {2}\S+\/pull\/1 {2}\(1\/1, pushed, opened\)$/m);
    scene.git("remote", "set-url", "origin", "https://github.com/bob/shop.git");
    scene.git("remote", "add", "upstream", "https://github.com/ada/shop.git");
    expect((await pr()).stderr).toContain(
      "origin is a fork, and a stack's branches must be in the project: `llmch pr ",
    );
  });
});
