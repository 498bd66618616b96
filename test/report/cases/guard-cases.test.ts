// Guards as cases: the example lines of a broken guard show the fields that the text shows, not whole lines.
import { expect, it } from 'vitest';
import { guardSuites } from '../../../src/report/cases/guard-cases.ts';
import { compareReport, jobReport } from '../../helpers/report/reports.ts';

const LINE = JSON.stringify({
  ...{ RayID: 'ray 1', EdgeResponseStatus: 403, ClientIP: '192.0.2.1', Cookies: { session: 'secret' } },
  ...{ ClientRequestPath: '/login', EdgeStartTimestamp: '2026-11-01T10:00:00Z' },
});

function detailsOf(line: string, show?: readonly string[] | 'all'): readonly string[] | undefined {
  const suites = guardSuites(
    {
      ...{ partial: false, source: { damaged: 0, unreadable: 0, lost: [] } },
      lines: { read: 2, outside: 0, untimed: 0, malformed: 0, blank: 0, bytes: 100 },
      jobs: [{ ...jobReport('new'), testedFields: ['EdgeResponseStatus'], undecided: { lines: 0 } }],
      guards: [
        {
          ...{ job: 'new', kind: 'threshold', text: 'newly-dropped <= 1%', holds: false, found: '1 of 2 lines' },
          lines: [{ object: 'a.log', offset: 7, line }],
        } as never,
      ],
    },
    show === undefined ? {} : { show },
  );
  return suites[1]!.cases[0]!.details;
}

it.each([
  [
    'the default fields',
    LINE,
    undefined,
    'RayID ray 1, EdgeStartTimestamp 2026-11-01T10:00:00Z, EdgeResponseStatus 403, ClientRequestPath /login',
  ],
  ['chosen fields', LINE, ['ClientIP'], 'ClientIP 192.0.2.1'],
  ['all', LINE, 'all', `a.log@7: ${LINE}`],
  ['a line without fields', '1,2', undefined, 'a.log@7: 1,2'],
] as const)('%s', (_, line, show, expected) => {
  expect(detailsOf(line, show as never)).toEqual([expected]);
});

it.each([
  [0, []],
  [1, ['The figures of new leave out undecided lines: 1 of 2 lines']],
])('%i undecided lines of a comparison are a warning', (undecided, messages) => {
  const [source] = guardSuites({
    ...{ partial: false, source: { damaged: 0, unreadable: 0, lost: [] } },
    lines: { read: 2, outside: 0, untimed: 0, malformed: 0, blank: 0, bytes: 100 },
    jobs: [jobReport('old'), jobReport('new')].map((job) => ({ ...job, undecided: { lines: undecided } })),
    comparisons: compareReport('new').comparisons.map((one) => ({
      ...one,
      to: 'new',
      undecided: { lines: undecided, bytes: 0 },
    })),
  });
  const warnings = source!.cases.filter(({ result }) => result === 'warning');
  expect(warnings.map(({ message }) => message)).toEqual(messages);
});
