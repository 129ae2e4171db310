import { fileLayer } from "@llmch/config";
import { settingList } from "@llmch/contract/settings";
import { priceList } from "@llmch/models";
import { expect, test } from "vitest";
import { ANTHROPIC_MODELS } from "../operations/init.ts";
import { starterFile } from "./starter-file.ts";

const layerOf = (text: string) => fileLayer({ path: "/r/f.json", name: "f", text, writer: "repo" }, []);

test("the file that init writes sets what was chosen, and nothing else", () => {
  expect(layerOf(starterFile({ found: ["A tree."], chosen: {}, suggested: {}, isUsed: false }))).toMatchObject({
    layer: { values: {} },
    faults: [],
  });
  const chosen = { "planner.model": { value: "anthropic:x", because: "Why." } };
  const { layer, faults } = layerOf(starterFile({ found: [], chosen, suggested: {}, isUsed: false }));
  expect({ values: layer.values, faults }).toEqual({ values: { "planner.model": ["anthropic:x"] }, faults: [] });
});

test("each commented-out setting can be uncommented as it is", () => {
  const text = starterFile({ found: [], chosen: {}, suggested: {}, isUsed: false }).replace(
    /^(\s+)\/\/ (?=\s*["}])/gm,
    "$1",
  );
  const { layer, faults } = layerOf(text);
  expect(faults).toEqual([]);
  const names = Object.keys(layer.values);
  expect(names).toContain("models.compatible");
  for (const { name, default: fallback, kind } of settingList()) {
    if (names.includes(name) && kind.parts?.of !== "map") expect([name, layer.values[name]]).toEqual([name, fallback]);
  }
});

test("the models that init chooses have a price", () => {
  for (const name of Object.values(ANTHROPIC_MODELS)) expect(priceList({})(name)).not.toBeNull();
});

test("suggestions that are used are set", () => {
  const suggested = { "setup.commands": ["npm ci"], "verify.fix": [{ command: "black", files: ["*.py"] }] };
  const { layer, faults } = layerOf(starterFile({ found: [], chosen: {}, suggested, isUsed: true }));
  expect({ values: layer.values, faults }).toEqual({
    values: { "setup.commands": ["npm ci"], "verify.fix": [{ command: "black", files: ["*.py"] }] },
    faults: [],
  });
});

test("suggestions for the repo are in comments, in place of the defaults", () => {
  const text = starterFile({
    found: [],
    chosen: {},
    suggested: { "setup.commands": ["npm ci", "uv sync"] },
    isUsed: false,
  });
  expect(text).toContain('    // "commands": ["npm ci", "uv sync"],\n');
  expect(text).toContain('    // "commands": [],\n');
  expect(layerOf(text)).toMatchObject({ layer: { values: {} }, faults: [] });
});
