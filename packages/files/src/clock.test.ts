import { afterEach, expect, test, vi } from "vitest";
import { newUlid } from "./clock.ts";
import { newOwnedName, ownerOf } from "./owner.ts";

afterEach(() => vi.restoreAllMocks());

test.each([-1, -1e12, -8.64e15, 8.64e15])("a clock of %d ms gives valid ids", (now) => {
  vi.spyOn(Date, "now").mockReturnValue(now);
  const ids = Array.from({ length: 100 }, newUlid);
  expect(new Set(ids).size).toBe(100);
  for (const id of ids) expect(id).toMatch(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/);
  expect(ownerOf(newOwnedName())).toMatchObject({ pid: process.pid });
});
