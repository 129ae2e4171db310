import { expect, test } from "vitest";
import { databaseAddress } from "./address.ts";

test.each([
  ["postgres://ann@localhost/jobs", "postgres://ann@localhost/jobs?sslmode=disable"],
  ["postgres://ann@127.0.0.1:5433/jobs", "postgres://ann@127.0.0.1:5433/jobs?sslmode=disable"],
  ["postgresql://ann@db.example.org/jobs", "postgresql://ann@db.example.org/jobs?sslmode=verify-full"],
  ["postgres://ann@db.example.org/jobs?sslmode=disable", "postgres://ann@db.example.org/jobs?sslmode=disable"],
  ["postgres://ann@10.0.0.7/jobs?sslmode=require", "postgres://ann@10.0.0.7/jobs?sslmode=require"],
])("%s is %s in full: TLS is verified unless it says otherwise, or is loopback", (text, url) => {
  expect(databaseAddress(text, {})).toMatchObject({ ok: true, value: { url } });
});

test("the environment may hold the password, and it is in nothing that is shown", () => {
  const env = { LLMCH_DATABASE_URL: "postgres://ann@localhost/jobs", PGPASSWORD: "s3cr/t" };
  expect(databaseAddress(undefined, env)).toEqual({
    ok: true,
    value: { url: "postgres://ann:s3cr%2Ft@localhost/jobs?sslmode=disable", shown: "localhost/jobs" },
  });
  expect(databaseAddress(undefined, {})).toEqual({ ok: true, value: null });
});

test.each([
  ["postgres://ann:secret@localhost/jobs", "holds a password"],
  ["mysql://localhost/jobs", "none of PostgreSQL"],
  ["jobs", "none of PostgreSQL"],
  ["postgres://localhost/jobs?sslmode=maybe", "unknown sslmode maybe"],
  ["postgres://10.0.0.7/jobs", "a certificate names a host"],
])("the flag %s is refused: it %s", (text, why) => {
  expect(databaseAddress(text, {})).toMatchObject({
    ok: false,
    issues: [{ code: "usage", message: expect.stringContaining(why) }],
  });
});
