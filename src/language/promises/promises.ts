// Promises: named filters of lines that a job must never drop, by dataset. promises.json contains them. Evaluates nothing.
import { enumerate, nearest } from '../../base/index.ts';
import type { Dataset } from '../dataset/index.ts';
import { type Filter, printExpression, readFilter, testedFields } from '../filter/index.ts';
import catalog from './promises.json' with { type: 'json' };

/** Before the name of a promise, in place of a filter. */
export const PROMISE_PREFIX = 'promise:';

/** A named filter of lines that must be kept. */
export interface NamedPromise {
  dataset: string;
  /** `security`: `--never-drop promise:security`. */
  name: string;
  /** The lines that it protects, as an expression. */
  filter: string;
  /** Fields that lines need: without one, a line may be undecided. */
  fields: string[];
  /** Which lines are protected. */
  covers: string;
  /** Which lines a reader might expect, and are not protected. */
  misses: string;
}

const { _meta: _, ...BY_DATASET } = catalog;

/** Returns the promises of a dataset, in the order of the documentation; none for a dataset that has none. */
export function promisesOf(dataset: Dataset): NamedPromise[] {
  const found = Object.hasOwn(BY_DATASET, dataset.name) ? BY_DATASET[dataset.name as keyof typeof BY_DATASET] : [];
  return found.map(({ name, filter, covers, misses }) => {
    const read = filterOf(filter, dataset);
    return { dataset: dataset.name, name, filter: printExpression(read), fields: testedFields(read), covers, misses };
  });
}

/** Reads `promise:NAME`. @returns its filter, or why there is none, also for the name alone; undefined for other text */
export function readPromise(
  text: string,
  dataset: Dataset,
): { filter: Filter } | { found: string; expected: string } | undefined {
  const trimmed = text.trim();
  const known = promisesOf(dataset);
  if (!trimmed.startsWith(PROMISE_PREFIX)) {
    if (known.every(({ name }) => name !== trimmed)) return undefined;
    return { found: JSON.stringify(trimmed), expected: `${PROMISE_PREFIX}${trimmed}` };
  }
  const name = trimmed.slice(PROMISE_PREFIX.length);
  const promise = known.find((one) => one.name === name);
  if (promise !== undefined) return { filter: filterOf(promise.filter, dataset) };
  const names = known.map((one) => one.name);
  const near = nearest(name, names);
  return {
    found: JSON.stringify(name),
    expected:
      names.length === 0
        ? `a filter, because ${dataset.name} has no named promises`
        : `${enumerate(names, 'or')}${near === undefined ? '' : `; write ${PROMISE_PREFIX}${near}`}`,
  };
}

function filterOf(expression: string, dataset: Dataset): Filter {
  const { filter } = readFilter(expression, dataset);
  if (filter === undefined) throw new TypeError(`found ${expression} among the promises of ${dataset.name}`);
  return filter;
}
