// Checks the custom fields of one line against the ruleset and the limits: names, case, shape, size. How the size is counted:
// docs/semantics.md, "Custom fields".
import { type FieldSource, printCount, printPlural, type Value } from '../../../base/index.ts';
import { NEAR_LIMIT_BYTES, sizeOf } from '../../../language/custom-fields/index.ts';
import { COMBINED_BYTES } from '../../../language/dataset/index.ts';
import type { LineRule } from '../rules.ts';
import type { CustomKey, CustomPlan } from './custom-plan.ts';

/** The most bytes that truncation at a character boundary leaves free: one less than the longest character. UTF-8 bytes. */
export const CUT_SLACK_BYTES = 3;

/** A violated rule on a line. */
export interface CustomFault {
  code: LineRule;
  message: string;
  /** Such as `Cookies.session_id`. */
  names: string[];
}

/** The same under construction: a line may contain tens of thousands of names. */
interface Noted {
  message: string;
  names: Set<string>;
}

/** The size of all values of a line. */
interface Total {
  bytes: number;
  /** Path of the last value that is not empty, in the order in which values count. */
  last: string | undefined;
}

/** Checks the custom fields of a line. */
export function checkCustomFields(line: FieldSource, plan: CustomPlan): CustomFault[] {
  const byCode = new Map<LineRule, Noted>();
  const total: Total = { bytes: 0, last: undefined };
  for (const key of plan.keys) {
    const value = line.get(key.key);
    if (value === undefined || value === null) continue;
    // The rule on types reports a value of another type than the dataset's.
    if (!(value instanceof Map)) continue;
    for (const [name, one] of inOrder(value, key)) checkOne(name, one, key, total, byCode);
  }
  checkSize(total, plan, byCode);
  return [...byCode].map(([code, { message, names }]) => ({ code, message, names: [...names] }));
}

/** Returns the values in configured order, which is the order in which they count; names that are not configured come last. */
function inOrder(values: ReadonlyMap<string, Value>, { names }: CustomKey): [string, Value][] {
  if (names === undefined) return [...values];
  const known = [...names.keys()].flatMap((name) =>
    values.has(name) ? [[name, values.get(name)!] as [string, Value]] : [],
  );
  return [...known, ...[...values].filter(([name]) => !names.has(name))];
}

function checkOne(name: string, value: Value, key: CustomKey, total: Total, byCode: Map<LineRule, Noted>): void {
  const path = `${key.key}.${name}`;
  const nameFault = checkName(name, key);
  if (nameFault !== undefined) note(byCode, nameFault.code, path, nameFault.message);
  const texts = Array.isArray(value) ? value : [value];
  if (Array.isArray(value) && !mayBeArray(name, key))
    note(byCode, 'custom-shape', path, `found an array in ${path}, expected a string`);
  else if (!texts.every((text) => typeof text === 'string' || (text === null && !Array.isArray(value)))) {
    note(byCode, 'custom-shape', path, `found a value other than a string in ${path}`);
  }
  const bytes = sizeOf(texts.filter((text) => typeof text === 'string'));
  total.bytes += bytes;
  if (bytes > 0) total.last = path;
}

function checkName(
  name: string,
  { names, folded, logged }: CustomKey,
): { code: LineRule; message: string } | undefined {
  if (names?.has(name)) return undefined;
  const lower = name.toLowerCase();
  const near = folded.get(lower);
  if (near !== undefined)
    return {
      code: 'custom-case',
      message: `found ${JSON.stringify(name)}, expected ${JSON.stringify(near)}, as configured`,
    };
  if (names !== undefined)
    return { code: 'custom-unknown', message: `found ${JSON.stringify(name)}, expected a configured name` };
  if (logged === 'Cookies' || lower === name) return undefined;
  return { code: 'custom-case', message: `found the header ${JSON.stringify(name)}, expected lower case` };
}

/** Whether a name may have several values. Only response headers may; without a ruleset any of them may. */
export function mayBeArray(name: string, { names, logged }: CustomKey): boolean {
  if (logged !== 'ResponseHeaders') return false;
  return names === undefined || names.get(name) === true;
}

/** Returns the message on the size of a line's values. */
export function sizeMessage(bytes: number): string {
  return `found ${printPlural(bytes, 'byte')} of values, expected at most ${printCount(COMBINED_BYTES)}`;
}

function checkSize({ bytes, last }: Total, { limits }: CustomPlan, byCode: Map<LineRule, Noted>): void {
  if (limits.combinedBytes === undefined) return;
  const message = sizeMessage(bytes);
  if (bytes > limits.combinedBytes) note(byCode, 'custom-size', undefined, message);
  else if (bytes >= limits.combinedBytes - CUT_SLACK_BYTES)
    note(byCode, 'custom-truncated', last, `${message}: ${last} may be truncated, and later values empty`);
  else if (bytes >= NEAR_LIMIT_BYTES) note(byCode, 'custom-near-limit', undefined, message);
}

function note(byCode: Map<LineRule, Noted>, code: LineRule, name: string | undefined, message: string): void {
  let known = byCode.get(code);
  if (known === undefined) {
    known = { message, names: new Set() };
    byCode.set(code, known);
  }
  if (name !== undefined) known.names.add(name);
}
