import { readFileSync } from "node:fs";
import { join } from "node:path";

const MAY = {
  read: "nothing: it reads",
  write: "write documents",
  ask: "ask models",
  branch: "ask models, and move a branch",
  remove: "remove branches or records",
};

/**
 * docs/api.md, made from the catalogue of operations and the hand-written page (api-page.md).
 * @param {string} root the workspace's root
 * @param {readonly any[]} entries the operations
 * @returns {string}
 */
export const apiDocument = (root, entries) =>
  apiPage(readFileSync(join(root, "scripts/build/api-page.md"), "utf8"), entries);

/**
 * @param {string} page a table replaces `{{operations}}`
 * @param {readonly { name: string, method: string, sentence: string, may: keyof typeof MAY, argument: { member: string } | null, members: readonly { name: string }[] }[]} entries
 */
export const apiPage = (page, entries) => {
  const rows = entries.map(({ method, argument, members, sentence, may }) => {
    const others = members.filter(({ name }) => name !== argument?.member).map(({ name }) => code(name));
    return [code(`${method}(${argument?.member ?? ""})`), others.join(", "), sentence, MAY[may]];
  });
  const head = ["method", "further members of its request", "what it does", "what it may do"];
  const lines = [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.map(escaped).join(" | ")} |`);
  return page.replace(/^\{\{operations\}\}$/m, () => lines.join("\n"));
};

const code = (text) => `\`${text}\``;
const escaped = (cell) => cell.replaceAll("|", "\\|");
