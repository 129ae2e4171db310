import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** The third digit of a ULID of these decades; an earlier digit in its place makes a different, older id. */
const DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/**
 * Fills an artifacts root with older copies of what it holds, until there are at least that many runs. Copies name one another as the
 * originals do.
 * @param {string} root
 * @param {number} count
 * @returns {number} how many runs there are then
 */
export const fillStore = (root, count) => {
  const originals = readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((path) => statSync(join(root, path)).isFile())
    .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
  const runs = new Set(originals.map(({ path }) => path.split("/").slice(0, 2).join("/"))).size;
  const copies = Math.ceil(count / runs) - 1;
  for (let copy = 1; copy <= copies; copy++) {
    const renamed = (text) =>
      text.replace(/\b01([0-9A-HJKMNP-TV-Z])([0-9A-HJKMNP-TV-Z]{23})\b/g, (_, digit, rest) => {
        const older = DIGITS[DIGITS.indexOf(digit) - copy] ?? "0";
        return `01${older}${rest}`;
      });
    for (const { path, text } of originals) {
      const target = join(root, renamed(path));
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, renamed(text));
    }
  }
  return runs * (copies + 1);
};
