import { expect, test } from "vitest";
import { bubblewrapArguments } from "./bubblewrap-arguments.ts";
import type { Layout } from "./layout.ts";
import { seatOf } from "./seat.ts";

const NONE: Layout = {
  ...{ emptied: [], ownHome: null, shown: [], caches: [], blanked: [], cleaned: [], root: "/tmp/ours/tree" },
  seat: seatOf({ root: "/tmp/ours/tree", checkout: "/h/app", alias: null }),
  kernel: { sealed: [], masked: [], hidden: [] },
};
const argumentsFor = (
  layout: Partial<Layout>,
  {
    allowsNetwork = false,
    closesNamespaces = true,
    bounds = true,
    writable = [] as readonly string[],
    givesGitSettings = false,
    home = undefined as readonly [string, string] | undefined,
  } = {},
) =>
  bubblewrapArguments(
    { ...NONE, ...layout },
    {
      abilities: { closesNamespaces, bounds, filtersCalls: true },
      temporaryBytes: 4096,
      ...{ allowsNetwork, writable, givesGitSettings, ...(home === undefined ? {} : { home }) },
      nothing: "/tmp/ours/nothing",
      standIns: [["/tmp/ours/shown-0", "/h/.cargo/config.toml"]],
    },
  );

/** Only the mounts, one per line. */
const mounts = (layout: Partial<Layout>) =>
  argumentsFor(layout)
    .slice(argumentsFor(layout).indexOf("--ro-bind"))
    .join(" ")
    .split(/ (?=--)/);

test("a command has its own namespaces and no capability, and dies with llmch", () => {
  const [first, ...rest] = argumentsFor({});
  expect([first, ...rest.slice(0, rest.indexOf("--ro-bind"))]).toEqual([
    "--unshare-user",
    "--disable-userns",
    "--unshare-pid",
    "--unshare-ipc",
    "--unshare-uts",
    "--unshare-cgroup-try",
    "--cap-drop",
    "ALL",
    "--die-with-parent",
    "--new-session",
    "--unshare-net",
  ]);
});

test("if namespaces cannot be closed to commands, they still get their own if possible", () => {
  const [first, ...rest] = argumentsFor({}, { closesNamespaces: false });
  expect([first, ...rest]).toEqual(["--unshare-user-try", ...argumentsFor({}).slice(2)]);
});

test("a bubblewrap without sizes is not asked for one", () => {
  const withoutSizes = argumentsFor({ emptied: ["/tmp"] }, { bounds: false });
  expect(withoutSizes).not.toContain("--size");
  // Nor for permissions; what its first process shows stays covered.
  expect(withoutSizes).not.toContain("--perms");
  expect(withoutSizes.join(" ")).toContain("--proc /proc --tmpfs /proc/1");
});

test("the network exists if it is allowed, and nothing else differs", () => {
  expect(argumentsFor({}, { allowsNetwork: true })).toEqual(
    argumentsFor({}).filter((argument) => argument !== "--unshare-net"),
  );
});

const BEFORE = [
  ...["--ro-bind / /", "--dev /dev", "--size 1024", "--tmpfs /dev/shm", "--remount-ro /dev", "--proc /proc"],
  ...["--perms 0000", "--size 4096", "--tmpfs /proc/1"],
];
const AFTER = ["--ro-bind /tmp/ours/shown-0 /h/.cargo/config.toml", "--bind /tmp/ours/tree /tmp/ours/tree"];

test.each<[string, Partial<Layout>, readonly string[]]>([
  ["nothing else", {}, []],
  [
    "the kernel's files",
    { kernel: { sealed: ["/proc/sys"], masked: ["/proc/kcore"], hidden: ["/sys/firmware"] } },
    [
      "--ro-bind /proc/sys /proc/sys",
      "--ro-bind /tmp/ours/nothing /proc/kcore",
      "--size 4096",
      "--tmpfs /sys/firmware",
    ],
  ],
  [
    "emptied folders",
    { emptied: ["/run", "/home/me"] },
    ["--size 1024", "--tmpfs /run", "--size 4096", "--tmpfs /home/me"],
  ],
  [
    "what is shown lies over what is emptied",
    { shown: ["/home/me/.cargo"], emptied: ["/home/me"] },
    ["--size 4096", "--tmpfs /home/me", "--ro-bind-try /home/me/.cargo /home/me/.cargo"],
  ],
  [
    "caches and credentials lie over what is shown",
    { shown: ["/h/go"], caches: ["/h/go/cache"], blanked: ["/h/go/auth.json"], emptied: ["/h"] },
    [
      "--size 4096",
      "--tmpfs /h",
      "--ro-bind-try /h/go /h/go",
      "--size 1024",
      "--tmpfs /h/go/cache",
      "--ro-bind /tmp/ours/nothing /h/go/auth.json",
    ],
  ],
])("%s", (_, layout, between) => {
  expect(mounts(layout)).toEqual([...BEFORE, ...between, ...AFTER]);
});

test("a path is one argument, whatever is in it", () => {
  const root = "/tmp/a b --bind / $(x)\n'";
  expect(argumentsFor({ root, seat: seatOf({ root, checkout: "/h/app", alias: null }) }).slice(-3)).toEqual([
    "--bind",
    root,
    root,
  ]);
});

test("the worktree may stand at the checkout's path, which is then shown elsewhere", () => {
  const seat = seatOf({ root: "/tmp/ours/app", checkout: "/h/app", alias: "/tmp/ours/_checkout/own" });
  const args = mounts({
    emptied: ["/h"],
    root: "/tmp/ours/app",
    shown: ["/h/app", "/h/app/.git", "/h/go"],
    seat,
  }).slice(BEFORE.length + 2);
  expect(args).toEqual([
    "--ro-bind-try /h/go /h/go",
    "--size 4096",
    "--tmpfs /tmp/ours/_checkout",
    "--ro-bind /h/app /tmp/ours/_checkout/own",
    ...AFTER.slice(0, -1),
    "--bind /tmp/ours/app /h/app",
  ]);
});

test.each([
  ["/h", "/h/.gitconfig"],
  [null, "/dev/null"],
])("git's settings are read before anything of the user's is shown, with the home %s in %s", (home, file) => {
  const layout = { emptied: ["/h"], ownHome: home, shown: ["/h/.gitconfig"] };
  expect(argumentsFor(layout, { givesGitSettings: true }).join(" ")).toContain(
    `--tmpfs /h --file 6 ${file} --ro-bind-try /h/.gitconfig`,
  );
  expect(argumentsFor(layout)).not.toContain("--file");
  // Nor are they written to what an agent is lent.
  expect(argumentsFor(layout, { givesGitSettings: true, home: ["/h", "/tmp/ours/own"] }).join(" ")).toContain(
    `--file 6 ${file} --bind /tmp/ours/own /h --ro-bind-try`,
  );
});

test("what an agent declares is writable whatever hides it, and the worktree comes last", () => {
  const args = argumentsFor({ emptied: ["/h"] }, { writable: ["/h/.agent"] }).join(" ");
  expect(args).toMatch(
    /--tmpfs \/h .*--ro-bind \S+ \/h\/.cargo\/config.toml --bind-try \/h\/.agent \/h\/.agent --bind \/tmp\/ours\/tree/,
  );
  expect(argumentsFor({}).join(" ")).not.toContain("--bind-try /h");
});
