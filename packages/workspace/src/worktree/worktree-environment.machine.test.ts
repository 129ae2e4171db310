import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  checkoutEnvironment,
  commandEnvironment,
  worktreeEnvironment as environmentIn,
  folderEnvironment,
  resolveProgram,
} from "@llmch/process";
import { temporaryFolder, throwawayRepo } from "@llmch/testkit";
import { expect, onTestFinished, test } from "vitest";
import { openUser, openWorktree, runIn } from "./worktree.fixture.ts";

const makeTrees = () => {
  const { path: folder, remove } = temporaryFolder();
  onTestFinished(remove);
  const [checkout, root] = [join(folder, "checkout"), join(folder, "tree")];
  for (const tree of [checkout, root])
    for (const name of ["bin", "src"]) mkdirSync(join(tree, name), { recursive: true });
  mkdirSync(join(checkout, "env/bin"), { recursive: true });
  return { checkout, root, folder, dependencies: [] as string[], trackedFiles: [] as string[] };
};

const worktreeEnvironment = (
  environment: Parameters<typeof environmentIn>[0],
  trees: Parameters<typeof environmentIn>[1],
) => environmentIn(environment, trees, () => null);

const executable = (path: string, text: string): void => {
  writeFileSync(path, text);
  chmodSync(path, 0o755);
};

/** The machine's Python, if it has one. */
const interpreters = [resolveProgram("python3", { path: process.env.PATH ?? "", cwd: "/" })].filter(
  (path) => path !== null,
);

test("what names the user's checkout names llmch's tree, if it exists there", async () => {
  const trees = makeTrees();
  const at = (name: string) => join(trees.checkout, name);
  const turned = await worktreeEnvironment(
    { PATH: `${at("bin")}:/usr/bin:${at("env/bin")}`, PYTHONPATH: `${at("src")}:/lib`, VIRTUAL_ENV: at("env") },
    trees,
  );
  expect(turned.PATH?.split(":").slice(0, 3)).toEqual([join(trees.root, "bin"), "/usr/bin", at("env/bin")]);
  expect(turned.PYTHONPATH).toBe(`${join(trees.root, "src")}:/lib`);
  expect(turned.VIRTUAL_ENV).toBe(at("env"));
});

test("the repo's own virtual environment comes first, unless one is active", async () => {
  const trees = { ...makeTrees(), dependencies: [".venv"] };
  mkdirSync(join(trees.root, ".venv/bin"), { recursive: true });
  executable(join(trees.root, ".venv/bin/python"), "#!/bin/sh\nexit 1\n");
  const home = join(trees.root, ".venv");
  expect(await worktreeEnvironment({ PATH: "/usr/bin" }, trees)).toMatchObject({
    PATH: `${home}/bin:/usr/bin`,
    VIRTUAL_ENV: home,
  });
  expect(await worktreeEnvironment({ PATH: "/none", VIRTUAL_ENV: "/other" }, trees)).toEqual({
    PATH: "/none",
    VIRTUAL_ENV: "/other",
  });
  expect(checkoutEnvironment({ PATH: "/usr/bin" }, trees.root).PATH).toBe(`${home}/bin:/usr/bin`);
  expect(checkoutEnvironment({ PATH: "/usr/bin" }, trees.checkout)).toEqual({ PATH: "/usr/bin" });
});

test("if only python3 exists, python runs it", async () => {
  const trees = makeTrees();
  const bin = join(trees.folder, "only python's");
  mkdirSync(bin);
  executable(join(bin, "python3"), '#!/bin/sh\necho "three $1"\n');
  const { PATH = "" } = await worktreeEnvironment({ PATH: bin }, trees);
  const shim = resolveProgram("python", { path: PATH, cwd: "/" });
  expect(shim).toBe(join(trees.folder, "_bin/python"));
  executable(join(bin, "python"), "");
  expect(await worktreeEnvironment({ PATH: bin }, { ...trees, folder: "/nowhere" })).toEqual({ PATH: bin });
});

test("folders of the checkout that Python would import from come first, as folders of llmch's tree", async () => {
  const trees = { ...makeTrees(), dependencies: [".venv"], trackedFiles: ["src/a.py"] };
  const bin = join(trees.folder, "interpreter");
  mkdirSync(bin);
  const found = [
    `${trees.checkout}/src`,
    `${trees.checkout}/.venv/lib/site-packages`,
    "/usr/lib/python3",
    trees.checkout,
  ];
  executable(join(bin, "python"), `#!/bin/sh\necho noise\necho '${JSON.stringify(found)}'\n`);
  const turned = await worktreeEnvironment({ PATH: `${bin}:/usr/bin:/bin`, PYTHONPATH: "/mine" }, trees);
  expect(turned.PYTHONPATH).toBe(`${trees.root}:${trees.root}/src:/mine`);
  executable(join(bin, "python"), "#!/bin/sh\nexit 1\n");
  expect((await worktreeEnvironment({ PATH: `${bin}:/usr/bin:/bin` }, trees)).PYTHONPATH).toBeUndefined();
});

test.each(interpreters)("an editable install leads to llmch's tree: %s", async (python3) => {
  const { user, repo } = await openUser(
    throwawayRepo({ ".gitignore": ".venv/\n", "src/pkg/__init__.py": "where = __file__\n" }),
  );
  const packages = join(user.path, ".venv/lib/site-packages");
  mkdirSync(packages, { recursive: true });
  mkdirSync(join(user.path, ".venv/bin"));
  writeFileSync(join(packages, "editable.pth"), `${join(user.path, "src")}\n`);
  // A minimal virtual environment: an interpreter that reads the .pth files of its own folder.
  executable(
    join(user.path, ".venv/bin/python"),
    `#!/bin/sh\nexec '${python3}' -c 'import site, sys; site.addsitedir(sys.argv[1]); exec(sys.argv[3])' '${packages}' "$@"\n`,
  );
  const worktree = await openWorktree(user, repo, { environment: commandEnvironment(process.env) });
  const { environment } = await worktree.commandPlace();
  expect(environment.PYTHONPATH?.split(":").slice(0, 2)).toEqual([worktree.root, join(worktree.root, "src")]);
  const ran = await runIn(worktree, user, "python", "-c", "import pkg; print(pkg.where)");
  // A path in llmch's tree is shown relative to its root; one in the checkout would be absolute.
  expect(ran.stdoutTail).toBe("src/pkg/__init__.py\n");
  expect(existsSync(join(worktree.root, "src/pkg/__pycache__"))).toBe(false);
});

test.each(interpreters)(
  "a copy that is installed elsewhere is not tested in place of the tree's own: %s",
  async (python3) => {
    const project = { "pyproject.toml": '[project]\nname = "pkg"\n' };
    const { user, repo } = await openUser(
      throwawayRepo({
        ...project,
        "src/pkg/__init__.py": "where = __file__\n",
        "api/pyproject.toml": project["pyproject.toml"],
        "api/src/pkg/__init__.py": "where = __file__\n",
      }),
    );
    const { path: installed, remove } = temporaryFolder();
    onTestFinished(remove);
    const [bin, packages] = [join(installed, "bin"), join(installed, "site-packages")];
    mkdirSync(join(packages, "pkg"), { recursive: true });
    mkdirSync(bin);
    writeFileSync(join(packages, "pkg/__init__.py"), "where = 'installed'\n");
    executable(
      join(bin, "python"),
      `#!/bin/sh\nexec '${python3}' -c 'import site, sys; site.addsitedir(sys.argv[1]); exec(sys.argv[3])' '${packages}' "$@"\n`,
    );
    const environment = commandEnvironment({ ...process.env, PATH: `${bin}:${process.env.PATH ?? ""}` });
    const worktree = await openWorktree(user, repo, { environment });
    const ran = await runIn(worktree, user, "python", "-c", "import pkg; print(pkg.where)");
    expect(ran.stdoutTail).toBe("src/pkg/__init__.py\n");
    expect(folderEnvironment((await worktree.commandPlace()).environment, worktree.root, "api").PYTHONPATH).toContain(
      `${worktree.root}/api/src:${worktree.root}/src`,
    );
  },
);

test("a folder's own virtual environment comes before the root's, and after an active one", () => {
  const { root } = makeTrees();
  for (const folder of [".", "api"]) {
    mkdirSync(join(root, folder, ".venv/bin"), { recursive: true });
    executable(join(root, folder, ".venv/bin/python"), "");
  }
  const ofRoot = { PATH: `${join(root, ".venv/bin")}:/usr/bin`, VIRTUAL_ENV: join(root, ".venv") };
  expect(folderEnvironment(ofRoot, root, "api")).toEqual({
    PATH: `${join(root, "api/.venv/bin")}:${ofRoot.PATH}`,
    VIRTUAL_ENV: join(root, "api/.venv"),
    PYTHONPATH: join(root, "api"),
  });
  const active = { PATH: "/env/bin:/usr/bin", VIRTUAL_ENV: "/env" };
  expect(folderEnvironment(active, root, "api")).toBe(active);
  expect(folderEnvironment(ofRoot, root, "src")).toBe(ofRoot);
});
