import { shellOperator } from "./e003-shell-operator.ts";
import { globInPath } from "./e004-glob.ts";
import { schemaViolations } from "./e005-schema.ts";
import { inlineSyntax } from "./e006-inline-syntax.ts";
import { unsplittableCommand } from "./e007-splitting.ts";
import { unmetPrecondition } from "./e101-precondition.ts";
import { contradiction } from "./e102-contradiction.ts";
import { postconditionOutOfScope } from "./e103-scope.ts";
import { unpromisedFile } from "./e104-promise.ts";
import { verifyCommand } from "./e105-verify-command.ts";
import { unstartableCommand } from "./e201-program.ts";
import { contradictoryConditions } from "./e203-contradictory-conditions.ts";
import { missingSubject } from "./e204-missing-subject.ts";
import { missingCheckFile } from "./e205-check-file.ts";
import type { ChainRule, OrderRule } from "./rule.ts";
import { unknownImport } from "./w101-import.ts";
import { shellText } from "./w203-shell-text.ts";
import { certainSuccess } from "./w204-certain-success.ts";
import { missingTarget } from "./w205-missing-target.ts";
import { unorderedWrite } from "./w206-unordered-write.ts";
import { untestedOrder } from "./w207-untested-order.ts";
import { rewrittenTest } from "./w208-rewritten-test.ts";
import { muchToWrite } from "./w209-much-to-write.ts";
import { secretFile } from "./w210-secret-file.ts";
import { nothingToRemove } from "./w211-nothing-to-remove.ts";
import { unnamedImport } from "./w223-unnamed.ts";
import { undecidedOrder } from "./w224-undecided.ts";
import { unseenBase } from "./w226-unseen-base.ts";
import { differingMessage } from "./w227-differing-message.ts";
import { orderDependedOn } from "./w228-order-depended-on.ts";
import { unknownMember } from "./w229-unknown-member.ts";
import { ignoredFile } from "./w233-ignored-file.ts";
import { tooMuchToShow } from "./w234-too-much-to-show.ts";
import { unprovedEnd } from "./w235-unproved-end.ts";

/** Rules about an order by itself, except those about its id. */
export const ORDER_RULES: readonly OrderRule[] = [
  shellOperator,
  globInPath,
  schemaViolations,
  inlineSyntax,
  unsplittableCommand,
  unstartableCommand,
  missingCheckFile,
];

/** Rules about a command and the files that it finds: they judge the plan's own acceptance too. */
export const COMMAND_RULES: readonly ChainRule[] = [
  ...[shellOperator, inlineSyntax, unsplittableCommand, unstartableCommand, verifyCommand],
  ...[missingCheckFile, unknownImport, shellText, certainSuccess, missingTarget, unprovedEnd],
];

/** Rules about an order and the files before it. */
export const ENTRY_RULES: readonly ChainRule[] = [
  unmetPrecondition,
  contradiction,
  postconditionOutOfScope,
  unpromisedFile,
  verifyCommand,
  contradictoryConditions,
  missingSubject,
];

/** Rules that also need the order's own files. All are warnings, so `run` does not apply them to an order. */
export const EXIT_RULES: readonly ChainRule[] = [
  unknownImport,
  shellText,
  certainSuccess,
  missingTarget,
  unorderedWrite,
  untestedOrder,
  rewrittenTest,
  muchToWrite,
  secretFile,
  nothingToRemove,
  unnamedImport,
  orderDependedOn,
  unknownMember,
  undecidedOrder,
  unseenBase,
  differingMessage,
  ignoredFile,
  tooMuchToShow,
  unprovedEnd,
];
