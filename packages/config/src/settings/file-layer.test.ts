import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { fileLayer } from "./file-layer.ts";

const layerOf = (text: string) => fileLayer({ path: "/r/f.json", name: "f.json", text, writer: "user" }, []);

test.each([
  ["// sk-proj-abcdefgh12345678\n{}", 1],
  ['{} /* OFFICE="sk-ant-abcdefgh12345678" */', 1],
  ["{}\n// the value: my-own-secret-1", 1],
  ["// a key begins with sk-ant- or sk-proj-… and stands in OPENAI_API_KEY\n{}", 0],
])("no key may be in a comment: %s", (text, faults) => {
  const read = fileLayer({ path: "/r/f.json", name: "f.json", text, writer: "user" }, ["my-own-secret-1"]).faults;
  expect(read).toHaveLength(faults);
  expect(JSON.stringify(read)).not.toMatch(/abcdefgh|own-secret/);
});

test("the examples on the settings page are valid", () => {
  const page = readFileSync(new URL("../../../../docs/settings.md", import.meta.url), "utf8");
  const examples = [...page.matchAll(/```jsonc\n([\s\S]*?)```/g)].map(([, text = ""]) =>
    text.startsWith("{") ? text : `{"models": {${text}}}`,
  );
  expect(examples).toHaveLength(7);
  for (const text of examples) expect(layerOf(text).faults).toEqual([]);
});
