// Preloaded into a process of the built CLI: as that ends, writes down what V8 has compiled of each chunk, old and new together.
const { mkdirSync, renameSync, writeFileSync } = require("node:fs");
const { basename, join } = require("node:path");
const v8 = require("node:v8");
const vm = require("node:vm");

const folder = process.env.KEEP_CODE ?? "";
const scripts = new Map();
vm.Script = class extends vm.Script {
  constructor(source, options) {
    super(source, options);
    scripts.set(basename(options.filename), this);
  }
};
// V8 takes code only where its flags are those that the code was made with, and ours are set after most chunks are loaded.
v8.setFlagsFromString = () => {};

process.on("exit", () => {
  mkdirSync(folder, { recursive: true });
  for (const [chunk, script] of scripts) {
    const path = join(folder, `${chunk}.code`);
    writeFileSync(`${path}.tmp`, script.createCachedData());
    renameSync(`${path}.tmp`, path);
  }
});
