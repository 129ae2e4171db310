// Checks the direction of imports (docs/architecture.md), that none form a circle, neither of files nor of folders, and that each package imports what it declares: prints
// every fault and exits 1 if there are any.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { folderCircles, importCircles } from "./imports/circles.mjs";
import { staleDependencies } from "./imports/dependencies.mjs";
import { forbiddenImports } from "./imports/directions.mjs";

/** The folders of a package that hold code. */
const CODE = ["src", "e2e", "toolchains", "browser"];

const sources = (folder) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter((path) => path.endsWith(".ts"))
        .map((path) => join(folder, path).replaceAll("\\", "/"))
    : [];

const names = readdirSync("packages");
const folders = names.flatMap((name) => CODE.map((folder) => `packages/${name}/${folder}`));
const texts = new Map(folders.flatMap(sources).map((path) => [path, readFileSync(path, "utf8")]));
const forbidden = [...texts].flatMap(([path, text]) => forbiddenImports(path, text));
const circles = [...importCircles(texts), ...folderCircles(texts)];
const stale = names.flatMap((name) => {
  const manifest = JSON.parse(readFileSync(`packages/${name}/package.json`, "utf8"));
  const own = new Map([...texts].filter(([path]) => path.startsWith(`packages/${name}/`)));
  return staleDependencies(manifest, own).map((fault) => `packages/${name}/package.json: ${fault}`);
});
for (const fault of [...forbidden, ...stale]) process.stderr.write(`${fault}\n`);
for (const circle of circles) process.stderr.write(`circle: ${circle.join(", ")}\n`);
process.stdout.write(
  `${texts.size} files, ${forbidden.length} forbidden imports, ${circles.length} circles, ${stale.length} stale dependencies\n`,
);
process.exitCode = forbidden.length + circles.length + stale.length === 0 ? 0 : 1;
