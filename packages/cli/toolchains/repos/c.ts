import { absent, contains, type ExistingRepo, exists, unchanged } from "../existing-repo.ts";

const SLUG = `#include "slug.h"

#include <ctype.h>

void slug(const char *title, char *out) {
  for (; *title != '\\0'; title++) *out++ = *title == ' ' ? '-' : (char)tolower((unsigned char)*title);
  *out = '\\0';
}
`;
const OLD_SLUG =
  "  for (; *title != '\\0'; title++) *out++ = *title == ' ' ? '-' : (char)tolower((unsigned char)*title);\n";
const NEW_SLUG = `  char *start = out;
  for (; *title != '\\0'; title++) {
    if (isalnum((unsigned char)*title)) *out++ = (char)tolower((unsigned char)*title);
    else if (out > start && out[-1] != '-') *out++ = '-';
  }
  if (out > start && out[-1] == '-') out--;
`;
const TEST = `#include "../src/slug.h"

#include <assert.h>
#include <string.h>

int main(void) {
  char out[64];
  slug("Milk And Eggs", out);
  assert(strcmp(out, "milk-and-eggs") == 0);
  return 0;
}
`;
const NEW_TEST = '  slug("Milk & Eggs!", out);\n  assert(strcmp(out, "milk-eggs") == 0);\n';
const MAKEFILE = `CFLAGS = -Wall -Werror

build/test: src/slug.c src/slug.h src/legacy.c test/test.c
	mkdir -p build
	$(CC) $(CFLAGS) -o $@ src/slug.c src/legacy.c test/test.c

.PHONY: test
test: build/test
	./build/test
`;

/** A program that make builds and tests. */
export const C: ExistingRepo = {
  name: "c",
  needs: ["make", "cc"],
  files: {
    ".gitignore": "/build/\n",
    Makefile: MAKEFILE,
    "src/slug.c": SLUG,
    "src/slug.h": "void slug(const char *title, char *out);\n",
    "src/legacy.c": "int legacy(void) { return 1; }\n",
    "test/test.c": TEST,
  },
  installed: { "build/old.o": "an object of the user's\n" },
  verifiedBy: "make test",
  orders: [
    {
      order: {
        title: "Leave marks out of slugs",
        intent: "slug in src/slug.c keeps letters and digits alone, and joins the words by hyphens.",
        preconditions: [contains("src/slug.c", "void slug")],
        postconditions: [contains("src/slug.c", "isalnum"), exists("test/test.c"), unchanged("src/slug.h")],
        acceptance_commands: ["make -s build/test"],
      },
      writes: [
        { path: "src/slug.c", edits: [{ find: OLD_SLUG, replace: NEW_SLUG }] },
        { path: "test/test.c", edits: [{ find: "  return 0;\n", replace: `${NEW_TEST}  return 0;\n` }] },
      ],
    },
    {
      order: {
        title: "Drop what is legacy",
        intent: "Delete src/legacy.c, and take it out of the Makefile.",
        preconditions: [exists("src/legacy.c")],
        postconditions: [absent("src/legacy.c"), exists("Makefile")],
        acceptance_commands: ["make -s -n test"],
      },
      writes: [
        { path: "src/legacy.c", delete: true },
        {
          path: "Makefile",
          edits: [
            { find: "src/slug.h src/legacy.c", replace: "src/slug.h" },
            { find: "src/slug.c src/legacy.c test", replace: "src/slug.c test" },
          ],
        },
      ],
    },
    {
      order: {
        title: "Call the header by what it offers",
        intent: "Rename src/slug.h to src/file_name.h; what includes it follows, and the Makefile.",
        preconditions: [exists("src/slug.h"), absent("src/file_name.h")],
        postconditions: [
          absent("src/slug.h"),
          contains("src/file_name.h", "void slug"),
          exists("src/slug.c"),
          exists("test/test.c"),
          exists("Makefile"),
        ],
        acceptance_commands: ["make -s test"],
      },
      writes: [
        { path: "src/slug.h", rename_to: "src/file_name.h" },
        { path: "src/slug.c", edits: [{ find: '"slug.h"', replace: '"file_name.h"' }] },
        { path: "test/test.c", edits: [{ find: "src/slug.h", replace: "src/file_name.h" }] },
        { path: "Makefile", edits: [{ find: "src/slug.h", replace: "src/file_name.h" }] },
      ],
    },
  ],
  expected: {
    "src/slug.h": null,
    "src/file_name.h": "void slug(const char *title, char *out);\n",
    "src/legacy.c": null,
    "src/slug.c": SLUG.replace(OLD_SLUG, NEW_SLUG).replace('"slug.h"', '"file_name.h"'),
    "test/test.c": TEST.replace("  return 0;\n", `${NEW_TEST}  return 0;\n`).replace("src/slug.h", "src/file_name.h"),
    Makefile: MAKEFILE.replace("src/slug.h src/legacy.c", "src/file_name.h").replace(
      "src/slug.c src/legacy.c",
      "src/slug.c",
    ),
  },
};
