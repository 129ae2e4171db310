import { expect, test } from "vitest";
import { controlPlaces } from "./control-places.ts";

const SECOND = "30 24 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate\n";

test("in version 2, groups are made beside llmch's own, which cannot pass controllers on", () => {
  const groups = "0::/user.slice/user-1000.slice/user@1000.service/app.slice/terminal.scope\n";
  const above = "/sys/fs/cgroup/user.slice/user-1000.slice/user@1000.service/app.slice";
  const place = { version: 2, folders: [above, `${above}/terminal.scope`] };
  expect(controlPlaces({ groups, mounts: SECOND })).toEqual({ memory: place, pids: place });
});

test("at the root there is nothing beside", () => {
  const place = { version: 2, folders: ["/sys/fs/cgroup"] };
  expect(controlPlaces({ groups: "0::/\n", mounts: SECOND })).toEqual({ memory: place, pids: place });
});

test("in version 1, each controller may have its own hierarchy, of which a part is mounted", () => {
  const mounts = [
    "36 31 0:33 /docker/abc /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory",
    "41 31 0:38 / /sys/fs/cgroup/unified rw,relatime - cgroup2 cgroup2 rw",
  ].join("\n");
  const groups = "8:pids:/\n4:memory:/docker/abc/job\n0::/\n";
  expect(controlPlaces({ groups, mounts })).toEqual({
    memory: { version: 1, folders: ["/sys/fs/cgroup/memory/job"] },
    pids: { version: 2, folders: ["/sys/fs/cgroup/unified"] },
  });
});

test("if nothing is mounted, there is no place", () => {
  expect(controlPlaces({ groups: "0::/\n", mounts: "" })).toEqual({});
});
