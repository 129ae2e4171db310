import { expect, test } from "vitest";
import { isInstallation } from "./installation.ts";

const SCRIPT = "scripts/verify.sh";
const npm = (scripts: Readonly<Record<string, string>>) => ({ "package.json": JSON.stringify({ scripts }) });

test.each<[command: string, texts: Readonly<Record<string, string>>, installs: boolean]>([
  ["python -m pip install --no-deps .", {}, true],
  ["uv sync", {}, true],
  ["maturin develop", {}, true],
  ["python setup.py develop", {}, true],
  [`bash ${SCRIPT}`, { [SCRIPT]: "set -e\npip install -e .\npytest\n" }, true],
  ["npm test", npm({ pretest: "prisma generate", test: "vitest run" }), true],
  ["composer dump-autoload -o", {}, true],
  ["python -m pytest -q", {}, false],
  ["npm test", npm({ test: "npm run build && jest", build: "tsc" }), false],
  [`bash ${SCRIPT}`, { [SCRIPT]: "# pip\npytest\n# install\n" }, false],
])("%s with %j installs: %j", (command, texts, installs) => {
  const tree = { files: Object.keys(texts), texts, present: [] };
  expect(isInstallation({ argv: command.split(" "), folder: null }, tree)).toBe(installs);
});
