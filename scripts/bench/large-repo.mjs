import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";

/**
 * Makes a repo with one commit of many small files, a hundred a folder, without writing them one by one: git takes them
 * as a stream.
 * @param {string} path
 * @param {number} count
 * @param {Readonly<Record<string, string>>} more files besides
 */
export const makeLargeRepo = (path, count, more = {}) => {
  mkdirSync(path, { recursive: true });
  const run = (args, input) => {
    const { status, stderr } = spawnSync("git", ["-C", path, ...args], { input, encoding: "utf8", maxBuffer: 1 << 28 });
    if (status !== 0) throw new Error(`git ${args[0]}: ${stderr}`);
  };
  const file = (name, content) => `M 100644 inline ${name}\ndata ${Buffer.byteLength(content)}\n${content}\n`;
  const stream = ["commit refs/heads/work\ncommitter bench <bench@localhost> 1700000000 +0000\ndata 5\nstart\n"];
  for (let index = 0; index < count; index++) {
    stream.push(file(largePath(index), `export const part${index} = ${index};\n// ${"x".repeat(500)}\n`));
  }
  for (const [name, content] of Object.entries(more)) stream.push(file(name, content));
  run(["init", "-q", "-b", "work"]);
  run(["config", "user.name", "bench"]);
  run(["config", "user.email", "bench@localhost"]);
  run(["fast-import", "--quiet"], stream.join(""));
  run(["reset", "--hard", "-q"]);
};

/** Where the file of a number lies: `src/area-3/group-42/part-1234.js`. */
export const largePath = (index) =>
  `src/area-${Math.floor(index / 10_000)}/group-${Math.floor(index / 100) % 100}/part-${index}.js`;
