import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "@llmch/testkit";
import { expect, it } from "vitest";
import { askGh } from "./gh.ts";

it("gives up on a gh that hangs, and on an interrupt", async () => {
  const { path: folder, remove } = temporaryFolder();
  mkdirSync(join(folder, "bin"));
  writeFileSync(join(folder, "bin/gh"), "#!/bin/sh\nsleep 60\n");
  chmodSync(join(folder, "bin/gh"), 0o755);
  const place = { directory: folder, env: { PATH: `${join(folder, "bin")}:/usr/bin:/bin` } };
  const { signal } = new AbortController();
  const asked = await askGh(["pr", "list"], { ...place, signal, limitMs: 300 });
  expect(asked).toMatchObject({
    ok: false,
    issues: [{ code: "gh-failed", message: expect.stringContaining("no answer within") }],
  });
  const stopped = await askGh(["pr", "list"], { ...place, signal: AbortSignal.timeout(200) });
  expect(stopped).toMatchObject({ ok: false, issues: [{ message: expect.stringContaining("interrupted") }] });
  remove();
});

it("lets the git that gh asks run nothing that the repo names, and takes no gh from there", async () => {
  const { path: folder, remove } = temporaryFolder();
  const [repo, evil] = [join(folder, "repo"), join(folder, "evil")];
  execFileSync("git", ["init", "--quiet", repo]);
  execFileSync("git", ["-C", repo, "config", "core.fsmonitor", evil]);
  const write = (file: string, script: string) => {
    mkdirSync(join(file, ".."), { recursive: true });
    writeFileSync(file, `#!/bin/sh\n${script}\n`);
    chmodSync(file, 0o755);
  };
  write(evil, `touch '${evil}.ran'`);
  write(join(repo, "bin/gh"), `touch '${evil}.ran'`);
  write(join(folder, "bin/gh"), 'git status --porcelain && echo "$GH_TOKEN $GIT_DIR"');
  const paths = [join(repo, "bin"), join(folder, "bin"), "/usr/bin", "/bin"].join(":");
  const env = { PATH: paths, HOME: folder, XDG_CACHE_HOME: folder, GH_TOKEN: "gho-1", GIT_DIR: "/nowhere" };
  const asked = await askGh(["pr", "list"], { directory: repo, env, signal: new AbortController().signal });
  expect(asked).toEqual({ ok: true, value: "?? bin/\ngho-1 \n" });
  expect(existsSync(`${evil}.ran`)).toBe(false);
  remove();
});
