import { namedFiles } from "./listing.ts";
import { parseText } from "./parser.fixture.ts";
import { drawMap, SHOWN_FILES } from "./repo-map.ts";
import { tellingFiles } from "./telling-files.ts";

interface Options {
  readonly bytes?: number;
  readonly spec?: string;
  readonly showsNamed?: boolean;
}

/** The map of a repo with these texts. */
export const mapOf = (
  all: Readonly<Record<string, string>>,
  { bytes = 36_000, spec = "", showsNamed = false }: Options = {},
): Promise<string> => {
  const listing = Object.keys(all);
  const named = showsNamed ? namedFiles(listing, spec) : [];
  const texts = Object.fromEntries(
    [...tellingFiles(listing, SHOWN_FILES), ...named].map((path) => [path, all[path] ?? ""]),
  );
  return drawMap(
    { listing, texts, named, product: listing, spec },
    { bytes, paths: 400 },
    {
      texts: async (paths, use) => {
        for (const path of paths) use(path, all[path] ?? null);
      },
      parse: parseText,
    },
  );
};
