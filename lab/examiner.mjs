// pnpm examiner: what black-box checks from a spec find in finished products that the products' own tests do not see. Asks no model: one
// writes the requests, another command takes the answers. Needs Python and what the products need.
//
//   node lab/examiner.mjs ask FOLDER       writes FOLDER/requests/NAME.txt for each product; its answer goes to FOLDER/answers/NAME.json
//   node lab/examiner.mjs good FOLDER      runs the answers' checks on the good products; what fails is asked in FOLDER/requests/NAME-back.txt,
//                                          its answer goes to FOLDER/answers/NAME-back.json
//   node lab/examiner.mjs judge FOLDER     the same, then on up to six faults each that no own test sees
//
// FOLDER/index.json lists the products: [{name, test: [argv], start: [argv], sources: [paths]}]; each is in FOLDER/NAME with its spec.txt.
import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { loadSources } from "../scripts/build/load-sources.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [command, folder = "."] = process.argv.slice(2);
const MOST_FAULTS = 6;
const CHECK_SECONDS = 30;

const {
  backPrompt,
  makeChecks,
  askBack,
  programArgv,
  productAt,
  mutantsOf,
  createSyntaxParser,
  SYNTAX_READERS,
  numberedDemands,
} = await loadSources(
  root,
  `export * from "@llmch/examiner"; export { productAt } from "../../run/src/examination/product.ts"; export { mutantsOf } from "@llmch/strength";
     export { SYNTAX_READERS } from "@llmch/syntax"; export { createSyntaxParser } from "@llmch/syntax/code"; export { numberedDemands } from "@llmch/planner";`,
  "packages/app/src",
  "packages/syntax/.types",
);

const read = (path) => (existsSync(path) ? readFileSync(path, "utf8") : null);
const write = (path, text) => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
};

/** Runs a command in a folder; its exit code, and the end of what it printed. */
const run = (argv, cwd, seconds) =>
  new Promise((resolve) => {
    const env = { ...process.env, PYTHONDONTWRITEBYTECODE: "1" };
    const child = spawn(argv[0], argv.slice(1), { cwd, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
    const end = () => {
      try {
        process.kill(-child.pid, "SIGKILL");
      } catch {
        // It is gone.
      }
    };
    const timer = setTimeout(end, 1000 * seconds);
    child.on("error", () => resolve({ code: 127, output: "it cannot be started" }));
    child.on("close", (code) => {
      clearTimeout(timer);
      end();
      resolve({ code: code ?? 137, output: output.slice(-2000) });
    });
  });

/** A copy of a product, with one file changed or none. */
const withCopy = async (product, changed, body) => {
  const copy = join(mkdtempSync(join(tmpdir(), "llmch-examiner-")), product.name);
  try {
    cpSync(join(folder, product.name), copy, { recursive: true });
    if (changed !== null) writeFileSync(join(copy, changed.path), changed.text);
    return await body(copy);
  } finally {
    rmSync(dirname(copy), { recursive: true, force: true });
  }
};

const requestOf = async (product, answer) => {
  const place = join(folder, product.name);
  const paths = readdirSync(place, { recursive: true, withFileTypes: true })
    .filter(
      (entry) =>
        entry.isFile() && !/(?:^|\/)(?:\.git|node_modules|__pycache__)(?:\/|$)/.test(relative(place, entry.parentPath)),
    )
    .map((entry) => relative(place, join(entry.parentPath, entry.name)));
  const files = {
    trackedFiles: async () => paths.sort(),
    inspect: async (path) => ({ kind: "file", text: read(join(place, path)) }),
  };
  const commands = {
    run: async ({ argv }) => {
      const { code, output } = await run(argv, place, 10);
      return { ending: code === 137 ? "timed-out" : "exited", exitCode: code, stdoutTail: output, stderrTail: "" };
    },
  };
  const spec = read(join(place, "spec.txt"));
  const said = numberedDemands(spec).map(({ text }) => text);
  let prompt = "";
  const model = {
    ask: async ({ messages }) => {
      prompt ||= messages[0].content;
      return answer === null
        ? { kind: "failed", reason: "interrupted", message: "", hint: "" }
        : { kind: "answered", text: answer };
    },
  };
  const made = await makeChecks(
    {
      ...{
        template: read(join(root, "templates/EXAMINER_PROMPT.md")),
        spec,
        sentences: null,
        milestone: null,
        window: null,
      },
      product: await productAt(files, product.start ?? null, said, { commands }),
      ...{ first: 1, model: null, syntaxes: SYNTAX_READERS, settings: { max_attempts: 1 }, from: 1, folder: "" },
      limits: { promptBytes: 1e6 },
    },
    { model, ledger: LEDGER },
  );
  return { prompt, checks: made.kind === "made" ? made.checks : [], left: made.kind === "made" ? made.left : [] };
};
const LEDGER = { record: async () => {}, recordText: async () => {}, emit: async () => {}, settle: async () => {} };

/** Which of the checks fail, each in a copy of its own; `most` of them at most. */
const failing = async (product, checks, changed, most = checks.length) => {
  const failed = [];
  for (const check of checks) {
    if (failed.length === most) break;
    const { code, output } = await withCopy(product, changed, (copy) => run(programArgv(check), copy, CHECK_SECONDS));
    if (code !== 0)
      failed.push({ check, trial: { examination: 1, program_sha256: "", alone: [false], loaded: null, output } });
  }
  return failed;
};

/** Faults that the product's own tests do not see, spread over its code; the same for the same product. */
const unseenFaults = async (product) => {
  const parse = createSyntaxParser();
  const all = [];
  for (const path of product.sources) {
    const after = read(join(folder, product.name, path));
    const mutants = await mutantsOf({ path, before: null, after }, parse);
    all.push(...mutants.filter(({ line }) => line !== null));
  }
  const faults = [];
  // Steps of a prime's length reach every part.
  for (
    let at = 0, tried = 0;
    tried < all.length && tried < 60 && faults.length < MOST_FAULTS;
    tried++, at = (at + 37) % all.length
  ) {
    const fault = all[at];
    const { code } = await withCopy(product, fault, (copy) => run(product.test, copy, 120));
    if (code === 0) faults.push(fault);
  }
  return faults;
};

const products = JSON.parse(read(join(folder, "index.json")));
const sums = { checks: 0, first: 0, after: 0, faults: 0, found: 0 };
for (const product of products) {
  const answer = read(join(folder, "answers", `${product.name}.json`));
  const { prompt, checks, left } = await requestOf(product, command === "ask" ? null : answer);
  if (command === "ask") {
    write(join(folder, "requests", `${product.name}.txt`), prompt);
    process.stdout.write(`${product.name}  ${prompt.length} characters\n`);
    continue;
  }
  if (answer === null) continue;
  const first = await failing(product, checks, null);
  const back = read(join(folder, "answers", `${product.name}-back.json`));
  if (first.length > 0)
    write(
      join(folder, "requests", `${product.name}-back.txt`),
      backPrompt(first, ({ output }) => output),
    );
  const model = { ask: async () => ({ kind: "answered", text: back ?? "{}" }) };
  const at = { window: null, examination: 1, model: null, syntaxes: SYNTAX_READERS, folder: "" };
  const mended = first.length === 0 ? [] : await askBack(first, at, { model, ledger: LEDGER });
  const now = new Map(mended.map((check) => [check.id, check]));
  const standing = checks.map((check) => now.get(check.id) ?? check).filter(({ withdrawn }) => !withdrawn);
  const findings = await failing(product, standing, null);
  const good = standing.filter(({ id }) => !findings.some(({ check }) => check.id === id));
  const faults = command === "judge" ? await unseenFaults(product) : [];
  let found = 0;
  for (const fault of faults) {
    const [by] = await failing(product, good, fault, 1);
    if (by !== undefined) found++;
    process.stdout.write(
      `  ${by?.check.id ?? "----"}  ${fault.path}:${fault.line}  ${fault.kind}: ${fault.after?.trim() ?? ""}\n`,
    );
  }
  process.stdout.write(
    `${product.name}  ${checks.length} checks (${left.length} left out), ${first.length} failed, ${findings.length} findings after asking back` +
      `${findings.map(({ check }) => ` ${check.id}`).join("")}; ${found} of ${faults.length} unseen faults found\n`,
  );
  sums.checks += checks.length;
  sums.first += first.length;
  sums.after += findings.length;
  sums.faults += faults.length;
  sums.found += found;
}
if (command !== "ask") process.stdout.write(`${JSON.stringify(sums)}\n`);
