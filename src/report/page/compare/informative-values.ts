// Which of the most distinguishing values inform a reader: not those that both filters require, nor the same value of another field.
import type { CompareReport, DistinguishingValue } from '../../../analysis/compare/index.ts';
import { getDataset } from '../../../language/dataset/index.ts';
import { readFilter } from '../../../language/filter/index.ts';
import { implies } from '../../../language/logic/index.ts';

/** Maximum steps of one proof: some milliseconds. A value is shown if the proof needs more. */
const STEPS_OF_PROOF = 100_000;

const OPERATORS = {
  equals: 'eq',
  startsWith: 'startsWith',
  contains: 'contains',
  atLeast: 'geq',
  below: 'lt',
} as const satisfies Record<DistinguishingValue['test'], string>;

/** Returns the values in their order. @param jobs the old filter and the new one */
export function informativeValues(
  values: readonly DistinguishingValue[],
  jobs: CompareReport['jobs'],
): readonly DistinguishingValue[] {
  return values.filter((one, index) => {
    const isRepeated = values.slice(0, index).some((other) => isSame(one, other));
    return !isRepeated && !(one.share === 1 && jobs.every((job) => requires(job, one)));
  });
}

/** `ClientRequestURI` repeats a `ClientRequestPath` without a query. */
function isSame(one: DistinguishingValue, other: DistinguishingValue): boolean {
  return (['test', 'value', 'share', 'shareOfAll'] as const).every((key) => one[key] === other[key]);
}

/** Whether the filter provably keeps only lines with the value. A filter that is hidden, or not valid, requires nothing. */
function requires({ filter, dataset: name }: CompareReport['jobs'][number], one: DistinguishingValue): boolean {
  if (filter === null || filter === 'none') return filter === 'none';
  const { field, test, value } = one;
  const dataset = getDataset(name);
  const read = (text: string) => readFilter(text, dataset, { ignoresLimits: true }).filter;
  const condition = `{"where":{"key":${JSON.stringify(field)},"operator":"${OPERATORS[test]}","value":${value}}}`;
  const [kept, having] = [read(filter), read(condition)];
  if (kept === undefined || having === undefined) return false;
  return implies(kept, having, dataset, { maxSteps: STEPS_OF_PROOF }).answer === 'proven';
}
