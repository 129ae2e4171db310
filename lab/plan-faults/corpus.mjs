import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, sep } from "node:path";

/**
 * A good plan: its spec, the manifest, the repo that it is made for, and its product, which is the finished code. `earlier` holds files
 * as an order leaves them if a later order changes them. `isStrict` is false if the plan changes on purpose what --strict refuses: how a
 * repo with tests is verified. Code faults are wrong implementations of the spec, delivered faults are wrong
 * work of one order.
 * @typedef {{ name: string, kind: string, file: string, find: string, replace: string }} CodeFault
 * @typedef {Readonly<Record<string, string>>} Files
 * @typedef {{
 *   name: string, spec: string, manifest: any, repo: Files, product: Files, earlier: Readonly<Record<string, Files>>, isStrict: boolean,
 *   codeFaults: readonly CodeFault[], deliveredFaults: readonly import("./delivered.mjs").DeliveredFault[],
 * }} GoodPlan
 */

/**
 * The good plans of `fixtures/plans`, by name. A plan's `plan.json` says where its spec and its product lie, as paths below the root,
 * and what holds once all of its orders have landed.
 * @param {string} root the workspace's root
 * @returns {readonly GoodPlan[]}
 */
export const readPlans = (root) => {
  const folder = join(root, "lab/plan-faults/fixtures/plans");
  return readdirSync(folder)
    .sort()
    .map((name) => {
      const own = (/** @type {string} */ file) => join(folder, name, file);
      const faults = (/** @type {string} */ file) => (existsSync(own(file)) ? json(own(file)) : []);
      const { spec, manifest, repo, product, earlier = {}, strict = true, ...whole } = json(own("plan.json"));
      return {
        name,
        spec: readFileSync(join(root, spec), "utf8"),
        manifest: { ...json(manifest === undefined ? own("manifest.json") : join(root, manifest)), ...whole },
        repo,
        product: filesBelow(product.map((/** @type {string} */ path) => join(root, path))),
        earlier,
        isStrict: strict,
        codeFaults: faults("code-faults.json"),
        deliveredFaults: faults("delivered-faults.json"),
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
