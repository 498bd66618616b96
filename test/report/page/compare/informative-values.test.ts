// The values that inform a reader: those that both filters require, and the same value of another field, do not.
import { expect, it } from 'vitest';
import type { CompareReport, DistinguishingValue } from '../../../../src/analysis/compare/index.ts';
import { informativeValues } from '../../../../src/report/page/compare/informative-values.ts';
import { compareReport } from '../../../helpers/report/reports.ts';

const VALUE: DistinguishingValue = {
  ...{ field: 'EdgeResponseStatus', test: 'atLeast', value: '500', share: 1, shareError: 0.01 },
  ...{ shareOfAll: 0.2, shareOfAllError: 0.01 },
};
const jobsOf = (...filters: (string | null)[]): CompareReport['jobs'] => {
  const { jobs } = compareReport('strict');
  return jobs.map((job, index) => ({ ...job, dataset: 'http_requests', filter: filters[index]! }));
};
const STATUS = 'EdgeResponseStatus >= 500';

it.each<[string, (string | null)[], Partial<DistinguishingValue>, number]>([
  ['both filters require it', [`${STATUS} and BotScore > 3`, STATUS], {}, 0],
  ['a stronger condition', ['EdgeResponseStatus == 503', 'EdgeResponseStatus > 501'], {}, 0],
  ['in every branch', [`${STATUS} or EdgeResponseStatus == 502`, STATUS], {}, 0],
  ['in one branch', [`${STATUS} or BotScore > 3`, STATUS], {}, 1],
  ['the old one alone', [STATUS, 'BotScore > 3'], {}, 1],
  ['a weaker condition', [STATUS, STATUS], { value: '502' }, 1],
  ['not every line has it', [STATUS, STATUS], { share: 0.99 }, 1],
  ['every line', [null, STATUS], {}, 1],
  ['no job before', ['none', STATUS], {}, 0],
  [
    'text',
    ['starts_with(ClientRequestPath, "/api/v1")', 'ClientRequestPath == "/api/v1/x"'],
    { field: 'ClientRequestPath', test: 'startsWith', value: '"/api"' },
    0,
  ],
  [
    'an element',
    ['SecuritySources contains "waf"', 'SecuritySources contains "waf" and BotScore > 3'],
    { field: 'SecuritySources', test: 'contains', value: '"waf"' },
    0,
  ],
  // No condition of a filter, and filters that cannot be read.
  ['an object', [STATUS, STATUS], { field: 'Cookies', test: 'equals', value: '{}' }, 1],
  ['a hidden filter', ['(sensitive)', '(sensitive)'], {}, 1],
])('%s: %j', (_, filters, value, count) => {
  expect(informativeValues([{ ...VALUE, ...value }], jobsOf(...filters))).toHaveLength(count);
});

it.each<[Partial<DistinguishingValue>, number]>([
  [{ field: 'ClientRequestURI' }, 1],
  [{ field: 'ClientRequestURI', share: 0.8 }, 2],
  [{ field: 'ClientRequestURI', shareOfAll: 0.8 }, 2],
  [{ field: 'ClientRequestURI', value: '"/y"' }, 2],
])('a value beside that of %j', (other, count) => {
  const value: DistinguishingValue = { ...VALUE, field: 'ClientRequestPath', test: 'equals', value: '"/x"' };
  expect(informativeValues([value, { ...value, ...other }], jobsOf(STATUS, 'BotScore > 3'))).toHaveLength(count);
});
