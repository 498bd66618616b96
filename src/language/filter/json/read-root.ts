// Parses the outermost object of a filter, which contains exactly `where`; read-node.ts parses the value of `where`.
import { type JsonObject, printJson, type Value } from '../../../base/index.ts';
import type { FilterCheck } from '../check/check-condition.ts';
import { type Filter, ROOT_PATH } from '../node.ts';
import { quote, writeAdvice } from '../quote.ts';
import { keyFor } from '../repair/spelling.ts';
import { EXPECTED_NODE, MAX_KEY_IN_PATH, readNode } from './read-node.ts';

const EXPECTED_ROOT = 'an object with the single key "where"';

/** Parses a whole filter. @returns undefined when its shape is invalid; the problems list why */
export function readRoot(value: Value, check: FilterCheck): Filter | undefined {
  const { problems } = check;
  if (!(value instanceof Map)) {
    const fix = Array.isArray(value) ? 'write {"where": {"and": […]}}, or "or" in place of "and"' : undefined;
    problems.add('root-not-object', '', { found: quote(value), expected: EXPECTED_ROOT, fix });
    return undefined;
  }
  const where = value.has('where') ? 'where' : [...value.keys()].find((key) => keyFor(key) === 'where');
  if (where === undefined) {
    reportMissingWhere(value, check);
    return undefined;
  }
  for (const key of value.keys()) {
    if (key === 'where') continue;
    const isNodeKey = keyFor(key) !== undefined;
    const fix = key === where ? 'write "where"' : isNodeKey ? 'move it into "where"' : 'remove it';
    problems.add('unknown-key', key.slice(0, MAX_KEY_IN_PATH), { found: quote(key), expected: EXPECTED_ROOT, fix });
  }
  const node = readNode(value.get(where)!, ROOT_PATH, 0, check);
  return node !== undefined && value.size === 1 && where === 'where' ? { where: node } : undefined;
}

function reportMissingWhere(value: JsonObject, check: FilterCheck): void {
  const isNode = [...value.keys()].some((key) => keyFor(key) !== undefined);
  check.problems.add('missing-where', '', {
    found: quote(value),
    expected: `{"where": …} around ${EXPECTED_NODE}`,
    fix: isNode ? writeAdvice(printJson(new Map([['where', value]]))) : adviceFor(value),
  });
  if (isNode) readNode(value, '', 0, check);
}

function adviceFor(value: JsonObject): string | undefined {
  if (value.size === 0) return 'omit the filter to push every line';
  if (Array.isArray(value.get('cases')))
    return 'pass the filter that it tests: this appears to be a suite of filter tests';
  return value.has('filter') ? 'pass only the value of "filter": this appears to be a whole job' : undefined;
}
