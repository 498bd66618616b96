// The platform's words for a value of a ruleset that it rejects: "'zone' is not a valid value for kind because …".
import { cutText } from '../../../base/index.ts';
import { type ApiMessage, messageAt } from '../request/api-error.ts';
import { CODES, type Code } from '../request/error-codes.ts';

/** Longest value that a message repeats. Characters. */
const MAX_SHOWN = 255;

/** Composes a message. @param steps from the body to the value; the last one is its key */
export function notValid(
  steps: readonly PropertyKey[],
  value: string,
  reason: string,
  code: Code = CODES.rulesetInvalid,
): ApiMessage {
  const shown = cutText(value, MAX_SHOWN);
  const message = `'${shown}' is not a valid value for ${String(steps.at(-1))} because ${reason}`;
  return messageAt(code, message, steps);
}
