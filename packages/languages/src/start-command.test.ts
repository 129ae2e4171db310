import { expect, test } from "vitest";
import { startCommandOf, tellsStart } from "./start-command.ts";

const readme = (...lines: readonly string[]) => ["# Shop", "```sh", ...lines, "```", ""].join("\n");

test.each<[argv: string | null, texts: Readonly<Record<string, string>>]>([
  ["node src/cli.js", { "package.json": '{"name": "shop", "bin": {"other": "a.js", "shop": "./src/cli.js"}}' }],
  ["node cli.js", { "package.json": '{"bin": "cli.js", "scripts": {"start": "node a.js"}}' }],
  ["node server.js --port 1", { "package.json": '{"scripts": {"start": "node server.js --port 1"}}' }],
  ["npm run --silent start --", { "package.json": '{"scripts": {"start": "tsc && node a.js"}}' }],
  ["python3 -m shop", { "shop/__main__.py": "", "shop/__init__.py": "", "README.md": readme("python -m pytest") }],
  [
    "python3 shop.py",
    { "shop.py": "", "other.py": "", "README.md": readme("$ python3 shop.py add a", "python shop.py ls") },
  ],
  [null, { "a.py": "", "b.py": "", "README.md": readme("python3 a.py", "python3 b.py") }],
  [null, { "a.py": "", "README.md": "Run python3 a.py." }],
  ["node a.mjs", { "a.mjs": "", "package.json": "{}", README: readme("node ./a.mjs --help") }],
  ["node a.js", { "a.js": "", "b.js": "", "README.md": "# Shop\n\n    node a.js add 1\n\nnode b.js too.\n" }],
  ["cargo run --quiet --", { "Cargo.toml": "[package]", "src/main.rs": "" }],
  ["go run ./", { "go.mod": "", "main.go": "" }],
  ["go run ./cmd/shop", { "go.mod": "", "cmd/shop/main.go": "" }],
  [null, {}],
])("%s", (argv, all) => {
  const texts = Object.fromEntries(Object.entries(all).filter(([path]) => tellsStart(path)));
  expect(startCommandOf({ files: Object.keys(all), texts })?.join(" ") ?? null).toBe(argv);
});
