import { DEFAULT_SETTINGS, type Settings } from "@llmch/contract/settings";
import { describe, expect, test } from "vitest";
import { distrusted, modelsOf, serverOf, untrustedServers } from "./trust.ts";

const settingsWith = (
  base_url: string,
  key_variable: string | null,
  trusted_hosts: readonly string[] = [],
): Settings => ({
  ...DEFAULT_SETTINGS,
  network: { ...DEFAULT_SETTINGS.network, trusted_hosts },
  models: {
    compatible: { office: { base_url, key_variable, key_command: null, api: "chat", model: null } },
    context_tokens: {},
    prices: {},
  },
});

describe("a server that the repo names", () => {
  test.each([
    ["http://localhost:8000/v1"],
    ["http://127.0.0.1"],
    ["http://127.9.9.9:1/v1"],
    ["http://[::1]:8080/v1"],
    ["http://0x7f.1/v1"],
    ["https://ok.example/v1"],
    ["https://OK.example:8443/v1"],
    ["https://port.example:8443/v1"],
  ])("may be sent a key: %s", (address) => {
    const settings = settingsWith(address, "OFFICE", ["ok.example", "port.example:8443"]);
    expect(untrustedServers(settings, ["office"])).toEqual({});
  });

  test.each([
    ["https://evil.example/v1", "evil.example"],
    ["https://localhost.evil.example", "localhost.evil.example"],
    ["http://127.0.0.1.evil.example", "127.0.0.1.evil.example"],
    ["https://ok.example.evil", "ok.example.evil"],
    ["https://sub.ok.example", "sub.ok.example"],
    ["https://port.example/v1", "port.example"],
    ["http://0.0.0.0:80/v1", "0.0.0.0"],
    ["http://128.0.0.1", "128.0.0.1"],
    ["http://[::2]", "[::2]"],
    ["http://[no", "a host that cannot be read"],
  ])("may not be sent a key: %s", (address, host) => {
    const settings = settingsWith(address, "OFFICE", ["ok.example", "port.example:8443"]);
    const { office } = untrustedServers(settings, ["office"]);
    expect(office).toMatchObject({
      code: "bad-settings",
      message: expect.stringContaining(`the key in OFFICE to ${host} `),
    });
    expect(untrustedServers(settings, [])).toEqual({});
  });

  test("that needs no key is sent none", () => {
    expect(untrustedServers(settingsWith("https://evil.example", null), ["office"])).toEqual({});
  });
});

test.each([
  ["compatible:office", true],
  ["compatible:office/llama", true],
  ["Compatible: office/llama", true],
  ["compatible:office2/llama", false],
  ["office", false],
  ["anthropic:office", false],
])("%s belongs to the server: %s", (name, isOf) => {
  const untrusted = untrustedServers(settingsWith("https://evil.example", "OFFICE"), ["office"]);
  expect(serverOf(name) === "office").toBe(isOf);
  expect(distrusted(untrusted, ["gpt-9", name]) === null).toBe(!isOf);
});

test("a role's models are its chain and those that it may turn to later", () => {
  const { planner, factory } = DEFAULT_SETTINGS;
  const settings: Settings = {
    ...DEFAULT_SETTINGS,
    planner: { ...planner, model: ["a", "b"] },
    factory: {
      ...factory,
      model: ["c"],
      escalation: [{ after: "any", failures: 2, do: "model", model: "d", usd: null }],
    },
  };
  expect([modelsOf(settings, "planner"), modelsOf(settings, "factory")]).toEqual([
    ["a", "b"],
    ["c", "d"],
  ]);
});
