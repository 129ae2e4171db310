import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { TARGET_FILES } from "../../scripts/demo/target.mjs";

const ANSWERS = join(dirname(dirname(dirname(fileURLToPath(import.meta.url)))), "scripts/demo/answers");
/** An ordinary order of the demo: it writes two files and sees three more. */
const ORDER = "WO-06";

/**
 * How many bytes the prompt of an ordinary order has beyond the contents of the files that it shows. The order is carried out after those
 * before it are done, with a record that answers nothing.
 * @param {string[]} llmch
 * @param {string} place an empty folder
 * @param {(repo: string) => void} commit turns a folder into a repo with one commit of everything in it
 */
export const promptBytes = (llmch, place, commit) => {
  const plans = readdirSync(join(ANSWERS, "plan")).sort();
  const { work_orders } = JSON.parse(readFileSync(join(ANSWERS, "plan", plans.at(-1) ?? ""), "utf8"));
  const [order] = work_orders.filter(({ id }) => id === ORDER);
  const repo = join(place, "repo");
  const before = work_orders.slice(0, work_orders.indexOf(order)).flatMap(({ id }) => filesOf(id));
  for (const [path, text] of [...Object.entries(TARGET_FILES), ...before]) write(join(repo, path), text);
  commit(repo);
  write(join(place, `${ORDER}.json`), JSON.stringify(order));
  write(join(place, "record.jsonl"), "");
  const flags = ["--repo", repo, "--artifacts-dir", join(place, "runs"), "--replay", join(place, "record.jsonl")];
  const { stderr } = spawnSync(
    llmch[0] ?? "",
    [...llmch.slice(1), "run", "--work-order", join(place, `${ORDER}.json`), ...flags],
    { encoding: "utf8" },
  );
  const [run] = readdirSync(join(place, "runs/factory"));
  if (run === undefined) throw new Error(`no prompt was made:\n${stderr}`);
  const prompt = readFileSync(join(place, "runs/factory", run, "attempt_1/se_prompt.txt"), "utf8");
  const shown = [...order.allowed_files, ...order.context_files].map((path) => new Map(before).get(path) ?? "");
  const missing = shown.find((text) => !prompt.includes(text));
  if (missing !== undefined) throw new Error(`the prompt does not show:\n${missing}`);
  const isBesides = (path) =>
    prompt.includes(`--- begin ${path} `) && ![...order.allowed_files, ...order.context_files].includes(path);
  const besides = [...new Map(before)].filter(([path]) => isBesides(path));
  const frames = [...prompt.matchAll(/^--- begin (\S+).*\n/gm)].filter(([, path]) => isBesides(path ?? ""));
  const quoted = [...shown, ...besides.map(([, text]) => text), ...frames.map(([line]) => line)];
  return Buffer.byteLength(prompt) - Buffer.byteLength(quoted.join(""));
};

/** What the last answer to an order wrote. */
const filesOf = (id) => {
  const attempt = readdirSync(join(ANSWERS, id)).sort().at(-1) ?? "";
  const folder = join(ANSWERS, id, attempt);
  return readdirSync(folder, { recursive: true, withFileTypes: true, encoding: "utf8" })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => [file.slice(folder.length + 1), readFileSync(file, "utf8")]);
};

const write = (path, text) => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
};
