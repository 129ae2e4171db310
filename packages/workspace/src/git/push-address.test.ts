import { expect, test } from "vitest";
import { withoutAnyCredentials, withoutCredentials } from "./push-address.ts";

test.each([
  ["https://host/x.git", "https://host/x.git"],
  ["https://hunter2@host/x.git", "https://host/x.git"],
  ["https://me:hunter2@host:8443/x.git", "https://host:8443/x.git"],
  ["https://me:hunter@2@host/x.git", "https://host/x.git"],
  ["https://me:hunt/er2@host/x.git", "https://host/x.git"],
  ["https://host/@scope/x.git", "https://host/@scope/x.git"],
  ["https://host/x.git?private_token=hunter2", "https://host/x.git"],
  ["helper::https://me:hunter2@host/x", "helper::https://host/x"],
  ["ssh://git:hunter2@host/x", "ssh://git@host/x"],
  ["ssh://git@host:22/x", "ssh://git@host:22/x"],
  ["git@host:me/x.git", "git@host:me/x.git"],
  ["/srv/git/x.git", "/srv/git/x.git"],
  ["file:///srv/git/x@y.git", "file:///srv/git/x@y.git"],
])("%s is shown as %s", (address, shown) => {
  expect(withoutCredentials(address)).toBe(shown);
});

test("a text from git loses the credentials of every address", () => {
  const said = "fatal: unable to access 'https://me:hunter2@host/x/': no such host, nor http://hunter2@other/y";
  expect(withoutAnyCredentials(said)).toBe(
    "fatal: unable to access 'https://host/x/': no such host, nor http://other/y",
  );
});
