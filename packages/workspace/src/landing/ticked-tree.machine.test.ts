import { throwawayRepo } from "@llmch/testkit";
import { sha256Hex } from "@llmch/text";
import { expect, test } from "vitest";
import { openUser } from "../worktree/worktree.fixture.ts";
import { tickedTree } from "./ticked-tree.ts";

const LIST = "# Tasks\n- [ ] Add a cart\n- [ ] Show it\n";
const FILES = {
  "specs/tasks.md": LIST,
  "other.md": "- [ ] Else\n",
  "run.sh": "- [ ] Never\n",
  ":!x.md": "- [ ] Odd\n",
};
const tick = (path: string, line: number, text: string) =>
  ({ path, line, sha256: sha256Hex(text), from: "[ ]", to: "[x]" }) as const;
const CART = tick("specs/tasks.md", 2, "- [ ] Add a cart");

const opened = async () => {
  const { user, repo } = await openUser(throwawayRepo(FILES));
  const base = user.git("rev-parse", "HEAD");
  // The work that lands besides.
  user.write("cart.js", "1\n");
  user.git("add", "cart.js");
  const tree = user.git("write-tree");
  user.git("reset", "--hard", "--quiet");
  return { user, repo, made: { base, tree } };
};

test("an order's boxes are ticked in the tree that lands, and nowhere else", async () => {
  const { user, repo, made } = await opened();
  const ticks = [CART, tick("other.md", 1, "- [ ] Else"), tick(":!x.md", 1, "- [ ] Odd")];
  const ticked = await tickedTree(repo, made, ticks);
  expect(ticked).toMatchObject({ files: ["specs/tasks.md", "other.md", ":!x.md"], left: [] });
  expect(user.git("show", `${ticked.tree}:specs/tasks.md`)).toBe(LIST.replace("[ ]", "[x]").trim());
  expect(user.git("diff", "--name-only", made.tree, ticked.tree).split("\n")).toEqual([
    ":!x.md",
    "other.md",
    "specs/tasks.md",
  ]);
  expect(user.git("status", "--porcelain")).toBe("");
  expect((await tickedTree(repo, made, ticks)).tree).toBe(ticked.tree);
});

test("a source that is changed, untracked, or no text stays as it is, and that is said", async () => {
  const { user, repo, made } = await opened();
  user.write("other.md", "- [ ] Else\nMine\n");
  user.write("new.md", "- [ ] New\n");
  const ticks = [
    tick("other.md", 1, "- [ ] Else"),
    tick("new.md", 1, "- [ ] New"),
    tick("specs", 1, ""),
    tick("specs/tasks.md", 3, "- [ ] Show them"),
  ];
  expect(await tickedTree(repo, made, [CART, ...ticks], ["specs/tasks.md"])).toMatchObject({
    tree: made.tree,
    left: expect.arrayContaining(["specs/tasks.md is not ticked: its order leaves it unchanged"]),
  });
  expect(await tickedTree(repo, made, ticks)).toEqual({
    tree: made.tree,
    files: [],
    left: [
      "other.md is not ticked: your checkout has changes of it that are not committed",
      "new.md is not ticked: the commit holds no such text",
      "specs is not ticked: the commit holds no such text",
      "specs/tasks.md:3 is not ticked: the line has changed since it was planned",
    ],
  });
});
