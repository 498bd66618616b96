// Compiled filters → what the kernel is to test and count. Says so where a filter is beyond the kernel: then all its lines
// go to the compiled filter. Decides nothing about lines.
import { type FieldSource, printJson, type TimeRange } from '../base/index.ts';
import { CUSTOM_FIELDS_DATASET, type Dataset, instantOf, LOGGED_KEYS, TRUNCATED_FROM_BYTES } from '../dataset/index.ts';
import {
  type CompiledCondition,
  type CompiledFilter,
  listOf,
  OPERATORS,
  type OutcomeTree,
  type Scalar,
} from '../filter/index.ts';
import { clamped, MAX_INTEGER, MIN_INTEGER } from './int64.ts';
import type { Kernel } from './load-kernel.ts';
import type { DeferredNoRecords } from './no-records.ts';
import { type ScanSchema, writeSchema } from './schema-request.ts';
import { TIME_UNITS } from './time-units.ts';
import { putText, writeSlot } from './write-slot.ts';

/** What to count. */
export interface ScanRequest {
  dataset: Dataset;
  /** By job; undefined keeps every line. */
  filters: readonly (CompiledFilter | undefined)[];
  /** Only lines whose own time lies in it are read. */
  range: TimeRange;
  detail: 'full' | 'no-fields' | 'counts';
  /** Lines that begin within so many bytes of an object are examined for hints, and one in so many of the others. */
  examinedHeadBytes: number;
  examinedOneIn: number;
  /** @default all are left */
  noRecords?: DeferredNoRecords;
}

/** Numbers of assembly/scan/request.ts and conditions.ts. */
const DETAILS = { counts: 0, 'no-fields': 1, full: 2 };
const NODE_KINDS = { and: 0, or: 1 };
const LEAF = 2;
const TEXT_TESTS: Readonly<Record<string, number>> = { eq: 0, in: 1, startsWith: 2, endsWith: 3, contains: 4 };
const ORDERS: Readonly<Record<string, number>> = { eq: 0, lt: 1, leq: 2, gt: 3, geq: 4, in: 5 };
const INTEGER_TESTS = 8;
const INSTANT_TESTS = 16;
const BOOL_TEST = 24;
const ARRAY_TEXT_TEST = 25;
const ARRAY_INTEGER_TEST = 26;
const FLOAT_TEST = 27;

const NULL_SOURCE: FieldSource = { get: () => null };

/**
 * Writes the request into the kernel.
 * @param form that lines must have; for one filter alone, and not with all details @default any
 * @returns false where something is beyond it; nothing may be scanned then
 */
export function writeRequest(kernel: Kernel, request: ScanRequest, form?: ScanSchema): boolean {
  const { dataset, filters, range, detail } = request;
  const keyOf = form?.keyOf ?? ((field: string) => field);
  kernel.beginRequest(DETAILS[detail]);
  const hasHints = form === undefined && filters.some(mayHaveHints);
  kernel.setExamined(request.examinedHeadBytes, request.examinedOneIn, hasHints);
  const countsCut = detail === 'full' && dataset.name === CUSTOM_FIELDS_DATASET;
  if (countsCut && !writeCustomFields(kernel)) return false;
  if (form !== undefined && !writeSchema(kernel, form, dataset)) return false;
  const { field, unit } = dataset.eventTime;
  return (
    writeTimes(kernel, { field: keyOf(field), unit }, range) &&
    filters.every((filter) => writeJob(kernel, filter, { keyOf, hasHints }))
  );
}

/** Only texts have hints, see src/filter/hint.ts. */
function mayHaveHints(filter: CompiledFilter | undefined): boolean {
  return filter?.conditions.some(({ type }) => type === 'string' || type === 'array[string]') ?? false;
}

/** Before all other slots. */
function writeCustomFields(kernel: Kernel): boolean {
  if (!LOGGED_KEYS.every((key) => writeSlot(kernel, key) >= 0)) return false;
  kernel.setCustomFields(TRUNCATED_FROM_BYTES);
  return true;
}

function writeTimes(kernel: Kernel, { field, unit }: Dataset['eventTime'], { since, until }: TimeRange): boolean {
  if (since === undefined && until === undefined) return true;
  const slot = writeSlot(kernel, field);
  kernel.setTimes(TIME_UNITS[unit], slot, clamped(since ?? MIN_INTEGER), clamped(until ?? MAX_INTEGER));
  return slot >= 0;
}

/** How conditions are written. */
interface Writing {
  /** The key of a line under which a field stands. */
  keyOf: (field: string) => string;
  /** Texts are written a second time, for hints. */
  hasHints: boolean;
}

function writeJob(kernel: Kernel, filter: CompiledFilter | undefined, writing: Writing): boolean {
  if (!kernel.addJob()) return false;
  if (filter === undefined) return true;
  const areWritten = filter.conditions.every((condition) => writeCondition(kernel, condition, writing));
  return areWritten && writeTree(kernel, filter.root);
}

function writeCondition(
  kernel: Kernel,
  { condition, field, type, test }: CompiledCondition,
  { keyOf, hasHints }: Writing,
): boolean {
  const { positive, isNegated } = OPERATORS[condition.operator];
  const values = listOf(condition);
  const slot = writeSlot(kernel, keyOf(field));
  if (slot < 0) return false;
  const add = (number: number): boolean =>
    kernel.addCondition(slot, number, isNegated ? 1 : 0, test(NULL_SOURCE)) !== 0;
  switch (type) {
    case 'string':
      return add(TEXT_TESTS[positive]!) && writeTexts(kernel, values.map(String), hasHints);
    case 'int':
      return add(INTEGER_TESTS + ORDERS[positive]!) && values.every((value) => writeInteger(kernel, integerIn(value)));
    case 'timestamp':
      return add(INSTANT_TESTS + ORDERS[positive]!) && values.every((value) => writeInteger(kernel, instantOf(value)!));
    case 'bool':
      return add(BOOL_TEST) && writeInteger(kernel, String(values[0]) === 'true' ? 1n : 0n);
    case 'array[string]':
      return add(ARRAY_TEXT_TEST) && writeTexts(kernel, [String(values[0])], hasHints);
    case 'array[int]':
      return add(ARRAY_INTEGER_TEST) && writeInteger(kernel, integerIn(values[0]!));
    default:
      return add(FLOAT_TEST);
  }
}

function integerIn(value: Scalar): bigint {
  return BigInt(typeof value === 'string' ? value : printJson(value));
}

function writeInteger(kernel: Kernel, value: bigint): boolean {
  return value === clamped(value) && kernel.addInteger(value) !== 0;
}

/** Texts to compare with, and where hints are looked for again as src/filter/hint.ts compares them. */
function writeTexts(kernel: Kernel, texts: readonly string[], hasHints: boolean): boolean {
  // A lone surrogate has no form in UTF-8; only an escape can write it.
  const write = (text: string, add: (bytes: number) => void): boolean => {
    const bytes = text.isWellFormed() ? putText(kernel, text) : undefined;
    if (bytes !== undefined) add(bytes);
    return bytes !== undefined;
  };
  return (
    texts.every((text) => write(text, (bytes) => kernel.addText(bytes))) &&
    (!hasHints || texts.every((text) => write(text.toLowerCase(), (bytes) => kernel.addFoldedText(bytes))))
  );
}

/** Nodes in the order in which they are folded: children before parents. */
function writeTree(kernel: Kernel, root: OutcomeTree): boolean {
  const nodes: { kind: number; parent: OutcomeTree; tree: OutcomeTree }[] = [];
  const visit = (tree: OutcomeTree, parent: OutcomeTree): void => {
    if (tree.kind !== 'condition') for (const child of tree.children) visit(child, tree);
    nodes.push({ kind: tree.kind === 'condition' ? LEAF + tree.index : NODE_KINDS[tree.kind], parent, tree });
  };
  visit(root, root);
  const numbers = new Map(nodes.map(({ tree }, number) => [tree, number]));
  return nodes.every(({ kind, parent }) => kernel.addNode(kind, numbers.get(parent)!) !== 0);
}
