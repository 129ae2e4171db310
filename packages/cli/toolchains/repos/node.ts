import { absent, contains, type ExistingRepo, exists, unchanged } from "../existing-repo.ts";

const SLUG = `import { pad } from "pad";

export const slug = (title) => title.toLowerCase().replaceAll(" ", "-");

export const numbered = (title, number) => \`\${pad(number)}-\${slug(title)}\`;
`;
const TEST = `import assert from "node:assert/strict";
import { test } from "node:test";
import { numbered, slug } from "../src/slug.js";

test("a title becomes a slug", () => assert.equal(slug("Milk And Eggs"), "milk-and-eggs"));
test("a number stands before it", () => assert.equal(numbered("Milk", 7), "07-milk"));
`;
const NEW_TEST = 'test("marks are left out", () => assert.equal(slug("Milk & Eggs!"), "milk-eggs"));\n';
const CLI = `import { slug } from "./slug.js";

console.log(slug(process.argv.slice(2).join(" ")));
`;
const OLD_SLUG = 'title.toLowerCase().replaceAll(" ", "-")';
const NEW_SLUG = 'title.toLowerCase().match(/[a-z0-9]+/g).join("-")';

/** A package of ES modules with a dependency that is installed, tested by its own test script. */
export const NODE: ExistingRepo = {
  name: "node",
  needs: [],
  files: {
    ".gitignore": "node_modules/\n",
    "package.json": `${JSON.stringify({ name: "notes", private: true, type: "module", scripts: { test: "node --test" } }, null, 2)}\n`,
    "README.md": "# Notes\n",
    "src/slug.js": SLUG,
    "src/cli.js": CLI,
    "src/legacy.js": "export const legacy = true;\n",
    "test/slug.test.js": TEST,
    "test/legacy.test.js":
      'import assert from "node:assert/strict";\nimport { test } from "node:test";\nimport { legacy } from "../src/legacy.js";\n\ntest("legacy", () => assert.ok(legacy));\n',
  },
  installed: {
    "node_modules/pad/package.json": '{ "name": "pad", "type": "module", "exports": "./index.js" }\n',
    "node_modules/pad/index.js": 'export const pad = (number) => String(number).padStart(2, "0");\n',
    "node_modules/.package-lock.json": "{}\n",
  },
  verifiedBy: "npm test",
  wrong: [{ path: "src/slug.js", edits: [{ find: "pad(number)", replace: "number" }] }],
  orders: [
    {
      order: {
        title: "Leave marks out of slugs",
        intent: "slug in src/slug.js keeps letters and digits alone, and joins the words by hyphens.",
        preconditions: [contains("src/slug.js", "export const slug")],
        postconditions: [
          contains("src/slug.js", "export const slug"),
          exists("test/slug.test.js"),
          unchanged("src/cli.js"),
        ],
        acceptance_commands: [
          "node --input-type=module -e \"import { slug } from './src/slug.js'; if (slug('A & b') !== 'a-b') process.exit(1)\"",
        ],
      },
      writes: [
        { path: "src/slug.js", edits: [{ find: OLD_SLUG, replace: NEW_SLUG }] },
        {
          path: "test/slug.test.js",
          edits: [{ find: 'test("a number stands', replace: `${NEW_TEST}test("a number stands` }],
        },
      ],
    },
    {
      order: {
        title: "Drop the legacy module",
        intent: "Delete src/legacy.js and its tests: nothing uses them.",
        preconditions: [exists("src/legacy.js"), exists("test/legacy.test.js")],
        postconditions: [absent("src/legacy.js"), absent("test/legacy.test.js")],
        acceptance_commands: ["node src/cli.js Milk"],
      },
      writes: [
        { path: "src/legacy.js", delete: true },
        { path: "test/legacy.test.js", delete: true },
      ],
    },
    {
      order: {
        title: "Call the module by what it makes",
        intent: "Rename src/slug.js to src/file-name.js; src/cli.js and the tests import it from there.",
        preconditions: [exists("src/slug.js"), absent("src/file-name.js"), absent("src/legacy.js")],
        postconditions: [
          absent("src/slug.js"),
          contains("src/file-name.js", "export const slug"),
          exists("src/cli.js"),
          exists("test/slug.test.js"),
        ],
        acceptance_commands: ["node src/cli.js Milk And Eggs"],
      },
      writes: [
        { path: "src/slug.js", rename_to: "src/file-name.js" },
        { path: "src/cli.js", edits: [{ find: "./slug.js", replace: "./file-name.js" }] },
        { path: "test/slug.test.js", edits: [{ find: "../src/slug.js", replace: "../src/file-name.js" }] },
      ],
    },
  ],
  expected: {
    "src/slug.js": null,
    "src/file-name.js": SLUG.replace(OLD_SLUG, NEW_SLUG),
    "src/legacy.js": null,
    "test/legacy.test.js": null,
    "src/cli.js": CLI.replace("./slug.js", "./file-name.js"),
    "test/slug.test.js": TEST.replace('test("a number', `${NEW_TEST}test("a number`).replace(
      "../src/slug",
      "../src/file-name",
    ),
  },
};
