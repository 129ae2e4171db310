// Holds the direction of imports (docs/architecture.md): prints every forbidden one and exits 1 where there are any.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { forbiddenImports } from "./imports/directions.mjs";

const sources = (folder) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter((path) => path.endsWith(".ts"))
        .map((path) => join(folder, path).replaceAll("\\", "/"))
    : [];

const folders = readdirSync("packages").flatMap((name) => [`packages/${name}/src`, `packages/${name}/e2e`]);
const files = folders.flatMap(sources);
const faults = files.flatMap((path) => forbiddenImports(path, readFileSync(path, "utf8")));
for (const fault of faults) process.stderr.write(`${fault}\n`);
process.stdout.write(`${files.length} files, ${faults.length} forbidden imports\n`);
process.exitCode = faults.length === 0 ? 0 : 1;
