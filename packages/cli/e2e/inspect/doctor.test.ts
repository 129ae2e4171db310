import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { serves, startModelServer } from "@llmch/testkit";
import { describe, expect, it } from "vitest";
import { createScene, onlyGitAndNode } from "../scene.ts";

/** The state of each check, by name. */
const foundIn = (stdout: string): Record<string, string> =>
  Object.fromEntries(
    JSON.parse(stdout).checks.map(({ name, state }: { name: string; state: string }) => [name, state]),
  );

describe("llmch doctor", () => {
  it("finds everything present, sends the server nothing that costs, and creates nothing", async () => {
    const scene = createScene();
    scene.order();
    const server = await startModelServer({ chat: [serves.status(500, { message: "never asked" })] });
    const env = { OPENAI_API_KEY: "sk-test-of-the-doctor", OPENAI_BASE_URL: server.url };
    const argv = ["doctor", scene.orders, "--repo", scene.repo, "--artifacts-dir", scene.artifacts, "--json"];
    const { code, stdout } = await scene.llmch(argv, { env });
    await server.close();
    const found = foundIn(stdout);
    expect(code, stdout).toBe(0);
    expect(found).toMatchObject({
      node: "ok",
      git: "ok",
      key: "ok",
      server: "ok",
      repo: "ok",
      plan: "ok",
      programs: "ok",
    });
    expect(server.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(["GET /models"]);
    expect(stdout).not.toContain("sk-test-of-the-doctor");
    expect(scene.runs()).toEqual([]);
  });

  it("asks a server that only the repo's own file names if the user says so", async () => {
    const scene = createScene();
    scene.git("remote", "add", "origin", "https://me:hunter2@host/x.git");
    const server = await startModelServer({ chat: [serves.answers("{}")] });
    const compatible = { office: { base_url: server.url, key_variable: null, api: "chat", model: "m" } };
    const model = ["compatible:office"];
    const settings = JSON.stringify({ models: { compatible }, planner: { model }, factory: { model, push: "each" } });
    scene.commit({ "llmch.config.json": settings });
    const doctor = (flags: readonly string[], env = {}) =>
      scene.llmch(["doctor", "--repo", scene.repo, "--artifacts-dir", scene.artifacts, ...flags], { env });
    const asked = () => server.requests.length;

    const { stdout } = await doctor([]);
    expect(stdout).toMatch(
      /^WARN +server +127\.0\.0\.1:\d+ was not asked: the repo's own file names it: `llmch doctor --contact`/m,
    );
    expect(stdout).toMatch(/^OK +push +pushes each commit to origin \(https:\/\/host\/x\.git\)$/m);
    expect(asked()).toBe(0);
    await doctor(["--contact", "--offline"]);
    expect(asked()).toBe(0);
    expect((await doctor(["--contact"])).stdout).toMatch(/^OK +server +127\.0\.0\.1:\d+ answers/m);
    await doctor([], { LLMCH_NETWORK_TRUSTED_HOSTS: new URL(server.url).host });
    const own = join(scene.root, "own.json");
    writeFileSync(own, settings);
    await doctor([], { LLMCH_CONFIG: own });
    expect(asked()).toBe(3);
    await server.close();
  });

  it("asks one server by its name, whatever the settings ask", async () => {
    const scene = createScene();
    const server = await startModelServer({ chat: [serves.answers("{}")] });
    const compatible = JSON.stringify({ ollama: { base_url: server.url } });
    const said = async (name: string, env = {}) => {
      const { stdout } = await scene.llmch(["doctor", "--repo", scene.repo, "--contact", name], { env });
      return stdout
        .split("\n")
        .filter((line) => /^\S+ +(?:server|key|settings) /.test(line))
        .join("\n");
    };
    expect(await said("ollama", { LLMCH_MODELS_COMPATIBLE: compatible })).toMatch(
      /^OK +server +127\.0\.0\.1:\d+ answers$/,
    );
    expect(await said("groq")).toMatch(/^MISSING +key +GROQ_API_KEY is not set: /);
    expect(await said("azure")).toMatch(
      /^MISSING +settings +AZURE_OPENAI_ENDPOINT is not set: .*https:\/\/NAME\.openai\.azure\.com$/,
    );
    expect(await said("olama")).toMatch(
      /^MISSING +server +there is no server olama: name one of openai, anthropic, ollama, /,
    );
    expect(server.requests.map(({ path }) => path)).toEqual(["/models"]);
    await server.close();
  });

  it("names what is missing, each with its hint, and exits with 1", async () => {
    const scene = createScene();
    scene.order({ acceptance_commands: ["no-such-program --version"] });
    const bin = onlyGitAndNode(scene.root);
    const { code, stdout, stderr } = await scene.llmch(["doctor", scene.orders, "--repo", scene.repo], {
      env: { PATH: bin },
    });
    expect(code).toBe(1);
    expect(stdout).toMatch(/^OK +git +2\./m);
    expect(stdout).toMatch(/^WARN +sandbox +bwrap is not on the PATH: .*: install bubblewrap/m);
    expect(stdout).toMatch(/^MISSING +key +OPENAI_API_KEY is not set: set it/m);
    expect(stdout).toMatch(/^MISSING +programs .*no-such-program, which is not on the PATH: install no-such-program/m);
    expect(stdout).toMatch(/^FAIL {2}2 things that are needed are missing$/m);
    expect(stderr).toBe("");

    const withSetup = { PATH: bin, LLMCH_SETUP_COMMANDS: "sh install.sh" };
    const later = await scene.llmch(["doctor", scene.orders, "--repo", scene.repo], { env: withSetup });
    expect(later.stdout).toMatch(/^OK +programs +not looked for: setup\.commands may install them/m);
  });

  it("names what the repo's verification lacks, with and without orders, and does not offer to run it", async () => {
    const scene = createScene({ files: { "go.mod": "module x\n", "a.go": "package x\n" } });
    scene.order();
    const env = { PATH: onlyGitAndNode(scene.root) };
    for (const orders of [[], [scene.orders]]) {
      const argv = ["doctor", ...orders, "--repo", scene.repo, "--offline"];
      const { code, stdout } = await scene.llmch(argv, { env });
      expect(code).toBe(1);
      expect(stdout).toMatch(/^MISSING +programs +the verification of .* runs go, which is not on the PATH: /m);
      expect(stdout).not.toContain("baseline");
      const setup = await scene.llmch(argv, { env: { ...env, LLMCH_SETUP_COMMANDS: "sh install.sh" } });
      expect(setup.stdout).toMatch(/^OK +programs +not looked for: /m);
    }
  });

  it("refuses a variable before a command that verifies with the cure, as `config verify` and a run do", async () => {
    const scene = createScene({ files: { "llmch.config.json": '{"verify": {"commands": ["A=1 npm test"]}}\n' } });
    const order = scene.order();
    const cure =
      'verify.commands[0] must be a command that begins with its program (put its variables in verify.env: {"NAME": "value"})';
    for (const argv of [
      ["doctor", "--offline"],
      ["config", "verify"],
      ["run", order],
    ]) {
      const { code, stdout, stderr } = await scene.llmch(argv, { cwd: scene.repo });
      expect([code, `${stdout}${stderr}`]).toEqual([1, expect.stringContaining(cure)]);
    }
  });

  it("says that a fresh clone lacks its dependencies and how to install them, and starts none of its programs", async () => {
    const scene = createScene();
    const manifest = JSON.stringify({ scripts: { preinstall: "touch started" }, devDependencies: { vitest: "4" } });
    scene.commit({ "package.json": manifest, "package-lock.json": "{}", ".gitignore": "node_modules\n" });
    const doctor = async (env = {}) =>
      (await scene.llmch(["doctor", "--repo", scene.repo, "--offline"], { env })).stdout;
    const fresh = await doctor();
    expect(fresh).toMatch(/^WARN +dependencies +they are not installed: there is no node_modules: /m);
    expect(fresh).toMatch(/install them \(`npm ci`\), or set setup\.commands to \["npm ci"\]/);
    expect(fresh).not.toContain("everything that is needed is there");
    const later = await doctor({ LLMCH_SETUP_COMMANDS: "npm ci" });
    expect(later).toMatch(/^OK +dependencies .*setup\.commands install them in a run's worktree$/m);
    mkdirSync(join(scene.repo, "node_modules"));
    expect(await doctor()).toMatch(/^OK +dependencies +they are installed$/m);
    expect(existsSync(join(scene.repo, "started"))).toBe(false);
  });
});
