// Builds everything that is generated: JSON Schemas, compiled validators, parts of docs/, the bundled command and library with
// their types, and the files beside them: parsers and templates.
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundle, replaceFiles } from "./build/bundle.mjs";
import { operationCatalogue } from "./build/catalogue.mjs";
import { declarations } from "./build/declarations.mjs";
import { documents } from "./build/documents.mjs";
import { manual } from "./build/manual.mjs";
import { parserFiles } from "./build/parsers.mjs";
import { revisionFile } from "./build/revision.mjs";
import { publishedSchemas } from "./build/schemas.mjs";
import { compileValidators } from "./build/validators.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Writes only what changed, so that a build in a clean checkout leaves it clean and watchers quiet. */
const writeChanged = (path, text) => {
  if (existsSync(path) && readFileSync(path, "utf8") === text) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
};

const catalogue = await operationCatalogue(root);
const schemas = await publishedSchemas(root, catalogue.schema);
for (const [name, schema] of Object.entries(schemas)) {
  writeChanged(join(root, "templates/schemas", `${name}.schema.json`), `${JSON.stringify(schema, null, 2)}\n`);
}
for (const { name, code, types } of await compileValidators(root, schemas)) {
  writeChanged(join(root, "packages/contract/src/generated", `${name}.js`), code);
  writeChanged(join(root, "packages/contract/src/generated", `${name}.d.ts`), types);
}
for (const [path, text] of Object.entries(catalogue.files)) writeChanged(join(root, path), text);

const pages = await documents(root, catalogue.entries, schemas);
for (const [path, text] of Object.entries(pages)) writeChanged(join(root, path), text);
const { version } = JSON.parse(readFileSync(join(root, "packages/cli/package.json"), "utf8"));
writeChanged(join(root, "packages/cli/man/llmch.1"), await manual(root, version));
const [parsers, bundled] = await Promise.all([parserFiles(root), bundle(root)]);
const types = { "library.d.ts": declarations(root, schemas, catalogue.types) };
replaceFiles(join(root, "packages/cli/dist"), { ...parsers, ...types, ...revisionFile(root), ...bundled });
rmSync(join(root, "packages/cli/templates"), { recursive: true, force: true });
cpSync(join(root, "templates"), join(root, "packages/cli/templates"), { recursive: true });
// Programs read those of the package: without line breaks they take half the room.
for (const [name, schema] of Object.entries(schemas))
  writeFileSync(join(root, "packages/cli/templates/schemas", `${name}.schema.json`), JSON.stringify(schema));
