// The custom fields of one line against the ruleset and the limits: names, case, shape, size. The size counts as DESIGN 3.6 counts it.

import type { FieldSource, Value } from '../../base/index.ts';
import { printCount, printPlural } from '../../base/index.ts';
import { COMBINED_BYTES, NEAR_LIMIT_BYTES, sizeOf } from '../../custom-fields/index.ts';
import type { RuleCode } from '../rules.ts';
import type { CustomKey, CustomPlan } from './custom-plan.ts';

/** Most bytes that cutting at a character boundary leaves free: one less than the longest character. UTF-8 bytes. */
export const CUT_SLACK_BYTES = 3;

/** What was found on a line, by rule. */
export interface CustomFault {
  code: RuleCode;
  message: string;
  /** `Cookies.session_id`. */
  names: string[];
}

/** The same in the making: a line may hold tens of thousands of names. */
interface Noted {
  message: string;
  names: Set<string>;
}

/** What all values of a line come to. */
interface Total {
  bytes: number;
  /** The last value that is not empty, in the order in which values count. */
  last: string | undefined;
}

/** Checks the custom fields of a line. */
export function checkCustomFields(line: FieldSource, plan: CustomPlan): CustomFault[] {
  const byCode = new Map<RuleCode, Noted>();
  const total: Total = { bytes: 0, last: undefined };
  for (const key of plan.keys) {
    const value = line.get(key.key);
    if (value === undefined || value === null) continue;
    // A value of another type than the dataset's is told by the rule on types.
    if (!(value instanceof Map)) continue;
    for (const [name, one] of inOrder(value, key)) checkOne(name, one, key, total, byCode);
  }
  checkSize(total, plan, byCode);
  return [...byCode].map(([code, { message, names }]) => ({ code, message, names: [...names] }));
}

/** Values in configured order, since that is the order in which they count; what is not configured comes last. */
function inOrder(values: ReadonlyMap<string, Value>, { names }: CustomKey): [string, Value][] {
  if (names === undefined) return [...values];
  const known = [...names.keys()].flatMap((name) =>
    values.has(name) ? [[name, values.get(name)!] as [string, Value]] : [],
  );
  return [...known, ...[...values].filter(([name]) => !names.has(name))];
}

function checkOne(name: string, value: Value, key: CustomKey, total: Total, byCode: Map<RuleCode, Noted>): void {
  const path = `${key.key}.${name}`;
  const nameFault = checkName(name, key);
  if (nameFault !== undefined) note(byCode, nameFault.code, path, nameFault.message);
  const texts = Array.isArray(value) ? value : [value];
  if (Array.isArray(value) && !mayBeArray(name, key))
    note(byCode, 'custom-shape', path, `found an array in ${path}, expected a text`);
  else if (!texts.every((text) => typeof text === 'string' || (text === null && !Array.isArray(value)))) {
    note(byCode, 'custom-shape', path, `found something other than text in ${path}`);
  }
  const bytes = sizeOf(texts.filter((text) => typeof text === 'string'));
  total.bytes += bytes;
  if (bytes > 0) total.last = path;
}

function checkName(
  name: string,
  { names, folded, logged }: CustomKey,
): { code: RuleCode; message: string } | undefined {
  if (names?.has(name)) return undefined;
  const lower = name.toLowerCase();
  const near = folded.get(lower);
  if (near !== undefined)
    return { code: 'custom-case', message: `found ${JSON.stringify(name)}, configured is ${JSON.stringify(near)}` };
  if (names !== undefined)
    return { code: 'custom-unknown', message: `found ${JSON.stringify(name)}, which is not configured` };
  if (logged === 'Cookies' || lower === name) return undefined;
  return { code: 'custom-case', message: `found the header ${JSON.stringify(name)}, expected lower case` };
}

/** Only response headers may keep every value; without a ruleset one cannot say which. */
export function mayBeArray(name: string, { names, logged }: CustomKey): boolean {
  if (logged !== 'ResponseHeaders') return false;
  return names === undefined || names.get(name) === true;
}

/** Says how large the values of a line are. */
export function sizeMessage(bytes: number): string {
  return `found ${printPlural(bytes, 'byte')} of values, the limit is ${printCount(COMBINED_BYTES)}`;
}

function checkSize({ bytes, last }: Total, { limits }: CustomPlan, byCode: Map<RuleCode, Noted>): void {
  if (limits.combinedBytes === undefined) return;
  const told = sizeMessage(bytes);
  if (bytes > limits.combinedBytes) note(byCode, 'custom-size', undefined, told);
  else if (bytes >= limits.combinedBytes - CUT_SLACK_BYTES)
    note(byCode, 'custom-truncated', last, `${told}: ${last} may be cut, and what follows it empty`);
  else if (bytes >= NEAR_LIMIT_BYTES) note(byCode, 'custom-near-limit', undefined, told);
}

function note(byCode: Map<RuleCode, Noted>, code: RuleCode, name: string | undefined, message: string): void {
  let known = byCode.get(code);
  if (known === undefined) {
    known = { message, names: new Set() };
    byCode.set(code, known);
  }
  if (name !== undefined) known.names.add(name);
}
