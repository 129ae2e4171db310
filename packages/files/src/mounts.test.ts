import { expect, test } from "vitest";
import { mountBelow } from "./mounts.ts";

const LISTING = `22 1 0:20 / / rw,relatime - overlay overlay rw
36 22 98:0 /mnt1 /srv/a\\040tree/in rw,noatime master:1 - ext3 /dev/root rw
37 22 0:21 / /srv/at rw - proc proc rw
`;

test.each([
  ["/srv/a tree", "/srv/a tree/in"],
  ["/srv/a tree/in", "/srv/a tree/in"],
  ["/srv/a tree/in/side", null],
  ["/srv/a", null],
  ["/srv/at", "/srv/at"],
  ["/srv", "/srv/a tree/in"],
])("the mount at or below %s is %s", (folder, mounted) => {
  expect(mountBelow(folder, LISTING)).toBe(mounted);
});
