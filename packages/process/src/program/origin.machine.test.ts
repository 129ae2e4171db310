import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { resolveProgram } from "./resolve-program.ts";
import { runProgram } from "./run-program.ts";

/** A repo, and a folder of the user's beside it. */
const makePlaces = () => {
  // No spaces in the path: the kernel cannot use an interpreter with one.
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "llmch-origin-")));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const at = (name: string) => join(folder, name);
  const script = (name: string, text: string) => {
    mkdirSync(dirname(at(name)), { recursive: true });
    writeFileSync(at(name), text);
    chmodSync(at(name), 0o755);
  };
  const link = (name: string, target: string) => {
    mkdirSync(dirname(at(name)), { recursive: true });
    symlinkSync(target, at(name));
  };
  script("repo/bin/tool", "#!/bin/sh\necho repo\n");
  script("user/bin/tool", "#!/bin/sh\necho user\n");
  return { folder, at, script, link, notFrom: [at("repo")] };
};

const start = (program: string, notFrom: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  runProgram({ program, args: [], cwd: "/", env, limitMs: 20_000, origin: { kind: "own", notFrom } });

test("no program of the repo's is started, nor one behind a link or with an interpreter from there", async () => {
  const { at, script, link, notFrom } = makePlaces();
  link("user/bin/linked", at("repo/bin/tool"));
  link("repo/bin/sh", "/bin/sh");
  link("user/bin/through", at("repo/bin/sh"));
  link("user/programs", at("repo/bin"));
  script("user/bin/script", `#!${at("repo/bin/tool")}\n`);
  script("user/bin/deeper", `#!${at("user/bin/script")}\n`);
  script("user/bin/relative", "#!bin/tool\n");
  const ran = async (name: string) => {
    const { exitCode, stdout, stderr } = await start(at(name), notFrom);
    return exitCode === 0 ? stdout.toString() : stderr;
  };
  expect(await ran("user/bin/tool")).toBe("user\n");
  for (const name of ["repo/bin/tool", "repo/bin/sh", "user/bin/linked", "user/bin/through", "user/programs/tool"])
    expect([name, await ran(name)]).toEqual([name, "it comes from the repo"]);
  for (const name of ["user/bin/script", "user/bin/deeper"])
    expect([name, await ran(name)]).toEqual([name, "its interpreter comes from the repo"]);
  expect(await ran("user/bin/relative")).toBe("its interpreter has no absolute path");
});

test("programs from the repo do not count on the PATH, not even through a link", () => {
  const { at, link, notFrom } = makePlaces();
  link("elsewhere", at("repo/bin"));
  const path = [at("repo/bin"), at("elsewhere"), at("user/bin")].join(":");
  expect(resolveProgram("tool", { path, cwd: "/", notFrom })).toBe(at("user/bin/tool"));
  expect(resolveProgram("tool", { path, cwd: "/" })).toBe(at("repo/bin/tool"));
});

test("one of llmch's programs gets no code of the repo's from its environment, nor from the folder that it starts in", async () => {
  const { at, script, link, notFrom } = makePlaces();
  script("user/bin/show", "#!/bin/sh\nenv | grep -E '^(PATH|LD_LIBRARY_PATH|PYTHONPATH|HOME)=' | sort\n");
  link("elsewhere", at("repo/bin"));
  const env = {
    PATH: `${at("repo/bin")}:.::${at("elsewhere")}:${at("user/bin")}:/usr/bin:/bin`,
    LD_LIBRARY_PATH: `:${at("repo/lib")}`,
    PYTHONPATH: `src:/srv/lib`,
    HOME: at("repo"),
  };
  const { stdout } = await start(at("user/bin/show"), notFrom, env);
  expect(stdout.toString().trim().split("\n")).toEqual([
    `HOME=${at("repo")}`,
    `PATH=${at("user/bin")}:/usr/bin:/bin`,
    "PYTHONPATH=/srv/lib",
  ]);
});
