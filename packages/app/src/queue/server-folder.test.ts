import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { newOwnedName } from "@llmch/files";
import { expect, onTestFinished, test } from "vitest";
import { claimServer, openServerFolder, runningServer } from "./server-folder.ts";

const newPlace = () => {
  const place = mkdtempSync(join(tmpdir(), "llmch-folder-"));
  onTestFinished(() => rmSync(place, { recursive: true, force: true }));
  return join(place, "llmch/serve");
};
const modeOf = (path: string) => lstatSync(path).mode & 0o777;
const open = (data: string) => {
  const opened = openServerFolder(data);
  return opened.ok ? opened.value : opened.issues[0];
};
const refused = { code: "not-writable", message: expect.any(String), hint: expect.any(String) };

test("the folder and its token are the user's alone, and stay", () => {
  const data = newPlace();
  const token = open(data);
  expect(token).toMatch(/^[\w-]{43}$/);
  expect([modeOf(data), modeOf(join(data, "token")), readdirSync(data)]).toEqual([0o700, 0o600, ["token"]]);
  expect(open(data)).toBe(token);
  // As a program makes it that knows nothing of the token.
  chmodSync(data, 0o755);
  expect([open(data), modeOf(data)]).toEqual([token, 0o700]);
});

test("a folder with other files is left as it is, and refused if others can look into it", () => {
  const data = newPlace();
  open(data);
  writeFileSync(join(data, "notes.txt"), "");
  chmodSync(data, 0o755);
  expect(open(data)).toEqual(refused);
  expect(modeOf(data)).toBe(0o755);
  chmodSync(data, 0o700);
  expect(open(data)).toEqual(readFileSync(join(data, "token"), "utf8"));
});

test.each<[string, (token: string) => void]>([
  ["that others can read", (token) => chmodSync(token, 0o640)],
  [
    "that is a link",
    (token) => {
      writeFileSync(`${token}-elsewhere`, readFileSync(token), { mode: 0o600 });
      rmSync(token);
      symlinkSync(`${token}-elsewhere`, token);
    },
  ],
  [
    "that is a folder",
    (token) => {
      rmSync(token);
      mkdirSync(token);
    },
  ],
  ["that is empty", (token) => writeFileSync(token, "")],
  ["that is short", (token) => writeFileSync(token, "x")],
])("a token %s is refused", (_, change) => {
  const data = newPlace();
  open(data);
  change(join(data, "token"));
  expect(open(data)).toEqual(refused);
});

test("a folder that cannot be made is refused", () => {
  expect(open("/proc/llmch/serve")).toEqual(refused);
});

test("one server has a folder, until it ends or dies", async () => {
  const data = newPlace();
  open(data);
  expect(runningServer(data)).toBeNull();
  const claim = async (port: number) => {
    const claimed = await claimServer(data, port);
    return claimed.ok ? claimed.value : null;
  };
  const release = await claim(7717);
  expect(runningServer(data)).toEqual({ port: 7717, isHere: true });
  expect(await claim(7718)).toBeNull();
  release?.();
  expect(readdirSync(data)).not.toContain("server.json");
  const dead = newOwnedName().replace(/-\d+-\d+-/, "-4194999-1-");
  for (const left of [JSON.stringify({ owner: dead, port: 1 }), "", "nonsense"]) {
    writeFileSync(join(data, "server.json"), left);
    expect(runningServer(data)).toBeNull();
    const again = await claim(7719);
    expect(runningServer(data)).toMatchObject({ port: 7719 });
    again?.();
  }
  const elsewhere = newOwnedName().replace(/^llmch-[0-9a-f]{8}/, "llmch-00000000");
  writeFileSync(join(data, "server.json"), JSON.stringify({ owner: elsewhere, port: 1 }));
  expect(runningServer(data)).toEqual({ port: 1, isHere: false });
});
