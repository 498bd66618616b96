// An operator, a rule on lines and an aggregate that the kernel does not know, added at runtime: every line then takes the slow path, which answers.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { DETAIL_OF, EXAMINED_HEAD_BYTES } from '../../../src/analysis/query/query-pass.ts';
import { SamplePass } from '../../../src/analysis/sample/index.ts';
import { FieldRules } from '../../../src/analysis/validate/line/field-rules.ts';
import { RULE_CODES, RULES, type RuleCode } from '../../../src/analysis/validate/rules.ts';
import type { TimeRange } from '../../../src/base/index.ts';
import { createScanner, type ScanRequest } from '../../../src/input/kernel/index.ts';
import { getDataset } from '../../../src/language/dataset/index.ts';
import { compileFilter, type Filter, KEEP, OPERATORS } from '../../../src/language/filter/index.ts';
import { expectSameReport, SEEN } from '../../helpers/kernel/both-ways.ts';
import { openKernel } from '../../helpers/kernel/inflate-all.ts';
import { ReplayPass } from '../../helpers/replay/replay-pass.ts';
import { linesOf, storedObjects } from '../../helpers/stored-samples.ts';
import { BothWays } from '../../helpers/validate/both-ways.ts';
import { countsOf, type Held, RULESET, sampleJob } from '../../helpers/validate/checked.ts';

/** What the fake operator says of a text: a star in its pattern matches any text. */
const { FAKE_OPERATOR, starTest } = vi.hoisted(() => ({
  FAKE_OPERATOR: 'fake-operator',
  starTest: (pattern: string): ((text: string) => boolean) => {
    const parts = pattern.split('*').map((part) => part.replace(/[\\^$.|?+()[\]{}]/g, '\\$&'));
    const expression = new RegExp(`^${parts.join('.*')}$`, 's');
    return (text) => expression.test(text);
  },
}));

vi.mock('../../../src/language/filter/evaluate/match.ts', async (importOriginal) => {
  const original = await importOriginal<typeof import('../../../src/language/filter/evaluate/match.ts')>();
  const { FALSE, MISMATCH, TRUE } = await import('../../../src/language/filter/outcome.ts');
  const isFake = (operator: string): boolean => operator === FAKE_OPERATOR;
  return {
    textTest: (operator, wanted) =>
      isFake(operator) ? starTest(String(wanted[0])) : original.textTest(operator, wanted),
    matchOf: (condition, type) => {
      if (!isFake(condition.operator)) return original.matchOf(condition, type);
      const test = starTest(String(condition.value));
      return (value) => (typeof value !== 'string' ? MISMATCH : test(value) ? TRUE : FALSE);
    },
  } satisfies typeof original;
});

const HTTP = getDataset('http_requests');
const STAR_FILTER = {
  where: { kind: 'condition', key: 'ClientRequestPath', operator: FAKE_OPERATOR, value: '/*e*' },
} as unknown as Filter;
const TEXT = storedObjects('all-requests')[0]!.text;
const LINES = linesOf(TEXT);
const FAKE_RULE = 'path-with-e' as RuleCode;

const operators = OPERATORS as unknown as Record<string, unknown>;
const rules = RULES as unknown as Record<string, unknown>;
const codes = RULE_CODES as RuleCode[];

/** Lines that the fake operator keeps, found without the program. */
function linesWithE(): number {
  const test = starTest('/*e*');
  return LINES.filter((line) => test(JSON.parse(line).ClientRequestPath)).length;
}

describe('an aggregate that the kernel does not count', () => {
  const details = DETAIL_OF as unknown as { verdicts: () => ReturnType<typeof DETAIL_OF.verdicts> };
  const countedBy = details.verdicts;
  afterAll(() => {
    details.verdicts = countedBy;
  });

  it('the record reader reads all lines of a query with it', async () => {
    const { inflater } = await openKernel();
    const verdictsWith = (counted: typeof countedBy) => {
      details.verdicts = counted;
      const replay = new ReplayPass({ filters: [undefined], detail: 'counts' });
      const object = replay.openObject('a', { input: 'ndjson', offset: EXAMINED_HEAD_BYTES });
      inflater.begin();
      object.readWindow(inflater.plain(Buffer.from(TEXT)));
      const linesOfRecords = object.linesRead;
      object.end();
      object.close();
      return { kept: replay.report().jobs![0]!.kept, linesOfRecords };
    };
    const [fast, slow] = [verdictsWith(countedBy), verdictsWith(() => 'defer')];
    expect(slow).toEqual({ kept: fast.kept, linesOfRecords: LINES.length });
    expect(fast.linesOfRecords).toBeLessThan(LINES.length);
  });
});

describe('an operator that the kernel does not test', () => {
  beforeAll(() => {
    operators[FAKE_OPERATOR] = {
      ...OPERATORS.startsWith,
      positive: FAKE_OPERATOR,
      negation: FAKE_OPERATOR,
      spelling: FAKE_OPERATOR,
    };
  });
  afterAll(() => {
    delete operators[FAKE_OPERATOR];
  });

  it.each(['full', 'no-fields', 'counts'] as const)('replay, %s: the report of the slow path', async (detail) => {
    const before = SEEN.left;
    await expectSameReport(
      { filters: [undefined, STAR_FILTER], nullAs: 'unknown', range: {}, samples: 2, detail },
      { body: TEXT, offset: EXAMINED_HEAD_BYTES, stored: 'plain', sizes: [50_000], isCut: false },
    );
    // No line is deferred, because the kernel declines the whole request.
    expect(SEEN.left).toBe(before);
  });

  it('sample: the figures of the slow path', async () => {
    const { inflater } = await openKernel();
    const figures = (isKernel: boolean) => {
      const pass = new SamplePass({
        ...{ dataset: HTTP, filter: compileFilter(STAR_FILTER, HTTP), range: {}, seed: 1, wanted: 0, verdict: KEEP },
        ...{ strata: 'all', isByObject: false },
      });
      const object = pass.openObject('a', { input: 'ndjson', offset: EXAMINED_HEAD_BYTES });
      inflater.begin();
      if (isKernel) object.readWindow(inflater.plain(Buffer.from(TEXT)));
      else object.push(Buffer.from(TEXT));
      object.end(false);
      object.close();
      return pass.toFigures();
    };
    expect(figures(true)).toEqual(figures(false));
    expect(figures(true).kept.lines).toBe(linesWithE());
    expect(linesWithE()).toBeGreaterThan(0);
  });

  it('validation with such a filter: the findings of LineChecker', () => {
    const { options } = held();
    const filter = JSON.stringify({ where: { key: 'ClientRequestPath', operator: FAKE_OPERATOR, value: '/*e*' } });
    const both = new BothWays({ options, filter });
    expect(countsOf(both.read(TEXT))['filter-drop']).toBe(LINES.length - linesWithE());
    expect(both.byKernel).toBe(0);
  });
});

describe('a rule on lines that the kernel does not check', () => {
  it('is not there: the kernel reads nearly all lines', () => {
    const both = new BothWays(held());
    both.read(TEXT);
    expect(both.byKernel).toBeGreaterThan(LINES.length * 0.9);
  });

  it('is added: the findings of LineChecker', () => {
    const { check } = FieldRules.prototype;
    const test = starTest('/*e*');
    vi.spyOn(FieldRules.prototype, 'check').mockImplementation(function (this: FieldRules, record, isCell) {
      const faults = check.call(this, record, isCell);
      if (!test(String(record.get('ClientRequestPath')))) return faults;
      return [...faults, { code: FAKE_RULE as 'type', message: 'found an e', names: [] }];
    });
    rules[FAKE_RULE] = { severity: 'error', of: 'line', title: 'paths with an e', advice: 'none' };
    codes.push(FAKE_RULE);
    try {
      const both = new BothWays(held());
      expect(countsOf(both.read(TEXT))[FAKE_RULE]).toBe(linesWithE());
      expect(both.byKernel).toBe(0);
    } finally {
      codes.pop();
      delete rules[FAKE_RULE];
      vi.restoreAllMocks();
    }
  });
});

describe('a unit of the event time that the kernel cannot read', () => {
  it('is declined where the time of a line matters', async () => {
    const { kernel } = await openKernel();
    const eventTime = { ...HTTP.eventTime, unit: 'fake-unit' as 'ms' };
    const request = (range: TimeRange, hourlyJobs?: number): ScanRequest => ({
      ...{ dataset: { ...HTTP, eventTime }, filters: [undefined], detail: 'counts' },
      ...{ range, hourlyJobs, examinedHeadBytes: 0, examinedOneIn: 1 },
    });
    expect(createScanner(kernel, request({ since: 0n }))).toBeUndefined();
    expect(createScanner(kernel, request({}, 0))).toBeUndefined();
    expect(createScanner(kernel, request({}))).toBeDefined();
  });
});

/** The samples' job that pushes every line. */
function held(): Held {
  const { outputOptions } = sampleJob('all-requests');
  return { options: outputOptions!, ruleset: RULESET };
}
