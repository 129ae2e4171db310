import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { createCommands, resolveProgram } from "@llmch/process";
import { type ThrowawayRepo, temporaryFolder } from "@llmch/testkit";
import { expect, onTestFinished, test } from "vitest";
import { openSandboxed } from "./sandbox.fixture.ts";

const CANARY = "canary-5b1f7c";

test("a command sees its checks, read-only, and no other command does", { tags: "bubblewrap" }, async () => {
  const { user, worktree, sh } = await openSandboxed();
  const signal = new AbortController().signal;
  const commands = createCommands({ ...(await worktree.commandPlace()), artifacts: user.folder, signal });
  const run = (argv: readonly string[]) =>
    commands.run({
      ...{ argv, timeoutSeconds: 20, stdout: "out.txt", stderr: "err.txt" },
      checks: [{ name: "look.sh", content: 'cd "$LLMCH_CHECKS" && ls && ! touch new && ! chmod 700 .' }],
    });
  expect(await run(["sh", "$LLMCH_CHECKS/look.sh"])).toMatchObject({ exitCode: 0, stdoutTail: "look.sh\n" });
  expect((await sh(`ls ${dirname(worktree.root)}`)).stdoutTail).not.toContain("checks");
});

test("tests that commit find the user's identity, and can set their own", { tags: "bubblewrap" }, async () => {
  const environment = { XDG_CONFIG_HOME: undefined };
  const { sh, user } = await openSandboxed({
    environment,
    prepare: ({ folder }) => {
      const write = (name: string, text: string) => writeFileSync(join(folder, "home", name), text);
      write("included", "[user]\n\temail = j@example.com\n\tname = Jo Doe\n[http]\n\tproxy = canary\n");
      write(
        ".gitconfig",
        "[include]\n\tpath = included\n[init]\n\tdefaultBranch = trunk\n[credential]\n\thelper = canary\n",
      );
    },
  });
  const script = `cat ~/.gitconfig; cd "$TMPDIR" && git init -q own && cd own && git commit -q --allow-empty -m one && git log --format=%an:%D && git config --global user.name Other && git config user.name`;
  const { exitCode, stdoutTail } = await sh(script);
  expect([exitCode, stdoutTail]).toEqual([0, expect.stringContaining("Jo Doe:HEAD -> trunk\nOther\n")]);
  expect(stdoutTail).not.toMatch(/canary|include/);
  expect(readFileSync(join(user.folder, "home/.gitconfig"), "utf8")).not.toContain("Other");
});

test("with a home that cannot be hidden git's settings are nowhere, and a command inherits nothing", {
  tags: "bubblewrap",
}, async () => {
  const { sh } = await openSandboxed({ environment: { HOME: "/" } });
  expect(await sh("ls /proc/self/fd | wc -l; test -c /dev/null && ! test -e /.gitconfig")).toMatchObject({
    exitCode: 0,
    stdoutTail: "4\n",
  });
});

test("a command writes in the worktree, and nowhere else that lasts", { tags: "bubblewrap" }, async () => {
  const { user, worktree, sh } = await openSandboxed();
  const git = join(user.path, ".git");
  const places = {
    home: join(user.folder, "home/x"),
    "beside the checkout": join(user.folder, "x"),
    checkout: join(user.path, "x"),
    "the checkout's file": join(user.path, "README.md"),
    config: join(git, "config"),
    hooks: join(git, "hooks/pre-commit"),
    HEAD: join(git, "HEAD"),
    branch: join(git, "refs/heads/theirs"),
    "git's record of the worktree": join(git, "worktrees/x"),
    "our folder": join(worktree.root, "../x"),
    temporary: "/var/tmp/llmch-x",
    system: "/etc/llmch-x",
  };
  const standing = () => Object.values(places).map((path) => (existsSync(path) ? readFileSync(path, "utf8") : null));
  const before = standing();
  const script =
    'for path; do mkdir -p "$(dirname "$path")"; echo "$path" >> "$path"; done; touch here; git branch theirs; git add here';
  const { exitCode } = await sh(script, "sh", ...Object.values(places));
  expect(exitCode).not.toBe(0);
  expect(standing()).toEqual(before);
  expect(existsSync(join(worktree.root, "here"))).toBe(true);
  expect(user.git("branch", "--list", "theirs")).toBe("");
});

test("homes and temporary folders are private, and empty for each command", { tags: "bubblewrap" }, async () => {
  const { user, sh } = await openSandboxed({ environment: { TMPDIR: "/some/where", XDG_RUNTIME_DIR: "/run/user/0" } });
  for (const name of ["home/.netrc", "home/.ssh", "other"]) writeFileSync(join(user.folder, name), CANARY);
  const mine = `mine-${process.pid}`;
  const look = `ls -A ~ "$TMPDIR" /var/tmp /run; cat ~/.netrc ~/.ssh '${user.folder}/other'; echo "$XDG_RUNTIME_DIR"`;
  const first = await sh(`${look}; touch ~/${mine} "$TMPDIR/${mine}" && echo made`);
  expect(`${first.stdoutTail}${first.stderrTail}`).not.toContain(CANARY);
  expect(first.stdoutTail).toContain("made\n");
  expect((await sh(look)).stdoutTail).not.toContain(mine);
  expect(existsSync(join("/tmp", mine))).toBe(false);
});

test("no file of the user's own home is visible", { tags: "bubblewrap" }, async () => {
  const { sh } = await openSandboxed({ environment: { HOME: homedir() } });
  const files = readdirSync(homedir()).filter((name) => lstatSync(join(homedir(), name)).isFile());
  // This one is llmch's own.
  const { stdoutTail } = await sh("rm ~/.gitconfig; ls -A ~");
  expect(stdoutTail.split("\n").filter((name) => files.includes(name))).toEqual([]);
});

test("credentials in the checkout cannot be read", { tags: "bubblewrap" }, async () => {
  const prepare = ({ path }: ThrowawayRepo) => writeFileSync(join(path, ".env"), CANARY);
  const { user, run } = await openSandboxed({ files: { ".npmrc": "public\n", ".gitignore": ".env\n" }, prepare });
  expect((await run(["cat", join(user.path, ".env")])).stdoutTail).toBe("");
  expect((await run(["cat", ".npmrc", join(user.path, ".gitignore")])).stdoutTail).toBe("public\n.env\n");
});

test("processes of the machine cannot be seen, nor their environment", { tags: "bubblewrap" }, async () => {
  const { sh } = await openSandboxed();
  const { stdoutTail } = await sh(`ls /proc | grep -c '^[0-9]'; kill -0 ${process.pid} 2>&1; cat /proc/*/environ`);
  expect(stdoutTail).toMatch(/No such process/);
  expect(stdoutTail).not.toContain("VITEST");
  expect(Number(stdoutTail.split("\n")[0])).toBeLessThan(10);
});

/** Connects to a port of this host and reports the result. */
const CONNECT = `require("net").connect(+process.argv[1], "127.0.0.1").on("connect", () => { console.log("connected"); process.exit(); }).on("error", (fault) => console.log(fault.code))`;

const listeningPort = async (): Promise<number> => {
  const server = createServer((socket) => socket.end());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
};

test("there is no network but a loopback of its own", { tags: "bubblewrap" }, async () => {
  const { run } = await openSandboxed();
  const port = String(await listeningPort());
  expect((await run(["node", "-e", CONNECT, port])).stdoutTail).toBe("ECONNREFUSED\n");
  const outside = `require("net").connect(9, "192.0.2.1").on("error", (fault) => console.log(fault.code))`;
  expect((await run(["node", "-e", outside])).stdoutTail).toBe("ENETUNREACH\n");
  const own = `const s = require("net").createServer((c) => c.end("served")).listen(0, "localhost", () =>
    require("net").connect(s.address().port, "localhost").on("data", (d) => { console.log(String(d)); process.exit(); }))`;
  expect((await run(["node", "-e", own])).stdoutTail).toBe("served\n");
});

test("two commands that run at once listen on the same port", { tags: "bubblewrap" }, async () => {
  const { worktree, run } = await openSandboxed();
  const listening = join(worktree.root, "listening");
  const serve = `const { existsSync, writeFileSync } = require("node:fs");
    require("net").createServer().listen(4999, "127.0.0.1", () => { writeFileSync("listening", "");
      setInterval(() => { if (existsSync("stop")) process.exit(); }, 10); }).on("error", (fault) => { console.log(fault.code); process.exit(); })`;
  const first = run(["node", "-e", serve]);
  await expect.poll(() => existsSync(listening)).toBe(true);
  rmSync(listening);
  const second = run(["node", "-e", serve]);
  await expect.poll(() => existsSync(listening)).toBe(true);
  writeFileSync(join(worktree.root, "stop"), "");
  for (const { exitCode, stdoutTail } of await Promise.all([first, second]))
    expect([exitCode, stdoutTail]).toEqual([0, ""]);
});

test("toolchains are told that there is no network, unless the user says otherwise", {
  tags: "bubblewrap",
}, async () => {
  const { sh } = await openSandboxed({ environment: { GOPROXY: "file:///srv/go" } });
  expect((await sh("echo $CARGO_NET_OFFLINE $GOPROXY $MAVEN_ARGS")).stdoutTail).toBe("true file:///srv/go -o\n");
});

test("the network is available if it is allowed", { tags: "bubblewrap" }, async () => {
  const { run } = await openSandboxed({ allowsNetwork: true });
  expect((await run(["node", "-e", CONNECT, String(await listeningPort())])).stdoutTail).toBe("connected\n");
});

test("git works in the worktree, but only to read", { tags: "bubblewrap" }, async () => {
  const { user, sh } = await openSandboxed();
  const { stdoutTail, stderrTail } = await sh(
    "echo x > new; git status --porcelain; git log --format=%s; git diff --stat; git rev-parse --show-toplevel",
  );
  expect({ stdoutTail, stderrTail }).toEqual({ stdoutTail: "?? new\nstart\n.\n", stderrTail: "" });
  // In a repo of its own it writes as well.
  const own =
    "git init -q own && cd own && git -c user.name=x -c user.email=x@y commit -q --allow-empty -m own && git log --format=%s";
  expect((await sh(own)).stdoutTail).toBe("own\n");
  expect(user.git("log", "--format=%s")).toBe("start");
});

/** Each may be behind links and scripts: of pyenv, rustup, nvm, or a package manager. */
const PROGRAMS = [
  "node --version",
  "npm --version",
  "python3 --version",
  "cargo --version",
  "rustc --version",
  "go version",
];

test("programs of the PATH work inside", { tags: "bubblewrap" }, async () => {
  const { run } = await openSandboxed({ environment: process.env });
  const words = PROGRAMS.map((line) => line.split(" "));
  const there = words.filter(
    ([name = ""]) => resolveProgram(name, { path: process.env.PATH ?? "", cwd: "/" }) !== null,
  );
  for (const argv of there) expect({ argv, ...(await run(argv)) }).toMatchObject({ argv, exitCode: 0 });
  expect(there).not.toEqual([]);
});

test.each([
  ["linked", "link", /Read-only/],
  ["copied", "copy", /^$/],
] as const)(
  "%s dependency folders can be read, but the user's own not written",
  { tags: "bubblewrap" },
  async (_, share, complaint) => {
    const prepare = ({ path, folder }: ThrowawayRepo) => {
      for (const name of ["repo/node_modules/left", "linked/lib"]) mkdirSync(join(folder, name), { recursive: true });
      writeFileSync(join(path, "node_modules/left/index.js"), "module.exports = 'left';\n");
      writeFileSync(join(folder, "linked/lib/index.js"), "module.exports = 'linked';\n");
      symlinkSync("../../linked/lib", join(path, "node_modules/lib"));
    };
    const dependencies = { sharing: { share, limits: { files: 100, bytes: 1_000_000 } } };
    const files = { ".gitignore": "node_modules/\n" };
    const { user, run, sh } = await openSandboxed({ files, dependencies, prepare });
    expect((await run(["node", "-p", "require('left') + require('lib')"])).stdoutTail).toBe("leftlinked\n");
    expect((await sh("echo > node_modules/left/index.js")).stderrTail).toMatch(complaint);
    expect(user.read("node_modules/left/index.js")).toContain("left");
  },
);

test("a program that an order names by its path is visible, wherever it is", { tags: "bubblewrap" }, async () => {
  const prepare = ({ folder }: ThrowawayRepo) =>
    writeFileSync(join(folder, "tool"), "#!/bin/sh\necho ran\n", { mode: 0o755 });
  const { user, run } = await openSandboxed({ prepare });
  expect((await run([join(user.folder, "tool")])).stdoutTail).toBe("ran\n");
});

test("there is a python even if the PATH only has python3", { tags: "bubblewrap" }, async () => {
  const { path: bin, remove } = temporaryFolder();
  onTestFinished(remove);
  writeFileSync(join(bin, "python3"), "#!/bin/sh\necho three\n", { mode: 0o755 });
  const { run } = await openSandboxed({ environment: { PATH: bin } });
  expect((await run(["python", "-c", "pass"])).stdoutTail).toBe("three\n");
});

/** A program that leaves a trace wherever it can write. */
const tracing = (trace: string) => `#!/bin/sh\necho ran >> '${trace}'; echo ran >> .traced; echo '[]'\n`;

test("the repo's own Python runs inside, and nowhere else", { tags: "bubblewrap" }, async () => {
  const traces: string[] = [];
  const prepare = ({ path, folder }: ThrowawayRepo) => {
    mkdirSync(join(path, ".venv/bin"), { recursive: true });
    traces.push(join(folder, "trace"));
    writeFileSync(join(path, ".venv/bin/python"), tracing(join(folder, "trace")), { mode: 0o755 });
  };
  const files = { ".gitignore": ".venv/\n.traced\n", "a.py": "x = 1\n" };
  const { user, worktree, run } = await openSandboxed({ files, prepare, environment: { PATH: process.env.PATH } });
  expect(traces.map((trace) => existsSync(trace))).toEqual([false]);
  expect((await run(["python", "-c", "pass"])).stdoutTail).toBe("[]\n");
  expect(readFileSync(join(worktree.root, ".traced"), "utf8")).toBe("ran\n");
  expect(readdirSync(user.path)).not.toContain(".traced");
});

test("bubblewrap itself loads nothing from the repo or its commands", { tags: "bubblewrap" }, async () => {
  const { worktree, sh } = await openSandboxed({ environment: { LD_LIBRARY_PATH: ":lib", PATH: process.env.PATH } });
  // A file that is not a library ends any program that loads it.
  for (const folder of [".", "lib"])
    for (const name of ["libc.so.6", "libcap.so.2", "libselinux.so.1"]) {
      mkdirSync(join(worktree.root, folder), { recursive: true });
      writeFileSync(join(worktree.root, folder, name), "no library");
    }
  const { ending, exitCode, stderrTail } = await sh("echo never");
  // The command has the variable as the user set it, and so fails; bubblewrap does not, and so reports its exit.
  expect({ ending, exitCode, stderrTail }).toMatchObject({ ending: "exited", exitCode: 127 });
  expect(stderrTail).toMatch(/^(?:\/\S+\/)?sh: error while loading shared libraries/);
});

test("of the kernel's files, only those of a process inside are writable", { tags: "bubblewrap" }, async () => {
  const { sh } = await openSandboxed();
  const script = `
    find /proc -path '/proc/[0-9]*' -prune -o -type f -print 2>/dev/null | while read -r f; do test -w "$f" && echo "writable $f"; done
    find /sys -type f 2>/dev/null | while read -r f; do test -w "$f" && echo "writable $f"; done
    for f in kcore keys kmsg timer_list kallsyms vmallocinfo slabinfo pagetypeinfo; do test -n "$(head -c 1 /proc/$f 2>/dev/null)" && echo "read $f"; done
    ls -A /sys/firmware /sys/kernel/debug 2>/dev/null | grep -v ':$' | grep .
    echo x 2>/dev/null > /proc/sys/kernel/core_pattern && echo core_pattern
    cat /proc/sys/kernel/random/uuid > /dev/null && echo 0 > /proc/self/oom_score_adj && echo done`;
  expect((await sh(script)).stdoutTail).toBe("done\n");
});

test("a command cannot reopen with its own namespaces what the sandbox has closed", {
  tags: "bubblewrap",
}, async () => {
  const { sh } = await openSandboxed();
  const { stdoutTail } = await sh(
    "for _ in 1 2; do unshare --user --map-root-user true && echo made; done; grep Cap.nd /proc/self/status",
  );
  expect(stdoutTail).not.toContain("made");
});

test("what a command keeps in memory is bounded, and nothing can be added to the devices", {
  tags: "bubblewrap",
}, async () => {
  const { sh } = await openSandboxed({ temporaryBytes: 4 << 20 });
  const fill = (folder: string, megabytes: number) => `head -c ${megabytes}M /dev/zero > ${folder}/x && echo ${folder}`;
  const tried = ["/tmp", "~", "/var/tmp", "/run", "/dev/shm"].map((folder) => fill(folder, 5));
  expect((await sh(`${[...tried, fill("/dev", 0)].join("; ")}; true`)).stdoutTail).toBe("");
  const fits = [fill("/tmp", 3), fill("~", 3), fill("/var/tmp", 0), fill("/dev/shm", 0)];
  expect((await sh(fits.join(" && "))).exitCode).toBe(0);
});

test("a socket of the machine's programs answers no command, wherever it is", { tags: "bubblewrap" }, async () => {
  const { user, run } = await openSandboxed();
  const place = join(user.path, "service.sock");
  const server = createServer((socket) => socket.end("served"));
  await new Promise<void>((resolve) => server.listen(place, resolve));
  onTestFinished(() => void server.close());
  const connect = `require("net").connect(process.argv[1]).on("data", (data) => console.log(String(data))).on("error", (fault) => console.log(fault.code))`;
  expect((await run(["node", "-e", connect, place])).stdoutTail).toMatch(/^E(?:ACCES|CONNREFUSED)\n$/);
  const own = `const s = require("net").createServer((c) => c.end("own")).listen("own.sock", () =>
    require("net").connect("own.sock").on("data", (d) => { console.log(String(d)); process.exit(); }))`;
  expect((await run(["node", "-e", own])).stdoutTail).toBe("own\n");
});

test("a command of root's cannot see what only root may read", { tags: ["bubblewrap", "root"] }, async () => {
  const { sh } = await openSandboxed();
  expect(statSync("/etc/shadow").mode & 0o004).toBe(0);
  expect((await sh("cat /etc/shadow /etc/gshadow; cat /etc/passwd | head -1 | cut -d: -f1")).stdoutTail).toBe("root\n");
});
