import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";

/** A PostgreSQL server of a test's own. */
export interface Postgres {
  /** The address of a new, empty database, with its password. */
  database(): string;
  /** Runs SQL in one of them. */
  run(sql: string, address: string): void;
  /** Ends it at once, as a power cut does. */
  kill(): Promise<void>;
  /** Starts it again where it was. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

const PASSWORD = "a-Pass-word-9271";

/** Where Debian has the server's programs, and others the path. */
const programs = (): string | null => {
  const versions = "/usr/lib/postgresql";
  const found = existsSync(versions) ? readdirSync(versions).map((version) => join(versions, version, "bin")) : [];
  const onPath = (process.env.PATH ?? "").split(":");
  return [...found.toSorted().toReversed(), ...onPath].find((folder) => existsSync(join(folder, "initdb"))) ?? null;
};

/** Whether tests can start one. */
export const hasPostgres = (): boolean => programs() !== null && serverUser() !== undefined;

/** It refuses to run as root: null for whoever runs the tests, undefined if there is nobody else. */
const serverUser = (): { readonly uid: number; readonly gid: number } | null | undefined => {
  if (process.getuid?.() !== 0) return null;
  for (const name of ["postgres", "nobody"]) {
    const [uid, gid] = ["-u", "-g"].map((flag) => spawnSync("id", [flag, name], { encoding: "utf8" }));
    if (uid?.status === 0 && gid?.status === 0) return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  }
  return undefined;
};

/** Starts a server on loopback. It keeps nothing from a power cut of the machine, and so is fast. */
export const startPostgres = async (): Promise<Postgres> => {
  const bin = programs();
  const user = serverUser();
  if (bin === null || user === undefined) throw new Error("there is no PostgreSQL here");
  // Its user may not reach a folder of root's.
  const folder = mkdtempSync("/tmp/llmch-postgres-");
  const as = user ?? {};
  const [data, secret] = [join(folder, "data"), join(folder, "password")];
  mkdirSync(data, { mode: 0o700 });
  writeFileSync(secret, PASSWORD);
  if (user !== null) for (const path of [folder, data, secret]) chownSync(path, user.uid, user.gid);
  const port = await freePort();
  const init = [
    "--pgdata",
    data,
    "--username",
    "llmch",
    "--auth",
    "scram-sha-256",
    "--pwfile",
    secret,
    "--no-sync",
    "--no-locale",
  ];
  execFileSync(join(bin, "initdb"), init, { ...as, cwd: folder, stdio: "ignore" });
  const settings = {
    port,
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    fsync: "off",
    max_connections: 200,
  };
  let server: ChildProcess | null = null;
  const psql = (database: string, sql: string) =>
    spawnSync(join(bin, "psql"), ["-qtA", "-c", sql, address(database)], { encoding: "utf8" });
  const address = (database: string) => `postgres://llmch:${PASSWORD}@127.0.0.1:${port}/${database}`;
  const start = async (): Promise<void> => {
    const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
    server = spawn(join(bin, "postgres"), ["-D", data, ...flags], { ...as, cwd: folder, stdio: "ignore" });
    for (let left = 600; psql("postgres", "select 1").status !== 0; left--) {
      if (left === 0 || server.exitCode !== null) throw new Error("PostgreSQL does not start");
      await setTimeout(100);
    }
  };
  const end = async (signal: "SIGKILL" | "SIGQUIT" | "SIGINT"): Promise<void> => {
    const ended = server;
    if (ended === null || ended.exitCode !== null || ended.signalCode !== null) return;
    const gone = new Promise((resolve) => ended.once("exit", resolve));
    ended.kill(signal);
    await gone;
  };
  await start();
  let count = 0;
  return {
    start,
    database: () => {
      const name = `test_${++count}`;
      const made = psql("postgres", `create database ${name}`);
      if (made.status !== 0) throw new Error(made.stderr);
      return address(name);
    },
    run: (sql, to) => {
      const done = spawnSync(join(bin, "psql"), ["-qtA", "-v", "ON_ERROR_STOP=1", "-c", sql, to], { encoding: "utf8" });
      if (done.status !== 0) throw new Error(done.stderr);
    },
    // Its children go with it, which its own death by SIGKILL would leave.
    kill: () => end("SIGQUIT"),
    stop: async () => {
      await end("SIGINT");
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => (typeof address === "object" && address !== null ? resolve(address.port) : reject()));
    });
  });
