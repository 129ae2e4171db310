export { setFolderMode, withDirectory } from "./anchored-directory.ts";
export { jsonText, writeFileAtomic } from "./atomic-write.ts";
export { monotonicClock, newUlid, timeOfUlid, ulidTime } from "./clock.ts";
export { entriesIn } from "./entries-in.ts";
export { errnoOf, faultInWords, namedFault } from "./errno.ts";
export { copyFolder, foldersIn, isFolder, makeDirectory, namesIn, namesOrFault } from "./folders.ts";
export { keptBytes, keptText, systemLink, systemText } from "./kept-text.ts";
export { linksOn } from "./links-on.ts";
export { checkoutAt, isInside, realLocation } from "./location.ts";
export { refuseMounts } from "./mounts.ts";
export {
  isDead,
  isLeftByDead,
  isShortName,
  newOwnedName,
  newShortName,
  type Owner,
  ownerOf,
  temporaryDirectory,
} from "./owner.ts";
export { freeSpace, probeDirectory } from "./probe-directory.ts";
export { bootId, isGone, ownStartTicks, startTicksOf, thisMachine } from "./process-life.ts";
export {
  type FollowedLinks,
  type OpenFile,
  openRegularFile,
  readPart,
  readRegularFile,
  withRegularFile,
} from "./regular-file.ts";
export { removeTree } from "./remove-tree.ts";
export { makeSecretFile, readSecretFile } from "./secret-file.ts";
export { syncDirectory } from "./sync.ts";
export { readBoundedText, readTextFile, readUtf8, startOfFile } from "./text-file.ts";
export { createWriteBehind } from "./write-behind.ts";
export { isTemporaryName, temporaryName, writeFully, writeNewFile } from "./write-fully.ts";
