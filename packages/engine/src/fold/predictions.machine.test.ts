import { type AcceptedChange, repoPath, sha256Hex, utf8Bytes } from "@llmch/contract";
import { throwawayRepo } from "@llmch/testkit";
import { foldOnto, openRepository } from "@llmch/workspace";
import { expect, onTestFinished, test } from "vitest";
import { openLayers } from "./layers.ts";
import { openPredictions } from "./predictions.ts";

const path = (text: string) => {
  const known = repoPath(text);
  if (known === null) throw new Error(text);
  return known;
};
const write = (name: string, content: string, executable: boolean | null = null): AcceptedChange => ({
  ...{ kind: "write", path: path(name), content: utf8Bytes(content), baseSha256: sha256Hex(""), executable },
});
const remove = (name: string): AcceptedChange => ({ kind: "remove", path: path(name), baseSha256: sha256Hex("") });

const scene = async () => {
  const user = throwawayRepo({ "a.txt": "a\n", "b.txt": "b\n", "run.sh": "true\n" });
  onTestFinished(user.remove);
  user.git("update-index", "--chmod=+x", "run.sh");
  user.git("commit", "-qm", "Make it run");
  user.git("checkout", "-q", "--", ".");
  const opened = await openRepository(user.path, user.env);
  if (!opened.ok) throw new Error(opened.issues[0].message);
  const repo = opened.value;
  const start = user.git("rev-parse", "HEAD");
  const layers = openLayers(repo, start);
  return { user, repo, start, layers, predictions: openPredictions(layers) };
};

test("the predicted layer of an answer equals the one that git reports once it is committed", async () => {
  const { user, repo, start, layers, predictions } = await scene();
  const version = await predictions.predict(
    "WO-01",
    [write("run.sh", "false\n"), write("z/new.txt", "new\n"), write("a.txt", "a\n"), remove("b.txt"), remove("none")],
    [],
  );
  const fold = [{ order: "WO-01", version: version ?? "" }];
  const { layers: likely, blobs, stored } = predictions.likely(fold);
  const changes = likely.map((layer) => layer.changes);
  const laid = await foldOnto(repo, start, changes, blobs);
  stored();
  const later = predictions.likely(fold);
  expect([later.layers, later.blobs]).toEqual([likely, []]);
  expect(await foldOnto(repo, start, changes, later.blobs)).toEqual(laid);
  for (const [name, content] of [
    ["run.sh", "false\n"],
    ["z/new.txt", "new\n"],
  ] as const)
    user.write(name, content);
  user.git("rm", "-q", "b.txt");
  user.git("add", "-A");
  user.git("commit", "-qm", "Work");
  expect(laid.tree).toBe(user.git("rev-parse", "HEAD^{tree}"));
  expect(await layers.between(start, user.git("rev-parse", "HEAD"))).toEqual(likely[0]);
});

test("an answer is applied to its order's dependencies", async () => {
  const { start, layers, predictions, repo } = await scene();
  await predictions.predict("WO-01", [remove("a.txt"), write("b.txt", "more\n", true)], []);
  const version = await predictions.predict("WO-01", [remove("a.txt"), write("b.txt", "more\n", true)], []);
  const [below] = predictions.likely([{ order: "WO-01", version: version ?? "" }]).layers;
  if (below === undefined) throw new Error("no layer");
  layers.set("WO-01", below);
  const above = await predictions.predict("WO-02", [remove("a.txt"), write("b.txt", "most\n")], [below]);
  const likely = predictions.likely([{ order: "WO-02", version: above ?? "" }]);
  expect(likely.layers[0]?.changes).toMatchObject([{ path: "b.txt", mode: "100755" }]);
  const changes = [below, ...likely.layers].map((layer) => layer.changes);
  await expect(foldOnto(repo, start, changes, likely.blobs)).resolves.toMatchObject({ tree: expect.any(String) });
});

test("a passed layer takes precedence over a prediction, and nothing is predicted that git may convert", async () => {
  const { layers, predictions } = await scene();
  const version = (await predictions.predict("WO-01", [write("a.txt", "one\n")], [])) ?? "";
  const [early] = predictions.likely([{ order: "WO-01", version }]).layers;
  if (early === undefined) throw new Error("no layer");
  layers.set("WO-01", early);
  expect(predictions.likely([{ order: "WO-01", version }])).toEqual({
    layers: [early],
    blobs: [],
    stored: expect.any(Function),
  });
  expect(await predictions.predict("WO-01", [write("a.txt", "one\r\n")], [])).toBeNull();
  expect(await predictions.predict("WO-01", null, [])).toBeNull();
  expect(predictions.likely([{ order: "WO-02", version }])).toEqual({
    layers: [],
    blobs: [],
    stored: expect.any(Function),
  });
});
