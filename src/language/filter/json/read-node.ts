// JSON value → tree: the outermost object of a filter, which contains exactly `where`, and its nodes. Reports every problem with the shape of nodes, and
// with types through check-condition.ts. Continues after a problem, and returns undefined for every node that has one.
import { enumerate, type JsonObject, printJson, type Value } from '../../../base/index.ts';
import { checkCondition, type FilterCheck } from '../check/check-condition.ts';
import { type Condition, childPath, type Filter, type Group, joinPath, type Node, ROOT_PATH } from '../node.ts';
import { isOperator, OPERATOR_NAMES, operatorsFor } from '../operator.ts';
import { nearestName, quote, writeAdvice } from '../quote.ts';
import { adviceForName, keyFor, operatorFor } from '../repair/spelling.ts';
import { isScalar } from '../scalar.ts';

const EXPECTED_ROOT = 'an object with the single key "where"';

/** The forms of a node, for messages. */
const EXPECTED_NODE = 'one of {"key": …, "operator": …, "value": …}, {"and": […]}, {"or": […]}';

const CONDITION_KEYS = ['key', 'operator', 'value'] as const;

/** Paths shorten longer keys. Characters. */
const MAX_KEY_IN_PATH = 80;

const NODE_KEYS = [...CONDITION_KEYS, 'and', 'or'] as const;

/** Parses a node and its descendants. @param depth number of groups around it */
function readNode(value: Value, path: string, depth: number, check: FilterCheck): Node | undefined {
  if (!(value instanceof Map)) {
    check.problems.add('node-not-object', path, { found: quote(value), expected: EXPECTED_NODE });
    return undefined;
  }
  if (value.size === 0) {
    check.problems.add('empty-node', path, { found: '{}', expected: EXPECTED_NODE });
    return undefined;
  }
  const parts = readKeys(value, path, check);
  const isSound = parts.size === value.size && [...parts.keys()].every((key) => value.has(key) && key !== 'where');
  if (parts.has('where')) readNestedWhere(parts, path, depth, check);
  const isCondition = CONDITION_KEYS.some((key) => parts.has(key));
  const roles = [isCondition, parts.has('and'), parts.has('or'), parts.has('where')].filter(Boolean).length;
  if (roles > 1) {
    check.problems.add('mixed-node', path, {
      found: `the keys ${enumerate([...parts.keys()].map(quote), 'and')}`,
      expected: EXPECTED_NODE,
      fix: 'split it into separate nodes inside one "and" or "or"',
    });
  }
  const condition = isCondition ? readCondition(parts, path, check) : undefined;
  const groups = (['and', 'or'] as const).map((kind) =>
    parts.has(kind) ? readGroup(kind, parts.get(kind)!, path, depth, check) : undefined,
  );
  return isSound && roles === 1 ? (condition ?? groups[0] ?? groups[1]) : undefined;
}

/** Returns an object's entries with known misspellings of keys corrected, without unknown keys; reports both. */
function readKeys(value: JsonObject, path: string, check: FilterCheck): JsonObject {
  const parts: JsonObject = new Map();
  for (const [key, inner] of value) {
    const meant = keyFor(key);
    if (meant !== undefined && (meant === key || !value.has(meant))) parts.set(meant, inner);
    if (meant === key) continue;
    check.problems.add('unknown-key', joinPath(path, key.slice(0, MAX_KEY_IN_PATH)), () => ({
      found: quote(key),
      expected: enumerate(NODE_KEYS.map(quote)),
      fix: keyAdvice(key, meant),
    }));
  }
  return parts;
}

function keyAdvice(key: string, meant: string | undefined): string | undefined {
  if (/^(not|!|none|nor)$/i.test(key))
    return 'use a negated operator such as {"operator": "!eq"}, because filters have no "not"';
  if (meant !== undefined) return `write ${quote(meant)}`;
  const near = nearestName(key, NODE_KEYS);
  return near === undefined ? 'remove it' : `write ${quote(near)}`;
}

function readNestedWhere(parts: JsonObject, path: string, depth: number, check: FilterCheck): void {
  check.problems.add('nested-where', joinPath(path, 'where'), {
    found: 'a "where" inside another',
    expected: EXPECTED_NODE,
    fix: 'replace this "where" with its value',
  });
  if (depth < check.maxDepth) readNode(parts.get('where')!, joinPath(path, 'where'), depth + 1, check);
}

function readGroup(
  kind: Group['kind'],
  value: Value,
  path: string,
  depth: number,
  check: FilterCheck,
): Group | undefined {
  const place = joinPath(path, kind);
  if (depth >= check.maxDepth) {
    check.problems.add('too-deep', place, {
      found: `more than ${check.maxDepth} levels of "and" and "or"`,
      expected: `at most ${check.maxDepth}`,
    });
    return undefined;
  }
  if (!Array.isArray(value)) {
    const isNode = value instanceof Map;
    check.problems.add('group-not-array', place, {
      failed: `invalid "${kind}"`,
      found: quote(value),
      expected: 'an array of nodes',
      fix: isNode ? `enclose it in brackets: {"${kind}": [{…}]}` : undefined,
    });
    if (isNode) readNode(value, place, depth + 1, check);
    return undefined;
  }
  if (value.length === 0) {
    check.problems.add('empty-group', place, {
      found: '[]',
      expected: 'at least one node',
      fix: 'omit the filter to push every line',
    });
    return undefined;
  }
  const children = value.map((child, index) => readNode(child, childPath(path, kind, index), depth + 1, check));
  return children.includes(undefined) ? undefined : { kind, children: children as Node[] };
}

function readCondition(parts: JsonObject, path: string, check: FilterCheck): Condition | undefined {
  check.operators += 1;
  for (const part of CONDITION_KEYS) {
    if (parts.has(part)) continue;
    check.problems.add(`missing-${part}`, path, {
      found: `only ${enumerate(CONDITION_KEYS.filter((key) => parts.has(key)).map(quote), 'and')}`,
      expected: enumerate(CONDITION_KEYS.map(quote), 'and'),
    });
  }
  const key = parts.get('key');
  if (key !== undefined && typeof key !== 'string') {
    check.problems.add('key-not-string', joinPath(path, 'key'), { found: quote(key), expected: 'the name of a field' });
  }
  const written = parts.get('operator');
  if (written !== undefined && !(typeof written === 'string' && isOperator(written))) {
    reportOperator(written, key, joinPath(path, 'operator'), check);
  }
  const operator = typeof written === 'string' ? operatorFor(written) : undefined;
  const value = parts.get('value');
  if (typeof key === 'string') checkCondition({ key, operator, value }, path, check);
  if (typeof key !== 'string' || operator === undefined || operator !== written || value === undefined)
    return undefined;
  if (Array.isArray(value)) return value.every(isScalar) ? { kind: 'condition', key, operator, value } : undefined;
  return isScalar(value) ? { kind: 'condition', key, operator, value } : undefined;
}

function reportOperator(written: Value, key: Value | undefined, path: string, check: FilterCheck): void {
  check.problems.add('unknown-operator', path, () => {
    const type = typeof key === 'string' ? check.dataset.fields.get(key)?.type : undefined;
    const known = type === undefined ? OPERATOR_NAMES : operatorsFor(type);
    return {
      found: quote(written),
      expected: enumerate(known.length === 0 ? OPERATOR_NAMES : known),
      fix: typeof written === 'string' ? adviceForName(written) : undefined,
    };
  });
}

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
