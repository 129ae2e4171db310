// Keeps swapping the directory argv[2] with a link to argv[3]; what was there is moved into the folder argv[4]. Does the same with the
// file argv[5] and a link to argv[6]. Nobody else may make links there.
import { mkdirSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";

const [, , directory, outside, parking, leaf, outsideLeaf] = process.argv;
const tried = (act) => {
  try {
    act();
  } catch {
    // A writer was quicker.
  }
};
for (let round = 0; ; round++) {
  const parked = `${parking}/${process.pid}-${round}`;
  tried(() => mkdirSync(directory));
  tried(() => renameSync(directory, parked));
  tried(() => symlinkSync(outside, directory));
  tried(() => unlinkSync(directory));
  tried(() => rmSync(parked, { recursive: true, force: true }));
  tried(() => unlinkSync(leaf));
  tried(() => symlinkSync(outsideLeaf, leaf));
  tried(() => unlinkSync(leaf));
  tried(() => writeFileSync(leaf, "leaf\n", { flag: "wx" }));
}
