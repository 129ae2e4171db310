import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { makeCanary, throwawayRepo } from "@llmch/testkit";
import { expect, onTestFinished, test } from "vitest";
import { open, openUser } from "../worktree/worktree.fixture.ts";
import { pushBranch, pushTarget } from "./push.ts";

const never = new AbortController().signal;

/** A server that answers nothing useful, and records its requests. */
const listen = async (): Promise<{ readonly url: string; readonly asked: readonly IncomingHttpHeaders[] }> => {
  const asked: IncomingHttpHeaders[] = [];
  const server = createServer(({ headers }, answer) => {
    asked.push(headers);
    answer.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, asked };
};

test("a push goes to the remote's server, with the user's access and nothing of what the repo says", async () => {
  const { user } = await openUser(throwawayRepo());
  const [server, proxy] = [await listen(), await listen()];
  const cookies = join(user.folder, "cookies");
  writeFileSync(cookies, "127.0.0.1\tFALSE\t/\tFALSE\t0\tname\tvalue\n");
  user.git("remote", "add", "origin", `${server.url}/x`);
  for (const [name, value] of [
    ["http.proxy", proxy.url],
    [`http.${server.url}/.proxy`, proxy.url],
    ["remote.origin.proxy", proxy.url],
    ["http.cookieFile", cookies],
    ["http.extraHeader", "X-Canary: 1"],
    ["http.userAgent", "canary"],
    [`url.${proxy.url}/.insteadOf`, server.url],
    [`url.${proxy.url}/.pushInsteadOf`, server.url],
    [`http.${server.url}/.extraHeader`, "AUTHORIZATION: basic dGVzdA=="],
  ] as const) {
    user.git("config", name, value);
  }
  const repo = await open(user);
  expect(await pushBranch(repo, "main", never)).toMatchObject({ ok: false });
  expect(proxy.asked).toEqual([]);
  expect(server.asked[0]).toMatchObject({ authorization: "basic dGVzdA==" });
  expect(server.asked[0]).not.toHaveProperty("cookie");
  expect(server.asked[0]).not.toHaveProperty("x-canary");
  expect(server.asked[0]?.["user-agent"]).toMatch(/^git\//);
});

test.each([
  ["a path", (path: string) => `${path}/vendor/remote`],
  ["a path from the root", () => "vendor/remote"],
  ["a path that git completes", () => "./vendor/remote/../remote"],
  ["a path by a link outside", (path: string) => join(path, "../link")],
  ["an address", (path: string) => `file://${encodeURI(path)}/vend%6Fr/remote`],
  ["git's own folder", () => ".git/remote"],
])("no repo inside the checkout is pushed to, as its hooks could be anybody's: %s", async (_name, address) => {
  const { user } = await openUser(throwawayRepo());
  const canary = makeCanary();
  onTestFinished(canary.remove);
  for (const folder of ["vendor/remote", ".git/remote"]) {
    user.git("init", "--quiet", "--bare", join(user.path, folder));
    mkdirSync(join(user.path, folder, "hooks"), { recursive: true });
    const hook = join(user.path, folder, "hooks/update");
    writeFileSync(hook, `#!/bin/sh\nexec ${canary.script}\n`);
    chmodSync(hook, 0o755);
  }
  symlinkSync(join(user.path, "vendor/remote"), join(user.folder, "link"));
  user.git("remote", "add", "origin", address(user.path));
  const pushed = await pushBranch(await open(user), "main", never);
  expect(pushed).toMatchObject({ ok: false, issues: [expect.stringContaining("is inside the repo")] });
  expect(canary.song()).toBe("");
});

test("a push to a folder elsewhere updates the remote-tracking branch, without a forge's token", async () => {
  const { user } = await openUser(throwawayRepo());
  const remote = join(user.folder, "remote.git");
  user.git("init", "--quiet", "--bare", remote);
  writeFileSync(join(remote, "hooks/update"), `#!/bin/sh\necho "token:$GITHUB_TOKEN" > '${user.folder}/told'\n`);
  chmodSync(join(remote, "hooks/update"), 0o755);
  user.git("remote", "add", "origin", remote);
  const repo = await open({ ...user, env: { ...user.env, GITHUB_TOKEN: "ghp" } });
  expect(await pushBranch(repo, "main", never)).toEqual({ ok: true, value: { remote: "origin", warning: null } });
  expect(user.git("rev-parse", "refs/remotes/origin/main")).toBe(user.git("rev-parse", "main"));
  expect(user.read("../told")).toBe("token:\n");
});

/** A user's repo with a bare one beside it, which its configuration calls `origin`. */
const withRemote = async () => {
  const { user } = await openUser(throwawayRepo());
  const path = join(user.folder, "remote.git");
  user.git("init", "--quiet", "--bare", path);
  user.git("remote", "add", "origin", path);
  return { user, path, config: join(user.path, ".git/config") };
};

test("a branch tracks what it was pushed to, and the rest of the repo's configuration stays as it is", async () => {
  const { user, config } = await withRemote();
  const before = readFileSync(config, "utf8");
  expect(await pushBranch(await open(user), "main", never)).toMatchObject({ ok: true });
  expect(user.git("rev-parse", "--abbrev-ref", "main@{upstream}")).toBe("origin/main");
  const after = readFileSync(config, "utf8");
  expect(after).toBe(`${before}[branch "main"]\n\tremote = origin\n\tmerge = refs/heads/main\n`);
  expect(await pushBranch(await open(user), "main", never)).toMatchObject({ ok: true });
  expect(readFileSync(config, "utf8")).toBe(after);
});

test("what the user said of a branch's upstream stays", async () => {
  const { user, path, config } = await withRemote();
  user.git("remote", "add", "theirs", path);
  user.git("config", "branch.main.remote", "theirs");
  user.git("config", "branch.main.merge", "refs/heads/trunk");
  user.git("config", "branch.main.pushRemote", "origin");
  const before = readFileSync(config, "utf8");
  expect(await pushBranch(await open(user), "main", never)).toMatchObject({ ok: true, value: { remote: "origin" } });
  expect(readFileSync(config, "utf8")).toBe(before);
});

test("no upstream is written through a link, or if git's lock exists: the push succeeded, and a warning says so", async () => {
  const { user, config } = await withRemote();
  writeFileSync(`${config}.lock`, "");
  const warned = { ok: true, value: { warning: expect.stringContaining("does not follow origin's yet") } };
  expect(await pushBranch(await open(user), "main", never)).toMatchObject(warned);
  rmSync(`${config}.lock`);
  renameSync(config, join(user.folder, "config"));
  symlinkSync(join(user.folder, "config"), config);
  const before = readFileSync(config, "utf8");
  expect(await pushBranch(await open(user), "main", never)).toMatchObject(warned);
  expect(readFileSync(config, "utf8")).toBe(before);
});

test("the address of a push is shown without credentials", async () => {
  const { user } = await openUser(throwawayRepo());
  expect(await pushTarget(await open(user), "main")).toBeNull();
  user.git("remote", "add", "origin", "https://me:hunter2@host/x.git");
  user.git("remote", "set-url", "--add", "--push", "origin", "git@host:x.git");
  user.git("remote", "set-url", "--add", "--push", "origin", "https://hunter2@other/x.git");
  const address = "git@host:x.git, https://other/x.git";
  const project = { remote: "origin", configured: "https://host/x.git" };
  const target = { remote: "origin", address, configured: "https://other/x.git", project, obstacle: null };
  expect(await pushTarget(await open(user), "main")).toEqual(target);
});

test.each([
  ["the remote itself", {}, { remote: "origin", configured: "gh:me/x" }],
  ["upstream", { upstream: "gh:them/x" }, { remote: "upstream", configured: "gh:them/x" }],
  [
    "what gh was told",
    { upstream: "gh:them/x", "origin.gh-resolved": "base" },
    { remote: "origin", configured: "gh:me/x" },
  ],
])("a pull request goes to %s", async (_, remotes, project) => {
  const { user } = await openUser(throwawayRepo());
  user.git("remote", "add", "origin", "gh:me/x");
  for (const [name, value] of Object.entries(remotes))
    user.git("config", `remote.${name.includes(".") ? name : `${name}.url`}`, value);
  expect(await pushTarget(await open(user), "main")).toMatchObject({
    remote: "origin",
    configured: "gh:me/x",
    project,
  });
});

test("what a server says of a push that it refuses is shown whole", async () => {
  const { user, path } = await withRemote();
  const said = ["a key was found", "commit: 1", "path: a.js", "see the page", "or ask"];
  const script = said.map((line) => `echo '${line}' >&2\n`).join("");
  writeFileSync(join(path, "hooks/pre-receive"), `#!/bin/sh\n${script}exit 1\n`, { mode: 0o755 });
  const pushed = await pushBranch(await open(user), "main", never);
  const words = said.map((line) => `remote: ${line} *`).join("");
  expect(pushed).toMatchObject({
    ok: false,
    issues: [expect.stringMatching(new RegExp(`^origin: ${words}.*declined`))],
  });
});

test("an address is rewritten by the user's settings, not by the repo's", async () => {
  const { user } = await openUser(throwawayRepo());
  user.git("remote", "add", "origin", "gh:me/x");
  user.git("config", "url./evil/.insteadOf", "gh:");
  const addressOf = async () => (await pushTarget(await open(user), "main"))?.address;
  expect(await addressOf()).toBe("gh:me/x");
  const users = (name: string, value: string) => user.git("config", "--global", name, value);
  users("url.https://github.com/.insteadOf", "gh:");
  users("url./mine/.insteadOf", "gh:me/");
  expect(await addressOf()).toBe("/mine/x");
  users("url.ssh://h/.pushInsteadOf", "g");
  expect(await addressOf()).toBe("ssh://h/h:me/x");
  user.git("remote", "set-url", "--add", "--push", "origin", "/p");
  user.git("remote", "set-url", "--add", "--push", "origin", "gh:q");
  expect(await addressOf()).toBe("/p, https://github.com/q");
});
