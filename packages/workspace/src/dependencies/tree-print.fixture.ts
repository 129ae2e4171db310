import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";

/** Everything in a folder that a command can change, except access times: names, types, modes, times, bytes, links. */
export const printOf = (folder: string): readonly string[] => {
  const visit = (path: string): string[] => {
    const standing = lstatSync(join(folder, path), { bigint: true });
    const looks = `${path} ${standing.mode.toString(8)} ${standing.mtimeNs}`;
    if (standing.isSymbolicLink()) return [`${looks} -> ${readlinkSync(join(folder, path))}`];
    if (!standing.isDirectory()) {
      return [
        `${looks} ${createHash("sha256")
          .update(readFileSync(join(folder, path)))
          .digest("hex")}`,
      ];
    }
    return [
      looks,
      ...readdirSync(join(folder, path))
        .sort()
        .flatMap((name) => visit(join(path, name))),
    ];
  };
  return visit("");
};
