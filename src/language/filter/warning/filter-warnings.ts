// Warns about legal filters that are probably mistakes: contradictions, an "or" of negated conditions, repetitions, address ranges, and values of
// address fields in a notation that logs never contain. Reports only what is certain, except for `or-of-negatives`, whose message includes "nearly".
import { enumerate } from '../../../base/index.ts';
import type { Dataset } from '../../dataset/index.ts';
import {
  type Condition,
  childPath,
  type Group,
  joinPath,
  listOf,
  type Node,
  type PlacedCondition,
  ROOT_PATH,
} from '../node.ts';
import { OPERATORS, type WrittenForm } from '../operator.ts';
import { printCondition } from '../print-expression.ts';
import type { ProblemList } from '../problem-list.ts';
import { quote } from '../quote.ts';
import { negated } from '../selection.ts';
import { isAddressField, rangeAdvice, rangeConditionOf, withoutRanges } from './address-advice.ts';
import { addressFaultOf, ambiguousPrefixOf } from './address-form.ts';
import { readAddressRange } from './address-range.ts';
import { warnAboutCase } from './case-warnings.ts';
import { isContradiction } from './contradiction.ts';

/** Maximum number of values quoted in one warning. */
const MAX_QUOTED_VALUES = 3;

/** Maximum number of conditions quoted in one warning. */
const MAX_QUOTED_CONDITIONS = 3;

/** The inputs of every warning. */
interface WarningContext {
  readonly dataset: Dataset;
  readonly problems: ProblemList;
  /** The notation of the filter. */
  readonly form: WrittenForm;
  readonly where: Node;
}

/** Adds warnings about a filter without errors. */
export function warnAboutFilter(where: Node, dataset: Dataset, problems: ProblemList, form: WrittenForm): void {
  warnAboutNode(where, ROOT_PATH, undefined, { dataset, problems, form, where });
}

function warnAboutNode(node: Node, path: string, around: Group['kind'] | undefined, context: WarningContext): void {
  if (node.kind === 'condition') {
    warnAboutEmptyText(node, path, context);
    warnAboutRange(node, path, context);
    warnAboutAddresses(node, path, context.dataset, context.problems);
    warnAboutCase(node, path, context.dataset, context.problems);
    return;
  }
  // A group inside one of the same kind was checked together with it.
  if (node.kind !== around) warnAboutGroup(node, path, context);
  for (const [index, child] of node.children.entries()) {
    warnAboutNode(child, childPath(path, node.kind, index), node.kind, context);
  }
}

function warnAboutGroup(node: Group, path: string, context: WarningContext): void {
  const byField = Map.groupBy(membersOf(node, path), ({ condition }) => condition.key);
  for (const [field, members] of byField) {
    const distinct = new Map<string, Condition>();
    for (const { condition, path: place } of members) {
      const text = printCondition(condition);
      if (distinct.has(text)) warnAboutRepetition(text, place, context);
      distinct.set(text, condition);
    }
    if (distinct.size > 1) warnAboutConditions(node.kind, field, [...distinct.values()], path, context);
  }
}

function warnAboutConditions(
  kind: Group['kind'],
  field: string,
  conditions: readonly Condition[],
  path: string,
  { dataset, problems }: WarningContext,
): void {
  const type = dataset.fields.get(field)!.type;
  const shown = conditions.slice(0, MAX_QUOTED_CONDITIONS).map(printCondition);
  const found = [...shown, ...(conditions.length > shown.length ? ['…'] : [])].join(` ${kind} `);
  if (kind === 'and') {
    if (!isContradiction(conditions, type)) return;
    const failed = `contradictory conditions on ${field}`;
    const fix = conditions.some(({ operator }) => OPERATORS[operator].isNegated)
      ? undefined
      : 'join them with "or" if any one of them is enough';
    problems.add('never-true', path, { failed, found, fix });
    return;
  }
  const negatives = conditions.filter(({ operator }) => OPERATORS[operator].isNegated);
  const isAlways = isContradiction(conditions.map(negated), type);
  if (!isAlways && negatives.length < 2) return;
  problems.add(isAlways ? 'always-true' : 'or-of-negatives', path, {
    failed: `conditions on ${field} of which one is ${isAlways ? 'always' : 'nearly always'} true`,
    found,
    fix: negatives.length < 2 ? undefined : 'join them with "and" to exclude all of these values',
  });
}

function warnAboutRepetition(text: string, path: string, { problems }: WarningContext): void {
  problems.add('repeated-condition', path, { found: text, fix: 'remove it' });
}

/** Every string contains, starts with and ends with the empty string. */
function warnAboutEmptyText(condition: Condition, path: string, { dataset, problems }: WarningContext): void {
  const { positive, isNegated } = OPERATORS[condition.operator];
  if (condition.value !== '' || positive === 'eq' || dataset.fields.get(condition.key)!.type !== 'string') return;
  problems.add(isNegated ? 'never-true' : 'always-true', joinPath(path, 'value'), {
    found: printCondition(condition),
  });
}

/** Filters compare addresses as text, so no address equals a range. */
function warnAboutRange(condition: Condition, path: string, { dataset, problems, form, where }: WarningContext): void {
  const field = dataset.fields.get(condition.key)!;
  if (!isAddressField(field)) return;
  const found = rangeConditionOf(condition, field.type !== 'string');
  if (found === undefined) return;
  problems.add('address-range', joinPath(path, 'value'), () => ({
    found: `${enumerate(found.ranges.slice(0, MAX_QUOTED_CONDITIONS).map(quote), 'and')} for ${condition.key}`,
    expected: 'addresses or address prefixes, because filters compare text and no address equals a range',
    fix: rangeAdvice(found, withoutRanges(where, dataset), form),
  }));
}

/** The conditions of a group, and of groups of the same kind directly inside it. */
function membersOf(node: Group, path: string): PlacedCondition[] {
  return node.children.flatMap((child, index): PlacedCondition[] => {
    const place = childPath(path, node.kind, index);
    if (child.kind === 'condition') return [{ condition: child, path: place }];
    return child.kind === node.kind ? membersOf(child, place) : [];
  });
}

/** Warns about the addresses in one condition on a field of the dataset. */
function warnAboutAddresses(condition: Condition, path: string, dataset: Dataset, problems: ProblemList): void {
  const field = dataset.fields.get(condition.key)!;
  if (!isAddressField(field)) return;
  const { positive } = OPERATORS[condition.operator];
  const texts = listOf(condition).filter((value) => typeof value === 'string');
  const place = joinPath(path, 'value');
  if (positive === 'eq' || positive === 'in' || (positive === 'contains' && field.type !== 'string')) {
    warnAboutForms(texts, condition.key, place, problems);
  } else if (positive === 'startsWith') warnAboutPrefix(texts[0]!, condition.key, place, problems);
}

function warnAboutForms(texts: readonly string[], key: string, path: string, problems: ProblemList): void {
  const faults = texts.flatMap((text) => {
    const fault = readAddressRange(text.trim()) === undefined ? addressFaultOf(text) : undefined;
    return fault === undefined ? [] : [{ text, fault }];
  });
  if (faults.length === 0) return;
  problems.add('address-form', path, () => {
    const shown = faults.slice(0, MAX_QUOTED_VALUES);
    const texts = shown.map(({ text }) => quote(text));
    const fixes = shown.map(({ text, fault }) =>
      'canonical' in fault
        ? `write ${quote(fault.canonical)} in place of ${quote(text)}`
        : `${quote(text)}: ${fault.reason}`,
    );
    return {
      found: `${enumerate(texts, 'and')} for ${key}`,
      expected: 'an address as logs write it: lower case, shortest notation',
      fix: fixes.join('; '),
    };
  });
}

function warnAboutPrefix(text: string, key: string, path: string, problems: ProblemList): void {
  const open = ambiguousPrefixOf(text);
  const lower = text.toLowerCase();
  if (open !== undefined) {
    const { alsoMatches, closed } = open;
    problems.add('address-start', path, {
      found: `${quote(text)} for ${key}, which also matches ${alsoMatches}`,
      fix: closed === undefined ? `compare the whole address: ${key} == ${quote(text)}` : `write ${quote(closed)}`,
    });
  } else if (text !== lower && /^[0-9a-f]+:[0-9a-f:]*$/.test(lower)) {
    problems.add('address-form', path, {
      found: `${quote(text)} for ${key}`,
      expected: 'an address as logs write it, in lower case',
      fix: `write ${quote(lower)}`,
    });
  }
}
