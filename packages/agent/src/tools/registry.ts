import type { Tool } from "../tool.ts";
import { beginAnew } from "./begin-anew.ts";
import { check } from "./check.ts";
import { diff } from "./diff.ts";
import { edit } from "./edit.ts";
import { list } from "./list.ts";
import { object } from "./object.ts";
import { propose } from "./propose.ts";
import { read } from "./read.ts";
import { search } from "./search.ts";
import { symbols } from "./symbols.ts";
import { write } from "./write.ts";

/** All tools, in the order in which a model sees them. Nothing else can be called. */
export const TOOLS: readonly Tool[] = [
  list,
  read,
  search,
  symbols,
  diff,
  check,
  edit,
  write,
  beginAnew,
  propose,
  object,
];
