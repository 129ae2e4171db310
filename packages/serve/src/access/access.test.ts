import { expect, test } from "vitest";
import { createAccess } from "./access.ts";

const TOKEN = "s3cret".repeat(7);
const ORIGIN = "http://127.0.0.1:7717";
const asked = (headers: Readonly<Record<string, string | string[]>> = {}, method = "GET") => ({
  method,
  headersDistinct: Object.fromEntries(
    Object.entries({ host: "127.0.0.1:7717", ...headers }).map(([name, value]) => [name, [value].flat()]),
  ),
});
const at = (start = 1_000_000) => {
  const clock = { now: start };
  return { clock, access: createAccess(TOKEN, 7717, () => clock.now) };
};
const tokenOf = (url: string) => new URL(url).searchParams.get("token") ?? "";
const cookieOf = (access: ReturnType<typeof createAccess>) => {
  const entered = access.exchange(tokenOf(access.newLink()));
  if (typeof entered === "string") throw new Error(entered);
  return entered.cookie;
};

test.each([
  ["its own name", {}, "GET", true],
  ["another name", { host: "evil.test:7717" }, "GET", false],
  ["localhost", { host: "localhost:7717" }, "GET", false],
  ["another port", { host: "127.0.0.1:7718" }, "GET", false],
  ["no port", { host: "127.0.0.1" }, "GET", false],
  ["two names", { host: ["127.0.0.1:7717", "evil.test"] }, "GET", false],
  ["its own page", { origin: ORIGIN }, "POST", true],
  ["another page", { origin: "https://evil.test" }, "GET", false],
  ["another port's page", { origin: "http://127.0.0.1:8080" }, "POST", false],
  ["a page that hides", { origin: "null" }, "POST", false],
  ["two origins", { origin: [ORIGIN, ORIGIN] }, "POST", false],
  ["a page of another site, by what the browser says", { "sec-fetch-site": "cross-site" }, "GET", false],
  ["a page of another port, by what the browser says", { "sec-fetch-site": "same-site" }, "GET", false],
  ["an address that was typed", { "sec-fetch-site": "none" }, "GET", true],
  ["a browser that does not say which page", { cookie: "a=b" }, "POST", false],
  ["a program", { authorization: `Bearer ${TOKEN}` }, "POST", true],
])("%s", (_, headers, method, isAllowed) => {
  expect(at().access.foreign(asked(headers, method)) === null).toBe(isAllowed);
});

test("a link lets a browser in once, within a day, and only the newest twenty do", () => {
  const { access, clock } = at();
  const [first = "", ...others] = Array.from({ length: 21 }, () => tokenOf(access.newLink()));
  expect(access.exchange(first)).toBe("stranger");
  expect(access.exchange(others[0] ?? "")).toMatchObject({ cookie: expect.any(String) });
  expect(access.exchange(others[0] ?? "")).toBe("stranger");
  clock.now += 24 * 3600 * 1000;
  expect(access.exchange(others[1] ?? "")).toBe("stranger");
});

test("a cookie is for this browser, this port and thirty days, and outlives the server", () => {
  const { access, clock } = at();
  const cookie = cookieOf(access);
  expect(cookie).toMatch(/^llmch-7717=v1\.\d+\.[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Strict$/);
  const [value = ""] = cookie.split(";");
  expect(access.admit(asked({ cookie: value }))).toBe("admitted");
  expect(access.admit(asked({ cookie: `llmch-7717=bogus; a=b; ${value}` }))).toBe("admitted");
  expect(createAccess(TOKEN, 7717, () => clock.now).admit(asked({ cookie: value }))).toBe("admitted");
  expect(createAccess("other", 7717, () => clock.now).admit(asked({ cookie: value }))).toBe("stranger");
  expect(createAccess(TOKEN, 80, () => clock.now).admit(asked({ cookie: value.replace("7717", "80") }))).toBe(
    "stranger",
  );
  expect(access.admit(asked({ cookie: value.replace(/v1\.(\d+)/, "v1.1$1") }))).toBe("stranger");
  clock.now += 30 * 24 * 3600 * 1000;
  expect(access.admit(asked({ cookie: value }))).toBe("stranger");
});

test("a program has the token, in one header", () => {
  const { access } = at();
  expect(access.admit(asked({ authorization: `bearer ${TOKEN}` }))).toBe("admitted");
  for (const authorization of ["", "Bearer", "Bearer ", `Basic ${TOKEN}`, `Bearer ${TOKEN}x`, `Bearer ${TOKEN} x`])
    expect(access.admit(asked({ authorization }))).toBe("stranger");
});

test("whoever guesses is not answered for a while; who knows is", () => {
  const { access, clock } = at();
  const [cookie = ""] = cookieOf(access).split(";");
  const link = tokenOf(access.newLink());
  for (let count = 0; count < 20; count++) expect(access.exchange("guess")).toBe("stranger");
  expect(access.admit(asked({ authorization: "Bearer guess" }))).toBe("throttled");
  expect(access.admit(asked())).toBe("throttled");
  expect(access.admit(asked({ authorization: `Bearer ${TOKEN}` }))).toBe("admitted");
  expect(access.admit(asked({ cookie }))).toBe("admitted");
  expect(access.exchange(link)).toMatchObject({ cookie: expect.any(String) });
  clock.now += 10_000;
  expect(access.admit(asked())).toBe("stranger");
});
