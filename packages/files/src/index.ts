export { setFolderMode, withDirectory } from "./anchored-directory.ts";
export { jsonText, writeFileAtomic } from "./atomic-write.ts";
export { readBoundedText, readUtf8 } from "./bounded-text.ts";
export { copyFolder } from "./copy-folder.ts";
export { decodeUtf8 } from "./decode-utf8.ts";
export { entriesIn } from "./entries-in.ts";
export { errnoOf, faultInWords, namedFault } from "./errno.ts";
export { freeSpace } from "./free-space.ts";
export { isFolder } from "./is-folder.ts";
export { keptBytes, keptText, systemLink, systemText } from "./kept-text.ts";
export { isInside, realLocation } from "./location.ts";
export { makeDirectory } from "./make-directory.ts";
export { monotonicClock } from "./monotonic-clock.ts";
export { foldersIn, namesIn, namesOrFault } from "./names-in.ts";
export { newUlid, ulidTime } from "./new-ulid.ts";
export { isOwnTemporaryName, newOwnTemporaryName } from "./own-temporary.ts";
export { isDead, isLeftByDead, newOwnedName, type Owner, ownerOf } from "./owner.ts";
export { probeDirectory } from "./probe-directory.ts";
export { bootId, isGone, ownStartTicks, startTicksOf, thisMachine } from "./process-life.ts";
export {
  type FollowedLinks,
  type OpenFile,
  openRegularFile,
  readPart,
  readRegularFile,
  withRegularFile,
} from "./regular-file.ts";
export { removeTree, removeTreeInTurns } from "./remove-tree.ts";
export { sortInTurns } from "./sort-in-turns.ts";
export { startOfFile } from "./start-of-file.ts";
export { syncDirectory, syncPath } from "./sync.ts";
export { temporaryDirectory } from "./temporary-directory.ts";
export { readTextFile } from "./text-file.ts";
export { breathe, inTurns, startTurns, type Turns } from "./turns.ts";
export { createWriteBehind } from "./write-behind.ts";
export { isTemporaryName, temporaryName, writeFully, writeNewFile } from "./write-fully.ts";
