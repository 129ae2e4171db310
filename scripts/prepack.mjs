// Runs before the cli package is packed: puts the README and the licence beside it, and refuses to pack without a build.
import { copyFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const cli = join(root, "packages/cli");
const { repository, version } = JSON.parse(readFileSync(join(cli, "package.json"), "utf8"));
const home = repository.url.replace(/^git\+|\.git$/g, "");

/** The README's links point into the repo, which the package does not contain, so they get this version's address there. */
const withAddresses = (markdown) =>
  markdown.replace(/(!?)\[([^\]]*)\]\((?![a-z]+:|#)([^)]+)\)/g, (_, image, text, path) =>
    [image, `[${text}]`, `(${home}/${image === "" ? "blob" : "raw"}/v${version}/${path})`].join(""),
  );

if (existsSync(join(cli, "dist/library.d.ts")) && existsSync(join(cli, "templates"))) {
  copyFileSync(join(root, "LICENSE"), join(cli, "LICENSE"));
  writeFileSync(join(cli, "README.md"), withAddresses(readFileSync(join(root, "README.md"), "utf8")));
} else {
  process.stderr.write("the cli is not built: run `npx -y pnpm@12.21.0 build` first\n");
  process.exitCode = 1;
}
