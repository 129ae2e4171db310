import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { expect, onTestFinished, test } from "vitest";
import { type Installed, printLink, serveJobs } from "./index.ts";
import { newFolder, raw, statusOf, written } from "./site.fixture.ts";

const output = () => {
  const lines = { stdout: "", stderr: "" };
  const streamTo = (name: "stdout" | "stderr") =>
    new PassThrough().on("data", (chunk: Buffer) => {
      lines[name] += chunk.toString();
    });
  return { lines, out: { stdout: streamTo("stdout"), stderr: streamTo("stderr") } };
};

const serving = (folder: string, port = 0) => {
  const data = join(folder, "serve");
  const keys: Installed["keys"] = { env: { HOME: folder, XDG_CONFIG_HOME: folder }, secrets: [], with: () => keys };
  const installed = { version: "1.2.3", templates: "/", cwd: folder, keys, program: ["llmch"], whole: {} } as const;
  const end = new AbortController();
  const { lines, out } = output();
  const ended = serveJobs({ port, repos: [], data, slots: 2 }, installed, out, end.signal);
  onTestFinished(async () => {
    end.abort();
    await ended;
  });
  return { data, installed, lines, end, ended };
};
const begun = async (served: ReturnType<typeof serving>) => {
  await expect.poll(() => served.lines.stderr).toContain("\n");
  return Number(/:(\d+)\//.exec(served.lines.stdout)?.[1]);
};

test("a server prints its link, gives more of them, is the only one of its folder, and leaves nothing but its token", async () => {
  const folder = newFolder();
  const served = serving(folder);
  const port = await begun(served);
  expect(served.lines.stdout).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]{43}\n$/);
  const token = readFileSync(join(served.data, "token"), "utf8");
  const asked = written("GET /api/v1/state", port, { authorization: `Bearer ${token}` });
  expect(statusOf(await raw(port, asked))).toBe(200);

  const other = serving(folder);
  expect(await other.ended).toBe(1);
  expect(other.lines).toEqual({
    stdout: "",
    stderr: expect.stringContaining(`llmch serve --link --data ${served.data}`),
  });

  const { lines, out } = output();
  expect(await printLink(served.data, served.installed, out)).toBe(0);
  expect(lines.stdout).toMatch(new RegExp(`^http://127\\.0\\.0\\.1:${port}/\\?token=[\\w-]{43}\n$`));
  expect(lines.stdout).not.toBe(served.lines.stdout);

  served.end.abort();
  expect(await served.ended).toBe(0);
  expect(existsSync(join(served.data, "server.json"))).toBe(false);
  expect(readFileSync(join(served.data, "token"), "utf8")).toBe(token);
  expect(JSON.stringify([served.lines, lines])).not.toContain(token);
  expect(await printLink(served.data, served.installed, output().out)).toBe(1);
});

test("a port that is taken, and a folder that cannot be used, refuse the start", async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    taken.close();
  });
  const address = taken.address();
  const served = serving(newFolder(), typeof address === "object" ? address?.port : 0);
  expect(await served.ended).toBe(1);
  expect(served.lines).toEqual({ stdout: "", stderr: expect.stringContaining("--port 0") });
  const folder = newFolder();
  writeFileSync(join(folder, "serve"), "");
  const refused = serving(folder);
  expect(await refused.ended).toBe(1);
  expect(refused.lines.stdout).toBe("");
});
