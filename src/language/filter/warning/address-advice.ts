// Suggests a replacement for a range of IP addresses: conditions on address prefixes, if they fit within the limits of a filter.
import { printCount, printPlural } from '../../../base/index.ts';
import type { Dataset, Field } from '../../dataset/index.ts';
import { printNodeJson, sizeOf } from '../filter-value.ts';
import { MAX_FILTER_BYTES, MAX_FILTER_OPERATORS } from '../limits.ts';
import { type Condition, conditionsOf, listOf, type Node, type Scalar } from '../node.ts';
import { OPERATORS, type Operator, type WrittenForm } from '../operator.ts';
import { printNode } from '../print-expression.ts';
import { addressFaultOf } from './address-form.ts';
import { type AddressRange, readAddressRange } from './address-range.ts';

/** Names of fields that contain an address. Excludes `ClientIPASN`, `SourceIPCountryCode` and the subnets of network analytics. */
const ADDRESS_FIELD = /(?:IPs?|IP(?:v[46])?Address|^IP(?:Source|Destination)Address)$/;

/** A condition that compares an address with a range. */
export interface RangeCondition {
  /** The ranges among its values, verbatim. */
  readonly ranges: readonly string[];
  /** An equivalent condition or group; undefined when there is none. */
  readonly replacement: Node | undefined;
  /** Why there is no replacement. */
  readonly impossible: string | undefined;
}

/** Whether a field contains addresses as text. */
export function isAddressField({ name, type }: Field): boolean {
  return (type === 'string' || type === 'array[string]') && ADDRESS_FIELD.test(name);
}

/** Finds the ranges among a condition's values; undefined when there are none. */
export function rangeConditionOf(condition: Condition, isArray: boolean): RangeCondition | undefined {
  const values = listOf(condition).map((value) => ({
    value,
    range: typeof value === 'string' ? readAddressRange(value.trim()) : undefined,
  }));
  const found = values.flatMap(({ value, range }) => (range === undefined ? [] : [{ text: String(value), range }]));
  if (found.length === 0) return undefined;
  const ranges = found.map(({ text }) => text);
  const impossible = isArray
    ? 'no operator matches a prefix of an array element'
    : found.flatMap(({ range }) => ('impossible' in range ? [range.impossible] : []))[0];
  if (impossible !== undefined) return { ranges, replacement: undefined, impossible };
  const singles = values.flatMap(({ value, range }) => (range === undefined ? [value] : []));
  return {
    ranges,
    replacement: replacementFor(
      condition,
      singles,
      found.map(({ range }) => range),
    ),
    impossible: undefined,
  };
}

function replacementFor(condition: Condition, singles: readonly Scalar[], ranges: readonly AddressRange[]): Node {
  const { key, operator } = condition;
  const { isNegated } = OPERATORS[operator];
  const parts = ranges.flatMap((range) => ('impossible' in range ? [] : [range]));
  const addresses = [...new Set([...singles, ...parts.flatMap((part) => part.addresses)])];
  const make = (positive: Operator, value: Condition['value']): Condition => {
    return { kind: 'condition', key, operator: isNegated ? OPERATORS[positive].negation : positive, value };
  };
  const children = [
    ...(addresses.length === 0 ? [] : [addresses.length === 1 ? make('eq', addresses[0]!) : make('in', addresses)]),
    ...[...new Set(parts.flatMap((part) => part.starts))].map((start) => make('startsWith', start)),
  ];
  return children.length === 1 ? children[0]! : { kind: isNegated ? 'and' : 'or', children };
}

/** Replaces every range in a tree that has a replacement. */
export function withoutRanges(node: Node, dataset: Dataset): Node {
  if (node.kind !== 'condition')
    return { kind: node.kind, children: node.children.map((child) => withoutRanges(child, dataset)) };
  const field = dataset.fields.get(node.key);
  if (field === undefined || !isAddressField(field)) return node;
  return rangeConditionOf(node, field.type !== 'string')?.replacement ?? node;
}

/**
 * Returns the fix for a condition.
 * @param whole the filter with all its ranges replaced, which must fit within the limits
 */
export function rangeAdvice({ replacement, impossible }: RangeCondition, whole: Node, form: WrittenForm): string {
  if (replacement === undefined) return impossible!;
  const { operators, bytes } = sizeOf({ where: whole });
  if (operators > MAX_FILTER_OPERATORS || bytes > MAX_FILTER_BYTES) {
    return `its address prefixes exceed the limits of a filter: ${printCount(operators)} of ${printPlural(MAX_FILTER_OPERATORS, 'operator')}, ${printCount(bytes)} of ${printPlural(MAX_FILTER_BYTES, 'byte')}; choose ranges that end at a dot, or fewer ranges`;
  }
  const isIpv6 = conditionsOf(replacement).some(({ condition }) => String(condition.value).includes(':'));
  const remark = isIpv6 ? ', which matches addresses in their shortest notation' : '';
  return `write ${form === 'json' ? printNodeJson(replacement) : printNode(replacement, true)}${remark}`;
}

/** An unquoted value, and the part of its condition before it. */
const VALUE = /[0-9A-Za-z_.:/*-]+/y;
const COMPARISON =
  /((?:(?:\bnot\b|!)\s*)*)\b([A-Za-z][A-Za-z0-9_]*)\s*(==|!=|\beq\b|\bne\b|\bin\b|\bstarts_with\b)\s*(?:\{([^{}]*))?$/;
/** Distance from a value within which its condition is searched. Characters. */
const MAX_AROUND = 1000;
const WRITTEN: Readonly<Record<string, Operator>> = {
  '==': 'eq',
  eq: 'eq',
  '!=': '!eq',
  ne: '!eq',
  in: 'in',
  starts_with: 'startsWith',
};

/** Returns the fix for an unquoted address or range in an expression; undefined when there is none. */
export function adviceForBareAddress(text: string, offset: number): string | undefined {
  VALUE.lastIndex = offset;
  const value = VALUE.exec(text)?.[0] ?? '';
  const [, nots = '', key = 'Field', sign = '==', before = ''] =
    COMPARISON.exec(text.slice(Math.max(0, offset - MAX_AROUND), offset)) ?? [];
  if (readAddressRange(value) === undefined) return adviceForSingle(value, ADDRESS_FIELD.test(key));
  const rest = text.slice(offset + value.length, offset + MAX_AROUND);
  const after = sign === 'in' ? rest.slice(0, Math.max(0, rest.indexOf('}'))) : '';
  const values = `${before} ${value} ${after}`.match(/[^\s,"]+/g)!;
  const isNegated = (nots.match(/not|!/g) ?? []).length % 2 === 1;
  const written = WRITTEN[sign]!;
  const operator = isNegated ? OPERATORS[written].negation : written;
  const condition: Condition = { kind: 'condition', key, operator, value: sign === 'in' ? values : value };
  const found = rangeConditionOf(condition, false)!;
  const kind = value.includes('/') ? 'CIDR ranges' : 'ranges';
  const advice = rangeAdvice(found, found.replacement ?? condition, 'expression');
  const place = nots !== '' && advice.startsWith('write ') ? ' in place of the condition and its "not"' : '';
  return `filters have no ${kind}: ${advice}${place}`;
}

/** Returns the fix for a single unquoted address. @param isAddress whether the field contains addresses; other texts may resemble one */
function adviceForSingle(value: string, isAddress: boolean): string | undefined {
  const isIpv6 = /^[0-9a-f]*:[0-9a-f:.]*$/i.test(value) && value.includes('::');
  if (!isIpv6 && !isAddress) return undefined;
  const fault = addressFaultOf(value);
  if (fault === undefined) return isIpv6 ? `write "${value}" as a string` : undefined;
  return 'canonical' in fault ? `write "${fault.canonical}" as a string` : fault.reason;
}
