// TEMPORARY: replaced by the decision procedure.
import type { Dataset } from '../../dataset/index.ts';
import { compileFilter, type Filter, VERDICT_NAMES } from '../../filter/index.ts';
import type { Proof, RecordDomain } from '../proof.ts';
import { probeRecords } from './probe-records.ts';

function judge(
  a: Filter,
  b: Filter,
  dataset: Dataset,
  domain: RecordDomain,
  isBad: (x: number, y: number) => boolean,
): Proof {
  const [ca, cb] = [compileFilter(a, dataset), compileFilter(b, dataset)];
  for (const record of probeRecords({ where: { kind: 'or', children: [a.where, b.where] } }, dataset, domain, 500)) {
    const [x, y] = [ca.verdict(record), cb.verdict(record)];
    if (isBad(x, y)) {
      return {
        answer: 'refuted',
        witness: { record: Object.fromEntries(record), from: VERDICT_NAMES[x], to: VERDICT_NAMES[y] },
      };
    }
  }
  return { answer: 'proven' };
}
export function areEqual(
  a: Filter,
  b: Filter,
  dataset: Dataset,
  { domain = 'any' }: { domain?: RecordDomain } = {},
): Proof {
  return judge(a, b, dataset, domain, (x, y) => x !== y);
}
export function implies(
  a: Filter,
  b: Filter,
  dataset: Dataset,
  { domain = 'any' }: { domain?: RecordDomain } = {},
): Proof {
  return judge(a, b, dataset, domain, (x, y) => x === 1 && y !== 1);
}
