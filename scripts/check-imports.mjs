// Checks the direction of imports (docs/architecture.md) and that none form a circle: prints every fault and exits 1 if there are any.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { importCircles } from "./imports/circles.mjs";
import { forbiddenImports } from "./imports/directions.mjs";

const sources = (folder) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter((path) => path.endsWith(".ts"))
        .map((path) => join(folder, path).replaceAll("\\", "/"))
    : [];

const folders = readdirSync("packages").flatMap((name) => [`packages/${name}/src`, `packages/${name}/e2e`]);
const texts = new Map(folders.flatMap(sources).map((path) => [path, readFileSync(path, "utf8")]));
const forbidden = [...texts].flatMap(([path, text]) => forbiddenImports(path, text));
const circles = importCircles(texts);
for (const fault of forbidden) process.stderr.write(`${fault}\n`);
for (const circle of circles) process.stderr.write(`circle: ${circle.join(", ")}\n`);
process.stdout.write(`${texts.size} files, ${forbidden.length} forbidden imports, ${circles.length} circles\n`);
process.exitCode = forbidden.length + circles.length === 0 ? 0 : 1;
