import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, sep } from "node:path";

/**
 * A good plan: its spec, the manifest, and the repo that it is made for. A product of it, if there is one, is the finished code,
 * and its code faults are wrong implementations of the spec.
 * @typedef {{ name: string, kind: string, file: string, find: string, replace: string }} CodeFault
 * @typedef {{
 *   name: string, spec: string, manifest: any, repo: Readonly<Record<string, string>>,
 *   product: Readonly<Record<string, string>> | null, codeFaults: readonly CodeFault[],
 * }} GoodPlan
 */

/**
 * The good plans of `fixtures/plans`, by name. A plan's `plan.json` says where its spec and its product lie, as paths below the root.
 * @param {string} root the workspace's root
 * @returns {readonly GoodPlan[]}
 */
export const readPlans = (root) => {
  const folder = join(root, "lab/plan-faults/fixtures/plans");
  return readdirSync(folder)
    .sort()
    .map((name) => {
      const own = (/** @type {string} */ file) => join(folder, name, file);
      const { spec, manifest, repo, product } = json(own("plan.json"));
      return {
        name,
        spec: readFileSync(join(root, spec), "utf8"),
        manifest: json(manifest === undefined ? own("manifest.json") : join(root, manifest)),
        repo,
        product:
          product === undefined ? null : filesBelow(product.map((/** @type {string} */ path) => join(root, path))),
        codeFaults: existsSync(own("code-faults.json")) ? json(own("code-faults.json")) : [],
      };
    });
};

const json = (/** @type {string} */ path) => JSON.parse(readFileSync(path, "utf8"));

/** What a shell or an interpreter leaves behind is not part of a product. */
const LEFT_BEHIND = /(?:^|\/)__pycache__\//;

const filesBelow = (/** @type {readonly string[]} */ folders) =>
  Object.fromEntries(
    folders.flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" })
        .map((path) => path.split(sep).join("/"))
        .filter((path) => !LEFT_BEHIND.test(path) && statSync(join(folder, path)).isFile())
        .map((path) => [path, readFileSync(join(folder, path), "utf8")]),
    ),
  );
