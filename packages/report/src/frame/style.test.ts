import { expect, test } from "vitest";
import { PAGE_STYLE } from "./style.ts";

/** The page's colours by name, for light and dark mode. */
const [day, night] = [...PAGE_STYLE.matchAll(/:root\{([^}]*)\}/g)].map(
  ([, names = ""]) =>
    new Map([...names.matchAll(/--([a-z-]+):(#[0-9a-f]+)/g)].map(([, name = "", hex = ""]) => [name, hex])),
);

/** The luminance of a colour, by WCAG 2. */
const brightness = (hex: string): number => {
  const digits = hex.length === 4 ? [...hex.slice(1)].map((digit) => digit + digit) : (hex.slice(1).match(/../g) ?? []);
  const [red = 0, green = 0, blue = 0] = digits.map((pair) => {
    const part = Number.parseInt(pair, 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

const contrast = (one: string, other: string): number => {
  const [darker = 0, lighter = 0] = [brightness(one), brightness(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
};

/** Each text colour with the backgrounds behind it. */
const PAIRS = [
  ...["paper", "card", "sunk"].flatMap((ground) =>
    ["ink", "soft", "link", "good", "bad", "warn"].map((text) => [text, ground]),
  ),
  ...["good", "bad", "warn"].flatMap((sense) => [sense, "ink"].map((text) => [text, `${sense}-ground`])),
  ...["bad-ground", "warn-ground"].flatMap((ground) => [
    ["soft", ground],
    ["link", ground],
  ]),
  ...["gone", "come"].map((ground) => ["ink", ground]),
  ...["gone", "come"].map((ground) => ["soft", ground]),
] as const;

test.each(PAIRS)("%s on %s is readable, in light and dark mode", (text = "", ground = "") => {
  for (const colours of [day, night]) {
    expect(contrast(colours?.get(text) ?? "", colours?.get(ground) ?? "")).toBeGreaterThanOrEqual(4.5);
  }
});

test("the style loads nothing and cannot end itself", () => {
  expect(PAGE_STYLE).not.toMatch(/url\(|@import|<\//);
});
