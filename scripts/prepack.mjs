// Runs before the cli package is packed: puts the README and the licence beside it, and refuses to pack what is not built.
import { copyFileSync, existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const cli = join(root, "packages/cli");

if (existsSync(join(cli, "dist/library.d.ts")) && existsSync(join(cli, "templates"))) {
  for (const name of ["README.md", "LICENSE"]) copyFileSync(join(root, name), join(cli, name));
} else {
  process.stderr.write("the cli is not built: run `npx -y pnpm@12.21.0 build` first\n");
  process.exitCode = 1;
}
