import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { JsonObject } from "@llmch/text";
import { sceneEnvironment } from "../scene/command-line.ts";

/** A `llmch serve` of its own process. */
export interface ServeProcess {
  /** The first line that it printed. */
  readonly link: string;
  /** `http://127.0.0.1:PORT`. */
  readonly url: string;
  readonly port: number;
  /** The token of programs. */
  readonly token: string;
  readonly pid: number;
  /** Asks its API as a program does; null if it is dead. */
  ask(method: "GET" | "POST" | "DELETE", path: string, body?: JsonObject): Promise<Answered | null>;
  isAlive(): boolean;
  /** What it wrote to stderr so far. */
  said(): string;
  /** Sends a signal, and waits for its end. Gives the exit code. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
}

export interface Answered {
  readonly status: number;
  readonly document: JsonObject;
}

export interface ServeStart {
  /** The built llmch: its `bin/llmch.js`. */
  readonly binary: string;
  readonly cwd: string;
  /** The server's folder. */
  readonly data: string;
  readonly repos: readonly string[];
  readonly slots?: number;
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts a server on any port, and waits for its link. */
export const startServe = async (start: ServeStart): Promise<ServeProcess> => {
  const { binary, cwd, data, repos, slots = 2, env } = start;
  const places = ["--data", data, ...repos.flatMap((repo) => ["--repo", repo])];
  const argv = [binary, "serve", "--port", "0", "--slots", String(slots), ...places];
  const child = spawn(process.execPath, argv, { cwd, env: sceneEnvironment(env), stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (part: string) => {
    said += part;
  });
  const exit = once(child, "exit");
  const link = await firstLine(child);
  if (link === null) throw new Error(`llmch serve ended with ${(await exit)[0]}: ${said}`);
  const { origin: url, port } = new URL(link);
  const token = readFileSync(join(data, "token"), "utf8").trim();
  return {
    ...{ link, url, port: Number(port), token, pid: child.pid ?? 0, said: () => said },
    isAlive: () => child.exitCode === null && child.signalCode === null,
    ask: async (method, path, body) => {
      const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
      const sent = body === undefined ? {} : { body: JSON.stringify(body) };
      try {
        const answer = await fetch(`${url}/api/v1/${path}`, { method, headers, ...sent });
        const text = await answer.text();
        return { status: answer.status, document: text === "" ? {} : JSON.parse(text) };
      } catch (fault) {
        if (fault instanceof SyntaxError) throw fault;
        return null;
      }
    },
    end: async (signal = "SIGTERM") => {
      child.kill(signal);
      await exit;
      return child.exitCode;
    },
  };
};

/** Null if it ends without one. */
const firstLine = ({ stdout }: ChildProcess): Promise<string | null> =>
  new Promise((resolve) => {
    if (stdout === null) return resolve(null);
    const lines = createInterface({ input: stdout });
    lines.once("line", resolve);
    lines.once("close", () => resolve(null));
  });
