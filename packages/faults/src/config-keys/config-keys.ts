import { execFileSync } from "node:child_process";
import { appendFileSync, chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { type Canary, makeCanary } from "@llmch/testkit";
import type { FaultKind } from "../kind.ts";
import { type PlannedScene, plannedScene } from "../scenes/planned-scene.ts";
import { CONFIG_KEYS, type ConfigKey } from "./keys.ts";

/** Keys in one trial: enough to be quick, but few enough that a key which git rejects does not hide the others. */
const AT_ONCE = 12;
/** Where a repo may set a key, and how its remote is reached in that case. */
const PLACES = [
  { place: "config", remote: "server" },
  { place: "config", remote: "folder" },
  { place: "config.worktree", remote: "server" },
  { place: "an included file", remote: "folder" },
] as const;

const GROUPS = Array.from({ length: Math.ceil(CONFIG_KEYS.length / AT_ONCE) }, (_, index) =>
  CONFIG_KEYS.slice(index * AT_ONCE, (index + 1) * AT_ONCE),
);
const CASES = GROUPS.flatMap((keys) => PLACES.map((place) => ({ keys, ...place })));

/** A key may be tried with several values. */
const NAMES = new Set(CONFIG_KEYS.map(([name]) => name));

/** Nothing takes longer than this, on the busiest machine. */
const LIMIT_S = 60;

/** Every git key that names a program, a file or a server, in every place where a repo can set it, with every command. */
export const configKeys: FaultKind = {
  name: "config-keys",
  promise: `${NAMES.size} keys of a repo's own git configuration that name a program, a file or a server: no command runs, reads or asks it`,
  trials: { full: CASES.length, sample: 3 },
  parallel: 3,
  needs: ["mkfifo", "timeout"],
  prepare: async ({ binary }) => {
    const [remote, stranger] = [await listen(), await listen()];
    return {
      run: async ({ number, folder }) => {
        const tried = CASES[number];
        if (tried === undefined) return `there is no case ${number}`;
        const canary = makeCanary();
        const scene = plannedScene(folder(), binary, { "README.md": "# Target\n" });
        // Opening it blocks forever.
        const pipe = join(scene.root, "pipe");
        execFileSync("mkfifo", [pipe]);
        addRemote(scene, tried.remote === "server" ? `${remote.url}/${number}` : join(scene.root, "remote.git"));
        const address = `${stranger.url}/${number}/`;
        const lines = tried.keys.map((key) => configLine(key, { canary, pipe, address, server: remote.url }));
        plant(scene, tried.place, lines.join(""));
        const fault = await tryAll(scene, canary);
        const song = canary.song();
        canary.remove();
        const asked = stranger.asked.filter((path) => path.includes(`/${number}/`));
        const what = `${tried.place}, the remote a ${tried.remote}, ${tried.keys.map(([name]) => name).join(" ")}`;
        if (song !== "") return `${what}: ran ${song}`;
        if (asked.length > 0) return `${what}: asked ${asked.join(" ")}`;
        return fault === null ? null : `${what}: ${fault}`;
      },
      close: async () => {
        for (const server of [remote, stranger]) server.close();
        return null;
      },
    };
  },
};

/** A server that has nothing, and records what it was asked for. */
const listen = async () => {
  const asked: string[] = [];
  const server = createServer(({ url }, answer) => {
    asked.push(url ?? "");
    answer.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  return { url: `http://127.0.0.1:${port}`, asked, close: () => void server.close() };
};

const addRemote = (scene: PlannedScene, url: string): void => {
  if (url.startsWith("/")) scene.git("init", "--quiet", "--bare", "--template=", url);
  scene.git("remote", "add", "origin", url);
  scene.git("checkout", "--quiet", "-b", "work");
};

interface Values {
  readonly canary: Canary;
  readonly pipe: string;
  readonly address: string;
  /** The remote's server. */
  readonly server: string;
}

const configLine = ([key, kind, said]: ConfigKey, { canary, pipe, address, server }: Values): string => {
  const name = key.replace("SERVER", `${server}/`).replace("VALUE", address);
  const isShell = /^(?:alias\.|credential\.|submodule\.)/.test(key);
  const values = { program: `${isShell ? "!" : ""}${canary.script}`, path: pipe, address, switch: said ?? "" };
  const value = key.startsWith("url.") ? server : key === "core.hooksPath" ? hooksOf(canary) : values[kind];
  const [first, last] = [name.indexOf("."), name.lastIndexOf(".")];
  const section = first === last ? name.slice(0, first) : `${name.slice(0, first)} "${name.slice(first + 1, last)}"`;
  return `[${section}]\n\t${name.slice(last + 1)} = ${JSON.stringify(value)}\n`;
};

const HOOKS = ["reference-transaction", "post-index-change", "post-checkout", "pre-push", "pre-auto-gc", "update"];

const hooksOf = ({ folder, script }: Canary): string => {
  const hooks = join(folder, "hooks");
  mkdirSync(hooks, { recursive: true });
  for (const name of HOOKS) {
    writeFileSync(join(hooks, name), `#!/bin/sh\nexec ${script} ${name}\n`);
    chmodSync(join(hooks, name), 0o755);
  }
  return hooks;
};

const plant = ({ repo, root }: PlannedScene, place: (typeof PLACES)[number]["place"], lines: string): void => {
  const config = join(repo, ".git/config");
  if (place === "config") appendFileSync(config, lines);
  else if (place === "config.worktree") {
    appendFileSync(config, "[core]\n\trepositoryFormatVersion = 1\n[extensions]\n\tworktreeConfig = true\n");
    writeFileSync(join(repo, ".git/config.worktree"), lines);
  } else {
    appendFileSync(config, `[include]\n\tpath = ${join(root, "included")}\n`);
    writeFileSync(join(root, "included"), lines);
  }
};

/** Runs every command that reads the repo. Returns what went wrong, or null; the canary shows what ran in the meantime. */
const tryAll = async (scene: PlannedScene, { folder }: Canary): Promise<string | null> => {
  const { repo, orders, artifacts, record } = scene;
  const invocation = {
    env: { PATH: `${process.env.PATH ?? ""}:${folder}` },
    under: ["timeout", "-k", "1", String(LIMIT_S)],
    cwd: repo,
  };
  const store = ["--artifacts-dir", artifacts];
  const runs = ["--repo", repo, "--push", "--replay", record, ...store];
  const planned = await scene.plan([], invocation);
  if (planned.code !== 0) return `plan ended with ${planned.code}: ${planned.stderr}`;
  const commands = [
    { argv: ["check", orders, "--repo", repo], code: 0 },
    { argv: ["doctor", "--repo", repo] },
    { argv: ["config", "--repo", repo], code: 0 },
    // The first answer to the order is wrong: the run ends in a rollback, and is resumed.
    {
      argv: ["run", "--work-order", join(orders, "WO-01.json"), "--branch", "work", "--max-attempts", "1", ...runs],
      code: 1,
    },
    { argv: ["run-all", orders, "--branch", "work", ...runs], code: 0 },
    ...["runs", "show", "cost", "audit"].map((name) => ({ argv: [name, ...store], code: 0 })),
    { argv: ["audit", "--branch", "work", "--repo", repo, ...store], code: 0 },
    { argv: ["report", "--out", join(scene.root, "report.html"), ...store], code: 0 },
    { argv: ["init", "--repo", repo] },
  ];
  for (const { argv, code } of commands) {
    const ended = await scene.llmch(argv, invocation);
    const isHung = ended.code === null || ended.code >= 124;
    if (isHung || (code !== undefined && ended.code !== code))
      return `${argv[0]} ended with ${ended.code}: ${ended.stderr}${ended.stdout}`;
  }
  return null;
};
