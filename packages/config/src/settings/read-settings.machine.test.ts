import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DEFAULT_SETTINGS } from "@llmch/contract/settings";
import { temporaryFolder } from "@llmch/testkit";
import { createRedactor } from "@llmch/text";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { readSettings, type SettingsPlace } from "./read-settings.ts";

const folder = temporaryFolder();
const root = folder.path;
const REPO_FILE = "repo/llmch.config.json";
const USER_FILE = "home/.config/llmch/config.json";
afterAll(() => folder.remove());
beforeEach(() => {
  for (const name of ["repo", "home", "plain"]) rmSync(join(root, name), { recursive: true, force: true });
  mkdirSync(join(root, "repo/.git"), { recursive: true });
  mkdirSync(join(root, "repo/src/deep"), { recursive: true });
});

const write = (path: string, content: unknown) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(
    join(root, path),
    typeof content === "string" || Buffer.isBuffer(content) ? content : JSON.stringify(content),
  );
};
const read = (place: Partial<SettingsPlace> = {}) =>
  readSettings({ given: {}, repo: "repo", cwd: root, ...place, env: { HOME: join(root, "home"), ...place.env } });
const messages = async (place: Partial<SettingsPlace> = {}) =>
  (await read(place)).faults.map(({ code, message, hint }) => `${code} ${message}: ${hint}`);

test("the address of a Slack webhook is a secret from then on", async () => {
  const command = "slack:https://hooks.slack.test/T0/B0/s3Cr9t";
  write(USER_FILE, { notify: { command } });
  expect((await read()).values.notify.command).toBe(command);
  expect(createRedactor([]).text(`told ${command}`)).toBe("told slack:[redacted by llmch]");
});

describe("later values win", () => {
  const place = { env: { LLMCH_FACTORY_MAX_ATTEMPTS: "4" }, given: { "factory.max_attempts": 5 } };

  test("default, the repo's file, the user's own, environment, flags", async () => {
    const said = async (which: Partial<SettingsPlace>) => {
      const { values, origins, faults } = await read(which);
      expect(faults).toEqual([]);
      return [values.factory.max_attempts, origins["factory.max_attempts"]];
    };
    expect(await said({})).toEqual([5, undefined]);
    write(REPO_FILE, '{\n "factory": {\n "max_attempts": 2 }}');
    expect(await said({})).toEqual([2, "repo/llmch.config.json:3"]);
    write(USER_FILE, { factory: { max_attempts: 3 } });
    expect(await said({})).toEqual([3, "home/.config/llmch/config.json:1"]);
    expect(await said({ env: place.env })).toEqual([4, "LLMCH_FACTORY_MAX_ATTEMPTS"]);
    expect(await said(place)).toEqual([5, "--max-attempts <n>"]);
  });

  test("a repo can make its orders' commands exclusive, but cannot undo that for a user", async () => {
    const exclusive = async () => (await read()).values.run.exclusive;
    expect(await exclusive()).toBe(false);
    write(REPO_FILE, { run: { exclusive: true } });
    expect(await exclusive()).toBe(true);
    write(REPO_FILE, { run: { exclusive: false } });
    write(USER_FILE, { run: { exclusive: true } });
    expect(await exclusive()).toBe(true);
  });

  test("the repo's file adds to what waits for the user, and takes nothing away", async () => {
    const approve = async (place: Partial<SettingsPlace> = {}) => {
      const { values, faults } = await read(place);
      expect(faults).toEqual([]);
      return values.approve;
    };
    expect(await approve()).toEqual([]);
    write(REPO_FILE, { approve: ["orders"] });
    expect(await approve()).toEqual(["orders"]);
    write(USER_FILE, { approve: ["push"] });
    expect(await approve()).toEqual(["push", "orders"]);
    expect(await approve({ env: { LLMCH_APPROVE: "plan,orders" } })).toEqual(["plan", "orders"]);
    expect(await approve({ given: { approve: ["plan"] } })).toEqual(["plan", "orders"]);
    // Who says none on their own machine is not asked.
    expect(await approve({ env: { LLMCH_APPROVE: "none" } })).toEqual([]);
    write(REPO_FILE, { approve: "none" });
    expect(await approve()).toEqual(["push"]);
    expect(await messages({ env: { LLMCH_APPROVE: "order" } })).toEqual([
      "bad-settings LLMCH_APPROVE must be none, or a list of plan, orders, network, push, revision, question, scope, examination: set it to one, or unset it",
    ]);
  });

  test("servers and prices, member by member", async () => {
    const server = (base_url: string) => ({ base_url });
    const price = { input: 1, output: 2 };
    write(REPO_FILE, {
      models: { compatible: { a: server("http://repo"), b: server("http://repo") }, prices: { x: price } },
    });
    write(USER_FILE, { models: { compatible: { b: server("http://user") } } });
    const env = { LLMCH_MODELS_PRICES: JSON.stringify({ y: price }) };
    const { values, origins } = await read({ env });
    const { compatible, prices } = values.models;
    expect([compatible.a?.base_url, compatible.b?.base_url]).toEqual(["http://repo", "http://user"]);
    expect(Object.keys(prices)).toEqual(["x", "y"]);
    expect(origins).toMatchObject({
      "models.compatible.a": "repo/llmch.config.json:1",
      "models.compatible.b": "home/.config/llmch/config.json:1",
      "models.prices.y": "LLMCH_MODELS_PRICES",
    });
  });
});

describe("the files", () => {
  const model = { planner: { model: "m" } };

  test.each([
    ["the repo's root", "repo"],
    ["a folder in it", "repo/src/deep"],
  ])("of %s", async (_, repo) => {
    write(REPO_FILE, model);
    expect((await read({ repo })).values.planner.model).toEqual(["m"]);
    expect((await read({ repo: ".", cwd: join(root, repo) })).values.planner.model).toEqual(["m"]);
  });

  test("of a folder outside any repo are only in that folder", async () => {
    write("plain/llmch.config.json", model);
    mkdirSync(join(root, "plain/below"));
    expect((await read({ repo: "plain" })).values.planner.model).toEqual(["m"]);
    expect((await read({ repo: "plain/below" })).values).toEqual(DEFAULT_SETTINGS);
    expect((await read({ repo: null })).files.map(({ writer }) => writer)).toEqual(["user"]);
  });

  test("of the user are named explicitly, or in the usual places", async () => {
    write("elsewhere/c.json", model);
    write("xdg/llmch/config.json", { planner: { model: "xdg" } });
    const modelWith = async (env: Record<string, string>) => (await read({ env })).values.planner.model;
    expect(await modelWith({ LLMCH_CONFIG: "elsewhere/c.json" })).toEqual(["m"]);
    expect(await modelWith({ XDG_CONFIG_HOME: join(root, "xdg") })).toEqual(["xdg"]);
    expect(await modelWith({ XDG_CONFIG_HOME: "xdg" })).toEqual(DEFAULT_SETTINGS.planner.model);
    write(USER_FILE, { planner: { model: "home" } });
    expect(await modelWith({})).toEqual(["home"]);
    expect(await modelWith({ LLMCH_CONFIG: "/dev/null" })).toEqual(DEFAULT_SETTINGS.planner.model);
    expect(await messages({ env: { LLMCH_CONFIG: "nowhere.json" } })).toEqual([
      "bad-settings nowhere.json cannot be read (there is no such file): write it, or unset LLMCH_CONFIG",
    ]);
  });

  test("may have comments, trailing commas, a byte order mark and Windows line endings", async () => {
    write(REPO_FILE, '\ufeff// why\r\n{ /* a */ "planner": {\r\n  "max_attempts": 2, // b\r\n "modl": 1 }, }\r\n');
    const { values, faults } = await read();
    expect(values.planner.max_attempts).toBe(2);
    expect(faults.map(({ message }) => message)).toEqual([
      "repo/llmch.config.json:4:2: there is no setting planner.modl",
    ]);
  });

  test.each<[title: string, content: string | Buffer, said: RegExp]>([
    ["is too large", `{}${" ".repeat(256 * 1024)}`, /larger than 262144 bytes/],
    ["is not UTF-8", Buffer.from([0x7b, 0xe9, 0x7d]), /not UTF-8/],
    ["holds a NUL", "{}\0", /NUL/],
    ["is empty", "", /:1:1: this is not JSON \(value expected\)/],
    ["is no object", "[1]", /:1:1: the file must be an object/],
    ["is cut off", '{\n "planner": {', /:2:14: this is not JSON \(close brace expected\)/],
    ["is no JSON", '{ "planner" "model" }', /:1:13: this is not JSON \(colon expected\)/],
    ["is deep", "[".repeat(100_000), /nested too deep|no JSON/],
    ["is deep and whole", `{"planner": ${"[".repeat(100)}${"]".repeat(100)}}`, /nested too deep/],
    ["says a thing twice", '{"budget": {"usd": 1,\n "usd": 2}}', /:2:2: this key appears twice/],
    ["says a thing twice in two spellings", '{"budget": {"usd": 1, "\\u0075sd": 2}}', /:1:23: this key appears twice/],
  ])("a file that %s is a fault", async (_, content, said) => {
    write(REPO_FILE, content);
    const told = await messages();
    expect(told).toHaveLength(1);
    expect(told[0]).toMatch(said);
  });

  test("only the user's own file may be a link; folders and pipes are faults", async () => {
    write("target.json", model);
    symlinkSync("../target.json", join(root, REPO_FILE));
    expect(await messages()).toEqual([
      "bad-settings repo/llmch.config.json cannot be read (it is a link): make it a readable UTF-8 file, or remove it",
    ]);
    rmSync(join(root, REPO_FILE));
    mkdirSync(join(root, REPO_FILE));
    expect(await messages()).toMatchObject([expect.stringContaining("(it is a directory)")]);
    rmSync(join(root, REPO_FILE), { recursive: true });
    execFileSync("mkfifo", [join(root, REPO_FILE)]);
    expect(await messages()).toMatchObject([expect.stringContaining("(it is no regular file)")]);
    rmSync(join(root, REPO_FILE));
    mkdirSync(join(root, dirname(USER_FILE)), { recursive: true });
    symlinkSync(join(root, "target.json"), join(root, USER_FILE));
    expect((await read()).values.planner.model).toEqual(["m"]);
  });
});

test("all faults are reported in order, file by file, then those of variables", async () => {
  write(REPO_FILE, '{\n  "planner": { "model": "", "modle": 1 },\n  "nothing": 1\n}');
  write(USER_FILE, { network: { retries: 11, trusted_hosts: [] } });
  const told = await messages({ env: { LLMCH_BUDGET_USD: "much", LLMCH_TOTAL_TIMEOUT_MS: "0" } });
  expect(told.map((each) => each.replace(/^bad-settings /, "").slice(0, 52))).toEqual([
    "repo/llmch.config.json:2:25: planner.model must be a",
    "repo/llmch.config.json:2:29: there is no setting pla",
    "repo/llmch.config.json:3:3: there is no setting noth",
    "home/.config/llmch/config.json:1:23: network.retries",
    "LLMCH_TOTAL_TIMEOUT_MS must be a whole number of mil",
    "LLMCH_BUDGET_USD must be a number of US dollars from",
  ]);
});

test("a server that only the repo names is sent no key, until the user trusts its host or names it", async () => {
  const compatible = { office: { base_url: "https://models.example/v1", key_variable: "OFFICE" } };
  write(REPO_FILE, { models: { compatible } });
  const untrusted = async (place: Partial<SettingsPlace> = {}) => Object.keys((await read(place)).untrusted);
  expect(await untrusted()).toEqual(["office"]);
  expect(await untrusted({ env: { LLMCH_NETWORK_TRUSTED_HOSTS: "models.example" } })).toEqual([]);
  expect(await untrusted({ env: { LLMCH_MODELS_COMPATIBLE: JSON.stringify(compatible) } })).toEqual([]);
  write(USER_FILE, { models: { compatible } });
  expect(await untrusted()).toEqual([]);
  write(USER_FILE, { network: { trusted_hosts: ["models.example"] } });
  expect(await untrusted()).toEqual([]);
  write(REPO_FILE, { models: { compatible }, network: { trusted_hosts: ["models.example"] } });
  rmSync(join(root, USER_FILE));
  expect(await untrusted()).toEqual(["office"]);
});

test("a price from the repo alone is doubted, except for a server that only the repo names", async () => {
  const price = { input: 0, output: 0 };
  const compatible = { office: { base_url: "http://localhost/v1" }, mine: { base_url: "http://localhost/v1" } };
  const prices = { "gpt-5.2": price, x: price, "compatible:office/m": price, "compatible:mine": price };
  write(REPO_FILE, { models: { compatible, prices } });
  write(USER_FILE, { models: { compatible: { mine: compatible.mine }, prices: { x: price } } });
  expect((await read()).doubtedPrices).toEqual(["gpt-5.2", "compatible:mine"]);
});

describe("files of models", () => {
  test("are relative to where they are named", async () => {
    write(REPO_FILE, { planner: { model: ["replay:models/a.jsonl", "gpt-9"] } });
    write(USER_FILE, { review: { model: "replay:b.jsonl" } });
    const { values } = await read({ env: { LLMCH_FACTORY_MODEL: "replay:c.jsonl" } });
    expect(values.planner.model).toEqual([`replay:${root}/repo/models/a.jsonl`, "gpt-9"]);
    expect(values.review.model).toBe(`replay:${root}/${dirname(USER_FILE)}/b.jsonl`);
    expect(values.factory.model).toEqual([`replay:${root}/c.jsonl`]);
  });

  test.each(["replay:../a.jsonl", "replay:/a.jsonl", "replay:out/a.jsonl"])(
    "the repo's own file may not name %s",
    async (name) => {
      symlinkSync("/tmp", join(root, "repo/out"));
      write(REPO_FILE, { planner: { model: ["gpt-9", name] } });
      expect(await messages()).toEqual([expect.stringMatching(/:1:30: planner\.model names a file outside the repo/)]);
      rmSync(join(root, REPO_FILE));
      write(USER_FILE, { planner: { model: name } });
      expect(await messages()).toEqual([]);
    },
  );
});

test.each(["PATH", "LC_ALL", "HTTPS_PROXY", "GIT_SSH_COMMAND", "LLMCH_CONFIG"])(
  "no key is taken from %s",
  async (name) => {
    write(USER_FILE, { models: { compatible: { a: { base_url: "http://localhost", key_variable: name } } } });
    const variables = { LLMCH_MODELS_COMPATIBLE: `{"b": {"base_url": "http://localhost", "key_variable": "${name}"}}` };
    expect(await messages({ env: variables })).toHaveLength(2);
    expect(await messages()).toEqual([expect.stringMatching(new RegExp(`are given ${name}, so it cannot hold a key`))]);
  },
);

test("a command that prints a key is the user's to name, never a repo's", async () => {
  const compatible = { a: { base_url: "http://localhost", key_command: ["print-key"] } };
  write(REPO_FILE, { models: { compatible } });
  expect(await messages()).toEqual([
    expect.stringMatching(/a repo's own file may not name a command that prints a key/),
  ]);
  rmSync(join(root, REPO_FILE));
  write(USER_FILE, { models: { compatible } });
  expect(await messages()).toEqual([]);
});

test.each(["groq", "ollama", "azure"])("where %s is, is the user's to say, never a repo's", async (name) => {
  const compatible = { [name]: { base_url: "http://elsewhere" } };
  write(REPO_FILE, { models: { compatible } });
  expect(await messages()).toEqual([
    expect.stringMatching(
      new RegExp(`^bad-settings .*a repo's own file may not say where ${name} is.*: give the server`),
    ),
  ]);
  rmSync(join(root, REPO_FILE));
  write(USER_FILE, { models: { compatible } });
  expect(await messages()).toEqual([]);
  const variables = { LLMCH_MODELS_COMPATIBLE: JSON.stringify(compatible) };
  expect(await messages({ env: variables })).toEqual([]);
});

test("a secret from the environment is found in a file, and not repeated", async () => {
  write(USER_FILE, { planner: { model: "hush-1234-5678" } });
  const told = await messages({ env: { FORGE_TOKEN: "hush-1234-5678" } });
  expect(told).toEqual([expect.stringMatching(/there seems to be a key in planner\.model/)]);
  expect(told.join()).not.toContain("hush");
});
