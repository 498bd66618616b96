// What every other folder may use: errors, exact values, time. Nothing here knows about logs or imports another folder.
export { abortable } from './abortable.ts';
export { isApiId } from './api-id.ts';
export { isVisibleAscii, lowerCaseAscii } from './ascii.ts';
export { compareNumbers } from './decimal.ts';
export { failureReason, isInterruption, isOutcomeUnknown, isRateLimited } from './failure-reason.ts';
export { firstFrom } from './first-from.ts';
export { type ErrorKind, HeadgateError } from './headgate-error.ts';
export {
  dayStart,
  HOURS_PER_DAY,
  type Instant,
  instantFromInteger,
  instantFromText,
  MILLISECONDS_BELOW,
  MS_PER_DAY,
  MS_PER_HOUR,
  NS_PER_MS,
  NS_PER_SECOND,
  printInstant,
  SECONDS_BELOW,
} from './instant.ts';
export { type Items, mapItems } from './items.ts';
export { DEEPER_NESTING, JsonSyntaxError, MAX_JSON_DEPTH, parseJson, parsePlainJson } from './json-parse.ts';
export { printJson, recordFrom, valueFrom } from './json-print.ts';
export { isLoopback } from './loopback.ts';
export { createRandom, mix32 } from './mix32.ts';
export { editsBetween, nearest, nearestFirst } from './nearest.ts';
export {
  fillWords,
  NETWORK_FAILURES,
  type NetworkFailure,
  type NetworkFailureKind,
  type NetworkWords,
  networkFailure,
  PROXY_LOGIN,
} from './network-failure.ts';
export { optionalPackage } from './optional-package.ts';
export { PairwiseSum } from './pairwise-sum.ts';
export { isPlainObject, type PlainObject } from './plain-object.ts';
export { printBytes } from './print-bytes.ts';
export {
  capitalized,
  enumerate,
  printAmount,
  printCount,
  printHours,
  printInterval,
  printPlural,
  printRange,
  printShare,
  signed,
} from './print-count.ts';
export { printWait } from './print-wait.ts';
export { redactSecrets, resemblesAccessKey, secretStart } from './secrets.ts';
export { Smallest } from './smallest.ts';
export { NO_READ_PERMISSION, readReason, withAdvice, writeReason } from './system-reason.ts';
export { BYTE_UNITS } from './text/byte-units.ts';
export { characterAt, charactersOf, columnsOf, cutText, startOf } from './text/cut-text.ts';
export { type Fraction, fractionOf } from './text/decimal-fraction.ts';
export { AUTO_UNWRAP, parseEnvelopePath } from './text/envelope-path.ts';
export { printable, printableJson, printableLines } from './text/printable.ts';
export { nearestUnit, QuantityParser } from './text/quantity-parser.ts';
export { shellQuoted } from './text/shell-quoted.ts';
export { uniqueNames } from './text/unique-names.ts';
export { isInRange, parseSpan, parseTime, parseTimeRange, type TimeRange } from './time-range.ts';
export {
  type Count,
  Decimal,
  type FieldSource,
  HugeInteger,
  type Integer,
  integerOf,
  type JsonObject,
  MAX_BIGINT_DIGITS,
  numberOf,
  SAFE_DIGITS,
  typeName,
  type Value,
} from './value.ts';
