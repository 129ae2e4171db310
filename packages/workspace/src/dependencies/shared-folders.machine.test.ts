import { execFileSync, spawn } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findBubblewrap } from "@llmch/process";
import { type ThrowawayRepo, throwawayRepo } from "@llmch/testkit";
import { describe, expect, onTestFinished, test } from "vitest";
import { bundleProgram } from "../bundle.fixture.ts";
import { open, openUser, openWorktree, runIn, sweepOf } from "../worktree/worktree.fixture.ts";
import type { Sharing } from "./shared-folders.ts";
import { printOf } from "./tree-print.fixture.ts";

const FOLDERS = ["node_modules", ".venv"] as const;
const LIMITS = { files: 100, bytes: 1_000_000 };
const sharing = (share: Sharing["share"], limits = LIMITS) => ({ dependencies: { sharing: { share, limits } } });

/** A repo with a package, a program of it, and a virtual environment with a script and an editable install. */
const makeRepo = async () => {
  const { user } = await openUser(
    throwawayRepo({ ".gitignore": "node_modules/\n.venv/\n", "app/index.js": "module.exports = 'app';\n" }),
  );
  const at = (path: string) => join(user.path, path);
  for (const [path, text] of [
    ["node_modules/third/index.js", "module.exports = 'third';\n"],
    ["node_modules/third/lib/deep.js", "deep\n"],
    ["node_modules/@ws/x/index.js", "x\n"],
    ["node_modules/.cache/tool", "theirs\n"],
    [".venv/lib/site-packages/mod.py", "value = 1\n"],
    [".venv/lib/site-packages/app.pth", `${at("app")}\n`],
    [".venv/bin/tool", `#!${at(".venv/bin/python")}\nprint(1)\n`],
  ] as const) {
    mkdirSync(dirname(at(path)), { recursive: true });
    writeFileSync(at(path), text);
  }
  mkdirSync(at("node_modules/.bin"));
  symlinkSync("../third/index.js", at("node_modules/.bin/third"));
  symlinkSync(at("app"), at("node_modules/@ws/app"));
  symlinkSync("/bin/sh", at(".venv/bin/python"));
  chmodSync(at(".venv/bin/tool"), 0o755);
  return { user, at, repo: await open(user) };
};

/** Overwrites, appends, deletes, changes modes and times, creates, moves and links over. */
const RUDE = `
cd "$1" || exit
echo changed > node_modules/third/index.js; echo more >> node_modules/third/lib/deep.js
rm -rf node_modules/@ws/x; chmod 700 node_modules/third; touch -d 2001-01-01 node_modules/third/lib
echo new > node_modules/third/new.js; mkdir node_modules/.vite; echo x > node_modules/.vite/x; mkdir node_modules/made
echo changed > node_modules/.bin/third
echo value = 2 > .venv/lib/site-packages/mod.py; echo new > .venv/lib/site-packages/new.py; rm .venv/bin/tool
mv .venv/lib/site-packages/app.pth .venv/lib/site-packages/moved.pth; ln -sf /dev/null .venv/bin/python
true
`;

/** A folder to put first on the PATH. */
const binOf = (user: ThrowawayRepo): string => {
  const bin = join(user.folder, "bin");
  mkdirSync(bin);
  return bin;
};

const printsOf = (user: ThrowawayRepo) => FOLDERS.map((name) => printOf(join(user.path, name)));

describe("whatever a command does in dependency folders, the user's stay as they were and llmch's are restored", () => {
  const prove = async (isSandboxed: boolean): Promise<void> => {
    const { user, at, repo } = await makeRepo();
    const before = printsOf(user);
    const found = isSandboxed ? await findBubblewrap(process.env, { allowsNetwork: false, notFrom: [] }) : null;
    const sandbox = found?.ok ? found.value : null;
    const worktree = await openWorktree(user, repo, { ...sharing("auto"), sandbox });
    const ours = (path: string) => join(worktree.root, path);
    const ran = await runIn(worktree, user, "sh", "-c", RUDE, "sh", worktree.root);
    expect(ran).toMatchObject({ exitCode: 0, stderrTail: "" });
    expect(readFileSync(ours("node_modules/third/index.js"), "utf8")).toBe("changed\n");
    expect(await worktree.drift([])).toEqual([]);
    expect(worktree.changedRepo()).toBeNull();
    expect(printsOf(user)).toEqual(before);
    await worktree.reset();

    const differing = (folder: string) => {
      const args = ["-r", "--no-dereference", "-x", ".cache", at(folder), ours(folder)];
      try {
        return execFileSync("diff", ["-q", ...args], { encoding: "utf8" });
      } catch (fault) {
        return fault instanceof Error && "stdout" in fault ? String(fault.stdout) : "";
      }
    };
    // What names the user's checkout names llmch's tree, unless that is seen in its place; everything else is unchanged.
    const { seat } = worktree;
    expect(seat).toBe(isSandboxed ? user.path : worktree.root);
    const counts = ["node_modules", ".venv"].map((folder) => differing(folder).match(/\n/g)?.length ?? 0);
    expect(counts).toEqual(isSandboxed ? [0, 0] : [1, 2]);
    const linked = await runIn(worktree, user, "sh", "-c", "touch here; ls node_modules/@ws/app/../here; pwd > at");
    expect(linked.stdoutTail).toBe("node_modules/@ws/app/../here\n");
    expect(readFileSync(ours("at"), "utf8")).toBe(`${seat}\n`);
    expect(readFileSync(ours(".venv/bin/tool"), "utf8")).toBe(`#!${seat}/.venv/bin/python\nprint(1)\n`);
    expect(readFileSync(ours(".venv/lib/site-packages/app.pth"), "utf8")).toBe(`${seat}/app\n`);
    expect(readdirSync(ours("node_modules")).sort()).toEqual([".bin", "@ws", "third"]);
    expect(await worktree.remove()).toMatchObject({ ok: true });
    expect(printsOf(user)).toEqual(before);
  };
  test("without a sandbox", () => prove(false));
  test("with a sandbox", { tags: "bubblewrap" }, () => prove(true));
});

test("a second attempt's damage is repaired like the first's, and so is a folder that is gone", async () => {
  const { user, repo } = await makeRepo();
  const worktree = await openWorktree(user, repo, sharing("copy"));
  const file = join(worktree.root, "node_modules/third/index.js");
  for (const damage of [
    "echo 1 > node_modules/third/index.js",
    "rm -r node_modules .venv",
    "chmod 0 node_modules/third",
  ]) {
    await runIn(worktree, user, "sh", "-c", damage);
    await worktree.reset();
    expect(readFileSync(file, "utf8"), damage).toBe("module.exports = 'third';\n");
  }
});

test("what a command installs or builds survives a reset that leaves it, and goes with the next", async () => {
  const { user, repo } = await makeRepo();
  const worktree = await openWorktree(user, repo, sharing("copy"));
  const there = () =>
    ["node_modules/new/i.js", "venv/new.py", "target/app", "stray.js"].map((path) =>
      existsSync(join(worktree.root, path)),
    );
  const install =
    "mkdir -p node_modules/new venv target; touch node_modules/new/i.js venv/new.py target/app stray.js; rm -r node_modules/third";
  await runIn(worktree, user, "sh", "-c", install);
  expect(there()).toEqual([true, true, true, true]);
  await worktree.reset({ leavesDependencies: true, leaves: ["target"] });
  expect(there()).toEqual([true, true, true, false]);
  await worktree.reset({ leavesDependencies: true });
  expect(there()).toEqual([true, true, false, false]);
  await worktree.reset();
  expect(there()).toEqual([false, false, false, false]);
  expect(existsSync(join(worktree.root, "node_modules/third/index.js"))).toBe(true);
});

/** Swaps, overwrites, links over and removes what was brought, and adds files of its own. */
const RUDER = `
mkdir -p node_modules/third/build node_modules/.vite; echo b > node_modules/third/build/b.js; echo v > node_modules/.vite/v
mv node_modules/third/lib node_modules/kept; mv node_modules/other/lib node_modules/third/lib
rm -r node_modules/@ws; ln -s ../app node_modules/@ws; rm -r .venv/lib; ln -s lib .venv/lib
rm .env; mkdir .env; touch .env/x
`;

test("what was brought is put back and named when asked, and what commands added stays", async () => {
  const { user, at } = await makeRepo();
  writeFileSync(at(".gitignore"), "node_modules/\n.venv/\n.env\n");
  writeFileSync(at(".env"), "A=1\n");
  user.commit("ignore");
  mkdirSync(at("node_modules/other/lib"), { recursive: true });
  writeFileSync(at("node_modules/other/lib/deep.js"), "evil\n");
  const { dependencies } = sharing("copy");
  const worktree = await openWorktree(user, await open(user), { dependencies: { ...dependencies, copy: [".env"] } });
  const ours = (path: string) => join(worktree.root, path);
  await runIn(worktree, user, "sh", "-c", "touch node_modules/third/new.js");
  expect(await worktree.putBackBrought()).toEqual([]);
  const moved = ["@ws/app", "@ws/x/index.js", "other/lib/deep.js", "third/lib/deep.js"];
  const packages = ["app.pth", "mod.py"].map((name) => `.venv/lib/site-packages/${name}`);
  const expected = [".env", ...packages, ...moved.map((path) => `node_modules/${path}`)];
  for (const _ of [1, 2]) {
    expect(await runIn(worktree, user, "sh", "-c", RUDER)).toMatchObject({ exitCode: 0, stderrTail: "" });
    expect(await worktree.putBackBrought()).toEqual(expected);
    expect(await worktree.putBackBrought()).toEqual([]);
    expect(readFileSync(ours("node_modules/third/lib/deep.js"), "utf8")).toBe("deep\n");
    expect(readFileSync(ours(".env"), "utf8")).toBe("A=1\n");
    expect(realpathSync(ours("node_modules/@ws/app"))).toBe(ours("app"));
    expect(readFileSync(ours(".venv/lib/site-packages/app.pth"), "utf8")).toBe(`${ours("app")}\n`);
    const added = ["third/new.js", "third/build/b.js", ".vite/v", "kept/deep.js"].map((path) => `node_modules/${path}`);
    expect(added.filter((path) => !existsSync(ours(path)))).toEqual([]);
    await runIn(worktree, user, "rm", "-r", "node_modules/kept");
  }
  await worktree.reset();
  expect(readdirSync(ours("node_modules")).sort()).toEqual([".bin", "@ws", "other", "third"]);
});

test("a link that a command replaced is put back; what was installed before a reset that leaves it is not", async () => {
  const { user, at, repo } = await makeRepo();
  const linked = await openWorktree(user, repo, sharing("link"));
  await runIn(linked, user, "sh", "-c", "rm node_modules/third; mkdir node_modules/third");
  expect(await linked.putBackBrought()).toEqual(["node_modules/third"]);
  expect(realpathSync(join(linked.root, "node_modules/third"))).toBe(at("node_modules/third"));

  const copied = await openWorktree(user, repo, sharing("copy"));
  await runIn(copied, user, "sh", "-c", "echo newer > node_modules/third/index.js; rm .venv/bin/tool");
  await copied.reset({ leavesDependencies: true });
  await runIn(copied, user, "sh", "-c", "echo evil > node_modules/third/lib/deep.js");
  expect(await copied.putBackBrought()).toEqual(["node_modules/third/lib/deep.js"]);
  expect(readFileSync(join(copied.root, "node_modules/third/index.js"), "utf8")).toBe("newer\n");
  await copied.reset();
  await runIn(copied, user, "sh", "-c", "echo evil > node_modules/third/index.js");
  expect(await copied.putBackBrought()).toEqual(["node_modules/third/index.js"]);
});

test("a folder too large to copy is linked, and writing through a link is reported", async () => {
  const { user, at, repo } = await makeRepo();
  const worktree = await openWorktree(user, repo, sharing("auto", { files: 5, bytes: 1_000_000 }));
  await runIn(worktree, user, "true");
  expect(realpathSync(join(worktree.root, "node_modules/third"))).toBe(at("node_modules/third"));
  expect(worktree.changedRepo()).toBeNull();
  await runIn(worktree, user, "sh", "-c", "echo >> node_modules/third/lib/deep.js");
  expect(worktree.changedRepo()).toContain("node_modules/third/lib/deep.js");
});

test("in the sandbox linked folders lead to the user's, elsewhere, and the repo's own packages to the worktree", {
  tags: "bubblewrap",
}, async () => {
  const { user, at, repo } = await makeRepo();
  writeFileSync(at(".env"), "canary\n");
  mkdirSync(at("node_modules/.tools"));
  const found = await findBubblewrap(process.env, { allowsNetwork: false, notFrom: [] });
  const sandbox = found.ok ? found.value : null;
  const environment = { PATH: `${at("node_modules/.tools")}:/usr/bin:/bin`, HOME: user.env.HOME ?? "", KIT: user.path };
  const worktree = await openWorktree(user, repo, { ...sharing("link"), sandbox, environment });
  const script = `cat node_modules/third/lib/deep.js .venv/lib/site-packages/mod.py && echo new > app/made.js &&
    cat ${at("node_modules/@ws/app/made.js")} && touch node_modules/.made && ! touch node_modules/third/made 2> /dev/null &&
    ! test -e .env && test -f "$KIT/.env" && cat "$KIT/.env" && git rev-parse --show-toplevel && echo "$PATH"`;
  const ran = await runIn(worktree, user, "sh", "-c", script);
  expect(ran).toMatchObject({ exitCode: 0, stderrTail: "" });
  expect(ran.stdoutTail).toMatch(/^deep\nvalue = 1\nnew\n\.\n\.venv\/bin:node_modules\/\.tools:\/usr\/bin:\/bin\n$/);
  expect([existsSync(at("app/made.js")), existsSync(join(worktree.root, "app/made.js"))]).toEqual([false, true]);
  expect(realpathSync(join(worktree.root, "node_modules/third"))).toBe(at("node_modules/third"));
});

test("a sparse file costs what it takes, and is copied", async () => {
  const { user, at, repo } = await makeRepo();
  writeFileSync(at("node_modules/third/holes"), "");
  truncateSync(at("node_modules/third/holes"), 10 * LIMITS.bytes);
  const worktree = await openWorktree(user, repo, sharing("auto"));
  await worktree.commandPlace();
  await runIn(worktree, user, "sh", "-c", "echo changed > node_modules/third/index.js");
  expect(readFileSync(at("node_modules/third/index.js"), "utf8")).toBe("module.exports = 'third';\n");
});

test("a request that cannot be met is reported", async () => {
  const { user, repo } = await makeRepo();
  const worktree = await openWorktree(user, repo, sharing("copy", LIMITS));
  await worktree.commandPlace();
  const bin = binOf(user);
  symlinkSync(execFileSync("/bin/sh", ["-c", "command -v git"], { encoding: "utf8" }).trim(), join(bin, "git"));
  const lacking = await open({ path: user.path, env: { ...user.env, PATH: bin } });
  const without = await openWorktree(user, lacking, sharing("copy"));
  await expect(without.commandPlace()).rejects.toThrow(/node_modules cannot be shared by copy .*setup\.share/);
  const auto = await openWorktree(user, lacking, sharing("auto"));
  await auto.commandPlace();
  expect(existsSync(join(auto.root, "node_modules/third/index.js"))).toBe(true);
});

const HOLDER = `
  import { openRepository } from "./git/open-repository.ts";
  import { createWorktree } from "./worktree/worktree.ts";
  const opened = await openRepository(process.argv[2], process.env);
  const { commit } = await opened.value.head();
  const signal = new AbortController().signal;
  const worktree = await createWorktree(opened.value, { baseline: commit, signal, environment: {} });
  console.log(worktree.root);
  await worktree.commandPlace();
`;

test("a kill in the middle of a copy leaves nothing in the user's checkout, and the next run removes the rest", async () => {
  const { user, repo } = await makeRepo();
  const before = printsOf(user);
  const status = user.git("status", "--porcelain", "--ignored");
  const outfile = join(user.folder, "holder.mjs");
  await bundleProgram(HOLDER, outfile);
  const bin = binOf(user);
  // It copies something, signals it, and never ends.
  writeFileSync(join(bin, "cp"), `#!/bin/sh\n/bin/cp "$@"\ntouch '${user.folder}/copying'\nexec sleep 60\n`, {
    mode: 0o755,
  });
  const env = { ...process.env, PATH: `${bin}:${process.env.PATH}` };
  const child = spawn(process.execPath, [outfile, user.path], { env, stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const root = await new Promise<string>((resolve) =>
    child.stdout.once("data", (line) => resolve(String(line).trim())),
  );
  while (!existsSync(join(user.folder, "copying"))) await sleep(5);
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await ended;
  expect(existsSync(join(dirname(root), "copy-1"))).toBe(true);
  expect(await sweepOf(repo, user.folder, dirname(root))).toEqual([dirname(root)]);
  expect(existsSync(dirname(root))).toBe(false);
  expect(printsOf(user)).toEqual(before);
  expect(user.git("status", "--porcelain", "--ignored")).toBe(status);
});

test("a stop ends a running copy, and the tree can be restored and removed", async () => {
  const { user } = await makeRepo();
  const bin = binOf(user);
  writeFileSync(join(bin, "cp"), "#!/bin/sh\nexec sleep 60\n", { mode: 0o755 });
  const repo = await open({ path: user.path, env: { ...user.env, PATH: `${bin}:${user.env.PATH}` } });
  const stopping = new AbortController();
  const worktree = await openWorktree(user, repo, { ...sharing("auto"), signal: stopping.signal });
  const ready = worktree.commandPlace();
  stopping.abort();
  await ready;
  await worktree.reset();
  expect(await worktree.remove()).toMatchObject({ ok: true });
});
