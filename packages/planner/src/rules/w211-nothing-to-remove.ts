import { quote } from "../quote.ts";
import type { ChainRule } from "./rule.ts";

/** A file that an order removes exists before the order. */
export const nothingToRemove: ChainRule = ({ order, files }) =>
  order.postconditions
    .filter(({ kind, path }) => kind === "file_absent" && order.allowed.has(path))
    .filter(({ path }) => !files.has(path) && files.lost(path)?.remover !== order.label)
    .map(({ path, pointer }) => ({
      code: "W211",
      field: "postconditions",
      message: `postcondition file_absent ${quote(path)} takes a file away that is not there by then`,
      pointer: `${pointer}/path`,
    }));
