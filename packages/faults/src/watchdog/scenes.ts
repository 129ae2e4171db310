import { bring, commitMany, type HostileScene, oneOrder, run, settings, verify } from "./hostile-scene.ts";
import { LARGE_INPUTS } from "./large-inputs.ts";
import { LARGE_STORES } from "./large-stores.ts";

const INSTALL = { commands: ["true"] };
const EXPONENTIAL = `${"*a".repeat(40)}*b`;

export const SCENES: readonly HostileScene[] = [
  {
    name: "a sparse file of 8 TB in the place of the order's",
    set: (scene) => {
      oneOrder(scene);
      verify(scene, "truncate -s 8T greet.js\n");
    },
    run,
    code: 0,
    interruptAt: null,
  },
  {
    name: "a sparse file of 8 TB beside the order's",
    set: (scene) => {
      oneOrder(scene, { postconditions: [{ kind: "file_unchanged", path: "README.md" }] });
      verify(scene, "truncate -s 8T README.md other.txt\n");
    },
    run,
    code: 1,
    interruptAt: null,
  },
  {
    name: "a file of 900 MB that is to stay unchanged",
    set: (scene) => {
      oneOrder(scene, { postconditions: [{ kind: "file_unchanged", path: "README.md" }] });
      verify(scene, "truncate -s 900M README.md\n");
    },
    run,
    code: 1,
    interruptAt: null,
  },
  {
    name: "an exponential pattern in setup.lockfiles",
    files: { "README.md": "", [`${"a".repeat(200)}`]: "", "package.json": "{}" },
    set: (scene) => {
      oneOrder(scene);
      settings(scene, { setup: { ...INSTALL, lockfiles: [EXPONENTIAL, `many/${EXPONENTIAL}`] } });
    },
    run,
    code: 0,
    interruptAt: null,
  },
  {
    name: "1,000 patterns for 100,000 files",
    set: (scene) => {
      oneOrder(scene);
      const lockfiles = Array.from({ length: 1_000 }, (_, index) => `*a*${index}*b`);
      settings(scene, { setup: { ...INSTALL, lockfiles } });
      commitMany(scene, 100_000);
      bring(scene);
    },
    run,
    code: 0,
    interruptAt: null,
  },
  {
    name: "a command that makes 100,000 files",
    set: (scene) => {
      oneOrder(scene);
      verify(scene, "mkdir made; cd made; seq 1 100000 | xargs touch\n");
    },
    run,
    code: 0,
    interruptAt: null,
  },
  {
    name: "a command that prints a line of 300 MB",
    set: (scene) => {
      oneOrder(scene);
      verify(scene, "head -c 300000000 /dev/zero | tr '\\0' '\\033'; exit 1\n");
    },
    run: (scene, invocation) => scene.run(["--branch", "work", "--max-attempts", "1"], invocation),
    code: 1,
    interruptAt: null,
  },
  {
    name: "Ctrl-C while a sparse file of 900 MB is looked at",
    set: (scene) => {
      oneOrder(scene, { postconditions: [{ kind: "file_unchanged", path: "README.md" }] });
      verify(scene, "truncate -s 900M README.md; echo made >&2\n");
    },
    run,
    code: 130,
    interruptAt: /verify {2}ok|runs/,
  },
  ...LARGE_INPUTS,
  ...LARGE_STORES,
];
