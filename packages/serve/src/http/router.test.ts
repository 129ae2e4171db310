import { expect, test } from "vitest";
import { plain, type Route } from "./route.ts";
import { matchRoute, readTarget } from "./router.ts";

const route = (method: Route["method"], path: string): Route => ({ method, path, answer: async () => plain("") });
const ROUTES = [
  route("GET", "/"),
  route("GET", "/jobs/:id"),
  route("DELETE", "/jobs/:id"),
  route("GET", "/jobs/:id/files"),
  route("GET", "/jobs/:id/files/*"),
];
const found = (method: string, url: string) => {
  const target = readTarget(url);
  const match = target === null ? null : matchRoute(ROUTES, method, target.parts);
  if (match === null) return "malformed";
  return match.kind === "found" ? [match.route.path, match.params] : match.kind;
};

test.each([
  ["GET", "/", ["/", {}]],
  ["GET", "/?a=b", ["/", {}]],
  ["GET", "/jobs/A", ["/jobs/:id", { id: "A" }]],
  ["GET", "/jobs/a%20b", ["/jobs/:id", { id: "a b" }]],
  ["DELETE", "/jobs/A", ["/jobs/:id", { id: "A" }]],
  ["POST", "/jobs/A", "method"],
  ["GET", "/jobs/A/files/b/c.txt", ["/jobs/:id/files/*", { id: "A", "*": "b/c.txt" }]],
  ["GET", "/jobs/A/files", ["/jobs/:id/files", { id: "A" }]],
  ["GET", "/jobs/A/files/", "none"],
  ["GET", "/jobs/A/files//etc/passwd", "none"],
  ["GET", "/jobs/", "none"],
  ["GET", "//evil", "none"],
  ["GET", "//evil/..", "malformed"],
  ["GET", "/jobs/A/files/../../../etc/passwd", "malformed"],
  ["GET", "/jobs/A/files/%2e%2e/x", "malformed"],
  ["GET", "/jobs/A/files/..%2fx", "malformed"],
  ["GET", "/jobs/a%2Fb", "malformed"],
  ["GET", "/jobs/a%00", "malformed"],
  ["GET", "/jobs/%ff", "malformed"],
  ["GET", "/jobs/%", "malformed"],
  ["GET", "/?a=%", "malformed"],
  ["GET", "/#a", "malformed"],
  ["GET", "http://evil/", "malformed"],
  ["GET", "*", "malformed"],
  ["GET", "", "malformed"],
])("%s %s is %j", (method, url, expected) => {
  expect(found(method, url)).toEqual(expected);
});
