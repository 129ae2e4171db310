import { existsSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { temporaryFolder } from "@llmch/testkit";
import { expect, onTestFinished, test } from "vitest";
import type { SandboxPlace } from "../program/sandbox.ts";
import { layoutFor } from "./layout.ts";

/** A home and a checkout; `show` gives paths relative to the home. */
const makeHome = () => {
  const { path, remove } = temporaryFolder();
  onTestFinished(remove);
  const home = join(realpathSync(path), "home/me");
  const at = (name: string) => join(home, name);
  const folders = (...names: readonly string[]) => {
    for (const name of names) mkdirSync(at(name), { recursive: true });
  };
  const files = (...names: readonly string[]) => {
    for (const name of names) {
      mkdirSync(dirname(at(name)), { recursive: true });
      writeFileSync(at(name), "secret");
    }
  };
  const link = (name: string, target: string) => {
    mkdirSync(dirname(at(name)), { recursive: true });
    symlinkSync(target, at(name));
  };
  folders("app/.git/objects", "ours/tree");
  const placeOf = (
    environment: Readonly<Record<string, string>> = {},
    changes: Partial<SandboxPlace> = {},
  ): SandboxPlace => ({
    root: at("ours/tree"),
    folder: at("ours"),
    checkout: at("app"),
    gitDir: at("app/.git"),
    commonDir: at("app/.git"),
    dependencies: [],
    gitSettings: "",
    alias: null,
    environment: { HOME: home, PATH: "/usr/bin", ...environment },
    ...changes,
  });
  const layout = (...args: Parameters<typeof placeOf>) => layoutFor(placeOf(...args));
  /** With more folders to hide. */
  const layoutHiding = (...hidden: readonly string[]) => layoutFor(placeOf(), { folders: [], files: [], hidden });
  const shown = (...args: Parameters<typeof layout>) =>
    layout(...args)
      .shown.map((path) => relative(home, path))
      .sort();
  return { home, at, folders, files, link, placeOf, layout, layoutHiding, shown };
};

test("homes, temporary folders and sockets are emptied, the outer ones first", () => {
  const { home, layout } = makeHome();
  const { emptied, ownHome: own } = layout();
  expect(own).toBe(home);
  expect(emptied).toContain(home);
  expect(emptied).toContain("/tmp");
  // A repo may be there, and would be hidden with the rest.
  if (existsSync("/dev/shm")) expect(emptied).toContain("/dev/shm");
  expect(emptied).toEqual([...emptied].sort((a, b) => a.length - b.length));
  expect(layout({ HOME: "/" })).toMatchObject({ emptied: expect.not.arrayContaining(["/"]), ownHome: null });
  const absent = `${home}/no/such/home`;
  expect(layout({ HOME: absent }).emptied).not.toContain(absent);
});

test("a folder that must stay hidden is emptied where it would be visible", () => {
  const { at, folders, layoutHiding } = makeHome();
  folders("app/state", "state");
  expect(layoutHiding(at("app/state")).caches).toEqual([at("app/state")]);
  expect(layoutHiding("/usr/lib").caches).toEqual([realpathSync("/usr/lib")]);
  expect(layoutHiding(at("state"), at("app/gone"), "state").caches).toEqual([]);
});

test("a file that must stay hidden reads as empty where it would be visible", () => {
  const { at, files, layoutHiding } = makeHome();
  files("app/WO-01.json", "plans/WO-02.json", "ours/tree/WO-03.json");
  const paths = ["app/WO-01.json", "app/gone.json", "plans/WO-02.json", "ours/tree/WO-03.json"].map(at);
  expect(layoutHiding(...paths).blanked.filter((path) => path.endsWith(".json"))).toEqual([at("app/WO-01.json")]);
});

test("a folder that must stay hidden is emptied around llmch's own folder too", () => {
  const { at, folders, placeOf } = makeHome();
  const [state, folder, root] = ["../state", "../state/tmp/ours", "../state/tmp/ours/tree"].map(at);
  folders("../state/tmp/ours/tree");
  const closed = { folders: [], files: [], hidden: [state ?? ""] };
  const { emptied, shown } = layoutFor(placeOf({}, { folder: folder ?? "", root: root ?? "" }), closed);
  expect(emptied).toContain(state);
  expect(shown).toContain(folder);
  expect(shown).not.toContain(state);
});

test("of a home, the checkout, llmch's folder and the toolchains are shown", () => {
  const { folders, files, shown } = makeHome();
  folders(".ssh", ".config/gh", ".pyenv/shims", ".rustup", ".cargo/bin", ".local/bin", "notes", "work/lib");
  files(".netrc", ".npmrc");
  expect(shown()).toEqual([".cargo", ".local/bin", ".pyenv", ".rustup", "app", "ours"]);
});

test.each<[string, readonly string[], string, readonly string[]]>([
  ["an installation is shown whole", ["tools/node/bin", "tools/node/lib"], "tools/node/bin", ["tools/node"]],
  ["a folder of programs alone", ["bin", "lib"], "bin", ["bin"]],
  ["a project's own folder of programs alone", ["project/bin", "project/src"], "project/bin", ["project/bin"]],
  ["never the home itself", ["lib"], "", []],
  ["never keys", [".ssh/bin", ".ssh/lib"], ".ssh/bin", []],
])("on the PATH: %s", (_, made, entry, expected) => {
  const { at, folders, shown } = makeHome();
  folders(...made);
  expect(shown({ PATH: `/usr/bin:${at(entry)}` })).toEqual([...expected, "app", "ours"].sort());
});

test("variables of toolchains are followed, but not those of caches", () => {
  const { at, folders, shown, layout } = makeHome();
  folders("python", "java", "cache", "go-cache", "state", ".cargo");
  const environment = {
    PYTHONPATH: `${at("python")}:${at("none")}`,
    JAVA_HOME: at("java"),
    XDG_STATE_HOME: at("state"),
    GOCACHE: at("go-cache"),
    PIP_CACHE_DIR: at("cache"),
    UV_CACHE_DIR: at(".cargo"),
  };
  expect(shown(environment)).toEqual([".cargo", "app", "java", "ours", "python"]);
  expect(layout(environment).caches).toEqual([at(".cargo")]);
});

test("links are followed step by step, to programs and to packages", () => {
  const { at, folders, files, link, shown } = makeHome();
  folders("bin", "packages/lib", "app/node_modules/@scope", "app/.venv/bin");
  files("store/tool/bin/tool", "store/tool/lib/x", "scripts/other.sh", "py/bin/python3", "py/lib/x", "packages/lib/x");
  link("bin/tool", "../middle/tool");
  link("middle/tool", at("store/tool/bin/tool"));
  link("bin/other", "../scripts/other.sh");
  link("bin/loop", "loop");
  link("app/node_modules/@scope/lib", "../../../packages/lib");
  link("app/node_modules/own", "../packages/own");
  link("app/.venv/bin/python", at("py/bin/python3"));
  const dependencies = ["node_modules", ".venv"];
  expect(shown({ PATH: at("bin") }, { dependencies })).toEqual(
    ["app", "bin", "middle", "ours", "packages/lib", "py", "scripts", "store/tool"].sort(),
  );
});

test("what is named through links is shown under both names", () => {
  const { at, folders, link, shown } = makeHome();
  folders("dotfiles/pyenv/shims");
  link(".pyenv", "dotfiles/pyenv");
  expect(shown({ PATH: at(".pyenv/shims") })).toEqual([".pyenv", "app", "dotfiles/pyenv", "ours"]);
});

test("a checkout that contains the home is not shown, except what commands need from it", () => {
  const { home, at, folders, files, shown } = makeHome();
  folders(".git/objects", "node_modules");
  files(".git/objects/info/alternates");
  writeFileSync(at(".git/objects/info/alternates"), "../../store/objects\n");
  folders("store/objects/pack");
  const changes = { checkout: home, gitDir: at(".git"), commonDir: at(".git"), dependencies: ["node_modules"] };
  expect(shown({}, changes)).toEqual([".git", "node_modules", "ours", "store/objects"]);
});

test("credentials in shown folders are blanked", () => {
  const { at, files, layout } = makeHome();
  files(".cargo/credentials.toml", ".cargo/bin/cargo", "app/.env", "app/.npmrc", "app/src/.env", ".composer/auth.json");
  expect([...layout().blanked].sort()).toEqual([at(".cargo/credentials.toml"), at("app/.env"), at("app/.npmrc")]);
});

test("settings with credentials among other things are shown without them, wherever the toolchain is", () => {
  const { home, at, folders, files, layout } = makeHome();
  folders(".cargo/bin", ".conda", "app");
  files(
    ".local/share/uv/credentials/credentials.toml",
    ".nvm/versions/node/v20/etc/npmrc",
    ".nvm/versions/node/v20/bin/node",
  );
  const npm = "registry=https://ours/\n//ours/:_authToken=secret\n";
  writeFileSync(at(".nvm/versions/node/v20/etc/npmrc"), npm);
  const cargo =
    '[registry]\nglobal-credential-providers = [\n"cargo:token",\n]\n[registries.ours]\nindex = "sparse+https://me:pass@ours/"\ntoken = "secret"\n';
  writeFileSync(at(".cargo/config.toml"), cargo);
  writeFileSync(at(".conda/.condarc"), "channels:\n  - https://me:secret@conda.example/x\n");
  writeFileSync(at(".cargo/config"), "[build]\njobs = 2\n");
  const { path: elsewhere, remove } = temporaryFolder();
  onTestFinished(remove);
  writeFileSync(join(elsewhere, "gradle.properties"), "org.gradle.daemon=false\nuserPassword=secret\n");
  const environment = { PATH: `${at(".nvm/versions/node/v20/bin")}:/usr/bin`, GRADLE_USER_HOME: elsewhere };
  const { cleaned, blanked } = layout(environment);
  // The machine's own may be among them.
  const ours = cleaned.filter(({ path }) => path.startsWith(home) || path.startsWith(realpathSync(elsewhere)));
  expect(Object.fromEntries(ours.map(({ path, text }) => [path, text]))).toEqual({
    [at(".cargo/config.toml")]:
      '[registry]\nglobal-credential-providers = [\n"cargo:token",\n]\n[registries.ours]\nindex = "sparse+https://ours/"\n',
    [at(".nvm/versions/node/v20/etc/npmrc")]: "registry=https://ours/\n",
    [at(".conda/.condarc")]: "channels:\n  - https://conda.example/x\n",
    [join(realpathSync(elsewhere), "gradle.properties")]: "org.gradle.daemon=false\n",
  });
  expect(blanked).toEqual([at(".local/share/uv/credentials/credentials.toml")]);
});

test("a toolchain that cannot be inspected is left out", () => {
  const { at, link, shown, layout } = makeHome();
  link("loop", "loop");
  link(".cargo/credentials", "credentials");
  link("python/bin/loop", "loop");
  expect(shown({ JAVA_HOME: at("loop"), CARGO_HOME: at(".cargo"), PATH: at("python/bin") })).toContain(".cargo");
  expect(layout({ JAVA_HOME: at("loop") }).blanked).toEqual([]);
});

test("alternates that are not a git store show nothing, whoever wrote them", () => {
  const { home, at, folders, files, shown } = makeHome();
  folders(".git/objects/info", ".ssh", "notes/objects", "store/objects/pack");
  files(".ssh/id", "notes/objects/x");
  const lines = [at(".ssh"), at("notes"), at("notes/objects"), at("store/objects")];
  writeFileSync(at(".git/objects/info/alternates"), `${lines.join("\n")}\n`);
  expect(shown({}, { checkout: home, gitDir: at(".git"), commonDir: at(".git") })).toEqual([
    ".git",
    "ours",
    "store/objects",
  ]);
});

test("git's configuration is shown without a CI job's token, a remote's password and the like", () => {
  const { at, folders, layout } = makeHome();
  folders("app/.git/modules/lib");
  const config = (token: string) => `[core]\n\tbare = false\n[http "https://github.com/"]\n${token}`;
  const token = '\textraheader = AUTHORIZATION: basic c2VjcmV0\n[remote "origin"]\n\turl = https://me:pass@host/r\n';
  const left = '[core]\n\tbare = false\n[remote "origin"]\n\turl = https://host/r\n';
  for (const folder of ["app/.git", "app/.git/modules/lib"]) writeFileSync(at(`${folder}/config`), config(token));
  expect(layout().cleaned.filter(({ path }) => path.startsWith(at("app")))).toEqual([
    { path: at("app/.git/config"), text: left },
    { path: at("app/.git/modules/lib/config"), text: left },
  ]);
});

test.each([
  ["a continued value", '[http "https://h/"]\n\textraheader = \\\nX-Key: c2VjcmV0\n'],
  ["a password for mail", "[sendemail]\n\tsmtpPass = c2VjcmV0\n"],
  ["a cookie", "[http] extraheader = Cookie: c2VjcmV0\n"],
  ["a comment that looks continued", "# x \\\n[http]\n\tproxy = c2VjcmV0\n"],
  ["a section that nobody knows", "[forge]\n\tlogin = c2VjcmV0\n"],
])("git's configuration is shown without %s", (_, hidden) => {
  const { at, folders, layout } = makeHome();
  folders("app/.git");
  const [kept, end] = ["[core]\n\tbare = false\n", '[branch "main"]\n\tremote = origin\n'];
  writeFileSync(at("app/.git/config"), kept + hidden + end);
  const text = layout().cleaned.find(({ path }) => path === at("app/.git/config"))?.text ?? "";
  expect(text).not.toContain("c2VjcmV0");
  expect(text.replaceAll(/^#.*\n/gm, "")).toBe(kept + end);
});

test("files that git's configuration includes are blank", () => {
  const { at, folders, files, layout } = makeHome();
  folders("app/.git");
  files("app/.git/login", "app/.git/more");
  writeFileSync(at("app/.git/config"), '[includeIf "gitdir:/x/"]\n\tpath = login\n[submodule "more"]\n\tpath = more\n');
  writeFileSync(at("app/.git/login"), `[include]\npath = "${at("app/.git/more")}"\n`);
  expect(layout().blanked).toEqual([at("app/.git/login"), at("app/.git/more")]);
});

test("a program in a folder of packages brings all of them: they load each other", () => {
  const { at, folders, files, shown } = makeHome();
  const packages = ".config/yarn/global/node_modules";
  folders(`${packages}/.bin`, `${packages}/pm/bin`, `${packages}/dep`, "programs");
  files(`${packages}/pm/bin/pm.js`);
  symlinkSync("../pm/bin/pm.js", at(`${packages}/.bin/pm`));
  symlinkSync(at(`${packages}/.bin/pm`), at("programs/pm"));
  expect(shown({ PATH: at("programs") })).toEqual([packages, "app", "ours", "programs"]);
});
