import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const id = (number) => `WO-${String(number).padStart(2, "0")}`;

/**
 * A valid plan of many orders, each with three preconditions.
 * @param {number} count
 * @param {{ python: boolean }} options python: a different `python -c` in each order
 */
export const manifestOf = (count, { python }) => ({
  system_overview: ["A plan to measure with."],
  verify_contract: null,
  work_orders: Array.from({ length: count }, (_, index) => ({
    id: id(index + 1),
    title: `Add part ${index}`,
    intent: `Write src/part-${index}.js, which exports the number ${index}.`,
    preconditions: [
      { kind: "file_absent", path: `src/part-${index}.js` },
      { kind: "file_absent", path: `src/part-${index + 1}.js` },
      index === 0
        ? { kind: "file_absent", path: "src/none.js" }
        : { kind: "file_exists", path: `src/part-${index - 1}.js` },
    ],
    postconditions: [{ kind: "file_exists", path: `src/part-${index}.js` }],
    allowed_files: [`src/part-${index}.js`],
    forbidden: [],
    acceptance_commands: [
      python
        ? `python -c "import json; assert json.loads('[${index}]') == [${index}], 'part ${index}'"`
        : `node src/part-${index}.js`,
    ],
    context_files: [],
    notes: null,
  })),
});

/** What orders consist of: commands as real orders have them, tests that print, and commands that cost next to nothing. */
export const KINDS = {
  real: {
    path: (number) => `src/part-${number}.mjs`,
    content: (number) => `${"// A part of the whole.\n".repeat(50)}export const part = ${number};\n`,
    command: (number) => [
      "node",
      "-e",
      `import('./src/part-${number}.mjs').then(({ part }) => process.exit(part === ${number} ? 0 : 1))`,
    ],
    verify: `set -eu
cd "$(dirname "$0")/.."
node -e 'Promise.all(require("fs").readdirSync("src").map((name) => import(process.cwd() + "/src/" + name)))'
`,
  },
  tested: {
    path: (number) => `src/part-${number}.test.mjs`,
    content: (number) =>
      `import test from "node:test";\nfor (let index = 0; index < 50; index++) test(\`part ${number} holds for \${index}\`, () => {});\n`,
    command: (number) => ["node", "--check", `src/part-${number}.test.mjs`],
    verify: `set -eu\ncd "$(dirname "$0")/.."\nnode --test src\n`,
  },
  empty: {
    path: (number) => `parts/part-${number}.txt`,
    content: (number) => `part ${number}\n`.repeat(50),
    command: (number) => ["grep", "-q", `part ${number}`, `parts/part-${number}.txt`],
    verify: "set -eu\ntest -f README.md\n",
  },
};

/**
 * Orders that each write one small file, in `<folder>/wo`, with the answers to them in `<folder>/exchanges.jsonl`.
 * @param {string} folder
 * @param {number} count
 * @param {typeof KINDS.real} kind
 * @returns {{ orders: string, exchanges: string, files: { path: string, content: string, command: string[] }[], answers: string[] }}
 */
export const writeOrders = (folder, count, kind) => {
  const orders = join(folder, "wo");
  mkdirSync(orders, { recursive: true });
  const base = createHash("sha256").update("").digest("hex");
  const files = [];
  const answers = [];
  for (let number = 1; number <= count; number++) {
    const path = kind.path(number);
    const content = kind.content(number);
    const command = kind.command(number);
    files.push({ path, content, command });
    const order = {
      id: id(number),
      title: `Add part ${number}`,
      intent: `Write ${path}.`,
      preconditions: [{ kind: "file_absent", path }],
      postconditions: [{ kind: "file_exists", path }],
      allowed_files: [path],
      forbidden: [],
      acceptance_commands: [command.map(quote).join(" ")],
      context_files: [],
      notes: null,
      verify_exempt: false,
    };
    writeFileSync(join(orders, `${id(number)}.json`), `${JSON.stringify(order, null, 2)}\n`);
    const text = JSON.stringify({ summary: "Written.", writes: [{ path, base_sha256: base, content }] });
    answers.push(text);
  }
  const exchanges = join(folder, "exchanges.jsonl");
  const lines = answers.map((text, index) => JSON.stringify({ key: `${id(index + 1)}/attempt-1`, response: { text } }));
  writeFileSync(exchanges, `${lines.join("\n")}\n`);
  return { orders, exchanges, files, answers };
};

const quote = (text) => `'${text.replaceAll("'", "'\\''")}'`;

/**
 * A shell script that does by hand what the orders do: write, verify, accept, add, commit.
 * @param {{ path: string, content: string, command: string[] }[]} files
 */
export const scriptOf = (files) => {
  const steps = files.map(
    ({ path, content, command }, index) =>
      `printf %s ${quote(content)} > ${quote(path)}
bash scripts/verify.sh
${command.map(quote).join(" ")}
git add -- ${quote(path)}
git commit -q -m ${quote(`Add part ${index + 1}`)}`,
  );
  return `set -eu\nmkdir -p src parts\n${steps.join("\n")}\n`;
};
