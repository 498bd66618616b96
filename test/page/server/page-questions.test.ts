// The answers of the page are those of the command line: for any two filters, figures equal those of compare over the objects themselves, and the lines,
// values and trees of the page add up to them.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { HeadgateError } from '../../../src/base/index.ts';
import { getDataset } from '../../../src/language/dataset/index.ts';
import {
  type Filter,
  parseExpression,
  printExpression,
  printFilterJson,
  readFilter,
} from '../../../src/language/filter/index.ts';
import type * as Page from '../../../src/page/contract.ts';
import { failureOf } from '../../../src/page/server/page-error.ts';
import { PageQuestions } from '../../../src/page/server/page-questions.ts';
import type { PageSource } from '../../../src/page/server/question-thread.ts';
import { compare } from '../../../src/verbs/compare/compare.ts';
import { indexLogs } from '../../../src/verbs/index-logs/index-logs.ts';
import { ARBITRARY_FIELDS, filterArbitrary } from '../../helpers/filter/arbitraries.ts';
import { randomRuns } from '../../helpers/random-runs.ts';
import { bodyOf } from '../../properties/kernel/hostile-lines.ts';
import { SAMPLE_LINES } from './sample-lines.ts';

const FULL = 100;
const dataset = getDataset('http_requests');
const EFFECTS: readonly Exclude<Page.Effect, 'all'>[] = [
  ...(['kept', 'dropped', 'undecided', 'newly-dropped', 'newly-kept'] as const),
  ...(['kept-by-both', 'dropped-by-both', 'either-undecided'] as const),
];

let logs: string;
let source: PageSource;
let questions: PageQuestions;

beforeAll(async () => {
  const root = mkdtempSync(join(tmpdir(), 'headgate-page-'));
  logs = join(root, 'logs');
  mkdirSync(logs);
  const hostile = fc.sample(bodyOf(40), { numRuns: 3, seed: 7 });
  writeFileSync(join(logs, '1.log.gz'), gzipSync(SAMPLE_LINES.slice(0, 60).join('')));
  writeFileSync(join(logs, '2.log'), `${SAMPLE_LINES.slice(60).join('')}malformed\n\n{"BotScore":1,"BotScore":2}\n`);
  // An object that no index has in columns.
  writeFileSync(join(logs, '2-wrapped.log'), '{ "event": {"BotScore":7,  "EdgeResponseStatus":404} }\n');
  writeFileSync(join(logs, '3.csv'), 'ClientCountry,BotScore,EdgeResponseStatus\nde,3,200\nfr,,503\n"n""l",40,404\n');
  for (const [at, body] of hostile.entries()) writeFileSync(join(logs, `4-${at}.log`), Buffer.from(body, 'latin1'));
  const out = join(root, 'index');
  await indexLogs({ sources: [logs], out });
  const state = { from: '', to: '', guards: [], neverDrop: [], prices: [] };
  source = {
    ...{
      folder: out,
      isTemporary: false,
      dataset: dataset.name,
      reading: undefined,
      nullAs: 'unknown',
      undecidedOk: false,
    },
    ...{ sources: [logs], sourceFlags: [], state, sql: '', output: undefined, version: '0' },
  };
  questions = new PageQuestions(source, false);
});

const ask = async <Answer>(name: string, question: object): Promise<Answer> =>
  (await questions.answer(name, question, new AbortController().signal)) as Answer;

const stateOf = (from: string, to: string, more: Partial<Page.PageState> = {}): Page.PageState => ({
  ...{ from, to, guards: [], neverDrop: [], prices: [], ...more },
});

/** What both ways answer, or the code of the error that both throw. */
const orCode = async <Result>(run: () => Promise<Result>): Promise<Result | string> => {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof HeadgateError)) throw error;
    return error.code;
  }
};

const text = filterArbitrary
  .map((filter: Filter) => ({ expression: printExpression(filter), json: printFilterJson(filter) }))
  .filter(({ json }) => readFilter(json, dataset).problems.every(({ severity }) => severity !== 'error'));
const ranges = fc.constantFrom<Partial<Page.PageState>>(
  {},
  {},
  { since: '2026-11-01T00:30:00Z' },
  { since: '2026-11-01T00:10:00Z', until: '2026-11-01T03:00:00Z' },
);

it('has the fields and times of the whole source, whatever range was asked first', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'headgate-days-'));
  for (const day of ['01', '03']) {
    const name = `202611${day}T000000Z_202611${day}T040000Z_1.log`;
    writeFileSync(join(folder, name), SAMPLE_LINES.join('').replaceAll('2026-11-01T', `2026-11-${day}T`));
  }
  const out = join(folder, '../', `${folder}.index`);
  await indexLogs({ sources: [folder], out });
  const openAfter = async (range?: Partial<Page.PageState>) => {
    const asked = new PageQuestions({ ...source, folder: out }, false);
    const { signal } = new AbortController();
    if (range !== undefined) await asked.answer('values', { ...stateOf('', '', range), field: '', count: 1 }, signal);
    const { over: _, ...opened } = (await asked.answer('open', {}, signal)) as Page.Opened;
    return opened;
  };
  const opened = await openAfter();
  expect(opened.firstTime).toMatch(/^2026-11-01/);
  expect(await openAfter({ since: '2026-11-03T00:00:00Z' })).toEqual(opened);
});

describe('for any two filters', () => {
  it('figures are those of compare over the objects, and lines and values add up to them', async () => {
    let answered = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.option(text, { nil: undefined }),
        text,
        ranges,
        fc.constantFrom(...ARBITRARY_FIELDS),
        fc.boolean(),
        async (before, after, range, field, isJson) => {
          const from = before === undefined ? '' : isJson ? before.json : before.expression;
          const state = stateOf(from, isJson ? after.json : after.expression, range);
          const found = await orCode(() => ask<Page.Verdict>('verdict', state));
          const expected = await orCode(() =>
            compare({
              ...{ sources: [logs], from: from || 'all', to: [state.to], range, samples: 0 },
              ...{ findsValues: false, threads: 1, dataset: dataset.name },
            }),
          );
          if (typeof found === 'string' || typeof expected === 'string') return expect(found).toEqual(expected);
          answered += 1;
          const { source: _, timing: __, problems: ___, hours = [], ...figures } = expected;
          const { starts, kept, dropped } = found.hours;
          expect(starts.map((start, at) => [start * 1000, kept[at], dropped[at]])).toEqual(
            hours.map(({ hour, lines, jobs }) => {
              const { kept, undecided } = jobs[1]!;
              return [Date.parse(hour), kept.lines, lines - kept.lines - undecided.lines];
            }),
          );
          expect(found.report).toMatchObject(JSON.parse(JSON.stringify(figures)));
          await checkLines(state, found.report, field);
        },
      ),
      { numRuns: randomRuns(FULL) },
    );
    expect(answered).toBeGreaterThan(0);
  }, 600_000);
});

/** Checks that the table of lines says what the report says. */
async function checkLines(
  state: Page.PageState,
  { jobs, comparisons: [comparison], lines }: Page.Verdict['report'],
  field: string,
): Promise<void> {
  const [, candidate] = jobs;
  const expected: Record<Page.Effect, number> = {
    all: lines.read,
    kept: candidate!.kept.lines,
    dropped: candidate!.dropped.lines,
    undecided: candidate!.undecided.lines,
    'newly-dropped': comparison!.onlyBefore.lines,
    'newly-kept': comparison!.onlyAfter.lines,
    'kept-by-both': comparison!.keptByBoth.lines,
    'dropped-by-both': comparison!.neither.lines,
    'either-undecided': comparison!.undecided.lines,
  };
  const countOf = async (effect: Page.Effect, condition?: string): Promise<number> =>
    (await ask<Page.Lines>('lines', { ...state, effect, condition, first: 0, count: 0, columns: [] })).total;
  for (const effect of ['all', ...EFFECTS] as const)
    expect([effect, await countOf(effect)]).toEqual([effect, expected[effect]]);
  for (const { path, soleBlocker, soleKeeper } of candidate!.conditions ?? []) {
    expect([path, await countOf('dropped', path)]).toEqual([path, soleBlocker]);
    expect([path, await countOf('kept', path)]).toEqual([path, soleKeeper]);
  }
  const values = await ask<Page.Values>('values', { ...state, field, count: 3 });
  for (const effect of ['all', ...EFFECTS] as const) {
    const sum = values.values.reduce((all, { counts }) => all + counts[effect], 0);
    expect([effect, sum + values.rest[effect] + values.absent[effect]]).toEqual([effect, expected[effect]]);
  }
  const first = Math.floor(expected.all / 3);
  const { rows } = await ask<Page.Lines>('lines', { ...state, effect: 'all', first, count: 3, columns: [field] });
  for (const { object, offset, from, to, values: shown } of rows) {
    const line = await ask<Page.LineAnswer>('line', { ...state, object, offset });
    const wordOf = (tree: Page.TruthNode | null) => (tree === null ? 'kept' : WORDS[tree.outcome]);
    expect([wordOf(line.from), wordOf(line.to)]).toEqual([from, to]);
    const value = line.fields.find(({ name }) => name === field)?.value ?? null;
    expect(shown[0] === null ? null : JSON.parse(shown[0]!)).toEqual(value === null ? null : JSON.parse(value));
  }
}

const WORDS = { true: 'kept', false: 'dropped', unknown: 'undecided' } as const;

it('costs are those of compare, also of lines in envelopes and of CSV', async () => {
  const price = '5/GB';
  const to = 'EdgeResponseStatus >= 400';
  const { cost } = await ask<Page.Costs>('costs', stateOf('', to, { prices: [price] }));
  const expected = await compare({ sources: [logs], from: 'all', to: [to], price, dataset: dataset.name, samples: 0 });
  expect(expected.lines.unwrapped).toBeDefined();
  const figures = (jobs: NonNullable<typeof cost>['jobs']) =>
    jobs.map(({ perMonth: { lines, bytes }, money }) => ({ lines, bytes, money }));
  expect(figures(cost!.jobs)).toEqual(figures(expected.cost!.jobs));
});

describe('behind a job', () => {
  const output = { field_names: ['EdgeStartTimestamp', 'ClientCountry', 'BotScore'] };
  const from = 'BotScore < 60 or ClientCountry == "de"';
  const more = { guards: ['saves >= 10%', 'kept >= 1%'], prices: ['5/GB'] };
  const answer = async <Answer>(name: string, question: object): Promise<Answer> =>
    (await new PageQuestions({ ...source, output }, false).answer(
      name,
      question,
      new AbortController().signal,
    )) as Answer;

  it.each([
    ['EdgeResponseStatus >= 400 and BotScore < 30'],
    [printFilterJson(parseExpression('BotScore < 30'))],
    ['none'],
  ])('sizes, money and guards of %s are those of its fields, at the paths of the text', async (to) => {
    const state = stateOf(from, to, more);
    const job = { name: 'in-force', filter: printFilterJson(parseExpression(from)), output_options: output };
    const expected = await compare({
      ...{ sources: [logs], from: { kind: 'job', value: 'job', text: JSON.stringify(job) }, to: [to] },
      ...{ guards: more.guards, price: more.prices, dataset: dataset.name, samples: 0 },
    });
    const { guards, report } = await answer<Page.Verdict>('verdict', state);
    expect(guards).toMatchObject(expected.guards!.map(({ value, holds }) => ({ value, holds })));
    const whole = await ask<Page.Verdict>('verdict', state);
    const conditionsOf = ({ jobs }: Page.Verdict['report']) => jobs.map(({ conditions }) => conditions);
    expect(conditionsOf(report)).toEqual(conditionsOf(whole.report));
    if (to !== 'none') expect(guards[0]!.value).not.toBe(whole.guards[0]!.value);
    const { cost } = await answer<Page.Costs>('costs', state);
    expect(cost!.jobs.map(({ money }) => money)).toEqual(expected.cost!.jobs.map(({ money }) => money));
  });

  it('answers for a job of another dataset', async () => {
    const other = join(logs, '..', 'firewall');
    mkdirSync(other);
    const hours = Array.from({ length: 4 }, (_, hour) =>
      JSON.stringify({ Datetime: `2026-11-01T0${hour}:00:00Z`, Action: 'block', ClientIP: '192.0.2.1', RayID: 'a' }),
    );
    writeFileSync(join(other, 'a.log'), `${hours.join('\n')}\n`);
    const folder = join(logs, '..', 'firewall-index');
    await indexLogs({ sources: [other], out: folder, dataset: 'firewall_events' });
    const of = { ...source, folder, dataset: 'firewall_events', output: { field_names: ['Action', 'Datetime'] } };
    const { signal } = new AbortController();
    const state = stateOf('RayID == "a"', 'ClientIP == "192.0.2.2"', {
      guards: ['saves >= 1%'],
      prices: ['5/GB'],
    });
    const { guards } = (await new PageQuestions(of, false).answer('verdict', state, signal)) as Page.Verdict;
    expect(guards).toMatchObject([{ holds: true }]);
  });

  it('the command names the job, and the report has what is pushed', async () => {
    const state = stateOf(from, 'BotScore < 30', more);
    const { text: command } = await answer<Page.Taken>('take', { ...state, what: 'command' });
    expect(command).toMatch(
      /^# Save the job, with the filter in force as its filter, as job\.json\.\nheadgate compare /,
    );
    expect(command).toContain(' \\\n  --from-job job.json \\\n  --to ');
    const { text: report } = await answer<Page.Taken>('take', { ...state, what: 'report-json' });
    const [before, after] = JSON.parse(report).jobs;
    for (const { pushed, kept } of [before, after]) expect(pushed.bytes.value).toBeLessThan(kept.bytes);
    const ofNone = await answer<Page.Taken>('take', { ...state, from: 'none', what: 'command' });
    expect(ofNone.text).toContain(' \\\n  --from none \\\n  --to-job job.json \\\n');
  });
});

describe('what a verdict says beside its figures', () => {
  it('is what the report says, in the words of the page', async () => {
    const state = stateOf('BotScore < 30', 'BotScore < 30 or ClientRequestPath contains "login"');
    const { remarks, report } = await ask<Page.Verdict>('verdict', state);
    expect(remarks.facts.join('\n')).toContain('malformed');
    expect(remarks.facts.join('\n')).toContain('unwrapped from event');
    const { lines } = report.comparisons[0]!.undecided;
    expect(remarks.notices).toContain(
      `Undecided lines count as not kept in a month: ${lines} lines may change the difference.`,
    );
    expect(remarks.notices.some((one) => one.startsWith('invalid-json'))).toBe(true);
    expect(JSON.stringify(remarks)).not.toMatch(/--since|--until|the new filter|edit/i);
  });

  it.each([
    ['', ''],
    ['BotScore < 30', 'BotScore < 30'],
    ['BotScore < 30', 'EdgeResponseStatus >= 400 and ClientCountry == "de"'],
  ])('does not count what the filters %s and %s are as a limit', async (from, to) => {
    const { remarks } = await ask<Page.Verdict>('verdict', stateOf(from, to));
    expect(remarks.notices.filter((one) => /condition was|edit|no filter/i.test(one))).toEqual([]);
  });

  it('has the lines and the bytes of the range, and of all that was read', async () => {
    const all = await ask<Page.Verdict>('verdict', stateOf('', 'BotScore < 30'));
    const until = '2026-11-01T00:30:00Z';
    const part = await ask<Page.Verdict>('verdict', stateOf('', 'BotScore < 30', { until }));
    expect(part.report.lines.read).toBeLessThan(all.report.lines.read);
    expect(part.bytes).toBeLessThan(all.bytes);
    expect([part.linesInAll, part.report.source.objects]).toEqual([all.linesInAll, all.report.source.objects]);
  });

  it('names no flag where the range has no line', async () => {
    const sources = [join(logs, '1.log.gz')];
    const empty = compare({ sources, from: 'all', to: ['BotScore < 30'], range: { since: '2031-01-01T00:00:00Z' } });
    const error = await empty.then(() => undefined, failureOf);
    expect(error?.body.error).toMatchObject({ code: 'no-records' });
    expect(error?.body.error.message).toContain('choose a longer time range');
    expect(error?.body.error.message).not.toContain('--');
  });
});

describe('what is read', () => {
  const coverageOf = async (own: PageQuestions): Promise<Page.Coverage> =>
    ((await own.answer('progress', {}, new AbortController().signal)) as Page.Answered).over;

  it('has a later revision in each thread and process, so that no answer of an older one counts as present', async () => {
    const first = await coverageOf(new PageQuestions(source, false));
    const second = await coverageOf(new PageQuestions(source, false));
    expect(second.revision).toBeGreaterThan(first.revision);
    expect({ ...second, revision: 0 }).toEqual({ ...first, revision: 0 });
  });

  it('is nothing, and why, after a build that has found no record and left no index', async () => {
    const own = new PageQuestions({ ...source, folder: join(tmpdir(), 'headgate-page-no-index') }, true);
    own.endGrowth('cannot index: found no records');
    expect(await coverageOf(own)).toMatchObject({
      objects: 0,
      isComplete: true,
      failure: 'cannot index: found no records',
    });
    const asked = own.answer('verdict', stateOf('', 'BotScore < 30'), new AbortController().signal);
    await expect(asked).rejects.toThrow('cannot index: found no records');
  });

  it('is not known while the index cannot be read, however often it is asked', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'headgate-page-'));
    cpSync(source.folder, folder, { recursive: true });
    const own = new PageQuestions({ ...source, folder }, false);
    const { revision, lines } = await coverageOf(own);
    const manifest = join(folder, 'index.sqlite');
    const content = readFileSync(manifest);
    writeFileSync(manifest, 'not an index');
    for (let turn = 0; turn < 2; turn += 1) await expect(coverageOf(own)).rejects.toThrow(folder);
    writeFileSync(manifest, content);
    const again = await coverageOf(own);
    expect(again.lines).toBe(lines);
    expect(again.revision).toBeGreaterThanOrEqual(revision);
  });
});

describe('a broken guard', () => {
  it('leads to the lines that break it, and to those that may', async () => {
    let broken = 0;
    await fc.assert(
      fc.asyncProperty(text, text, async (candidate, never) => {
        const breaks = `  ${never.expression} `;
        const state = stateOf('', candidate.expression, { guards: ['kept >= 0.1%'], neverDrop: [breaks] });
        const found = await orCode(() => ask<Page.Verdict>('verdict', state));
        if (typeof found === 'string') return;
        const [, { guard, holds, value, undecided = 0, shows }] = found.guards as [
          unknown,
          (typeof found.guards)[number],
        ];
        expect(guard).toBe(breaks);
        if (value === null) return expect(shows).toBeNull();
        broken += holds ? 0 : 1;
        expect(shows).toBe(holds ? null : value > 0 ? 'dropped' : 'all');
        const countOf = async (effect: Page.Effect): Promise<number> =>
          (await ask<Page.Lines>('lines', { ...state, effect, breaks, first: 0, count: 0, columns: [] })).total;
        expect([await countOf('dropped'), await countOf('all')]).toEqual([value, value + undecided]);
      }),
      { numRuns: randomRuns(FULL) },
    );
    expect(broken).toBeGreaterThan(0);
  }, 600_000);

  it.each<[string, Page.Effect | null]>([
    ['kept >= 99%', 'dropped'],
    ['kept <= 1 lines', 'kept'],
    ['kept-bytes <= 1 B', 'kept'],
    ['kept == 3', 'kept'],
    ['pushed > 99%', 'dropped'],
    ['dropped >= 99%', 'kept'],
    ['dropped <= 1', 'dropped'],
    ['undecided == 0', 'undecided'],
    ['newly-dropped <= 1', 'newly-dropped'],
    ['newly-dropped-bytes <= 1 B', 'newly-dropped'],
    ['newly-kept >= 99%', 'newly-kept'],
    ['kept >= 0.1%', null],
  ])('on %s leads to %s lines', async (guard, shows) => {
    const { guards } = await ask<Page.Verdict>('verdict', stateOf('', 'BotScore < 30', { guards: [guard] }));
    expect(guards).toMatchObject([{ guard, shows, holds: shows === null }]);
  });
});

describe('windows of the table', () => {
  it('list every line once, in the order of the objects', async () => {
    const state = stateOf('', 'BotScore >= 30');
    const { total } = await ask<Page.Lines>('lines', { ...state, effect: 'all', first: 0, count: 0, columns: [] });
    const places: string[] = [];
    for (let first = 0; first < total; first += 7) {
      const { rows } = await ask<Page.Lines>('lines', {
        ...state,
        effect: 'all',
        first,
        count: 7,
        columns: ['BotScore'],
      });
      places.push(...rows.map(({ object, offset }) => `${object} ${String(offset).padStart(9, '0')}`));
    }
    expect(places).toHaveLength(total);
    expect([...new Set(places)].sort()).toEqual(places);
  });
});

describe('values', () => {
  const field = 'ClientCountry';

  it('are searched whatever the case, and ordered by the effect', async () => {
    const state = stateOf('', 'EdgeResponseStatus >= 500');
    const { values } = await ask<Page.Values>('values', { ...state, field, search: 'D', count: 10_000, by: 'kept' });
    expect(values.every(({ value }) => value.toLowerCase().includes('d'))).toBe(true);
    const kept = values.map(({ counts }) => counts.kept);
    expect(kept).toEqual(kept.toSorted((a, b) => b - a));
    expect(values.every(({ counts }) => counts.kept > 0)).toBe(true);
  });

  it('have conditions that lines with them meet', async () => {
    const { values } = await ask<Page.Values>('values', { ...stateOf('', ''), field, count: 20 });
    expect(values.length).toBeGreaterThan(3);
    for (const { require, counts } of values) {
      if (require === null) continue;
      const { report } = await ask<Page.Verdict>('verdict', stateOf('', require));
      expect([require, report.jobs[1]!.kept.lines]).toEqual([require, counts.all]);
    }
  });

  it('complete a filter with their counts', async () => {
    const { values } = await ask<Page.Completions>('complete', { field, prefix: 'de' });
    const { values: all } = await ask<Page.Values>('values', { ...stateOf('', ''), field, search: 'de', count: 100 });
    expect(values).toEqual(all.map(({ value, counts }) => ({ value, lines: counts.all })));
  });

  it('complete many distinct values: the lines of all objects, or no count', async () => {
    const root = mkdtempSync(join(tmpdir(), 'headgate-page-'));
    const lines = Array.from(
      { length: 250_001 },
      (_, line) => `{"RayID":"r${line}x","ClientRequestPath":"/p${line % 21_000}.html"}\n`,
    );
    writeFileSync(join(root, '1.log'), lines.join(''));
    writeFileSync(
      join(root, '2.log'),
      '{"RayID":"r0x","ClientRequestPath":"/p777.html"}\n{"ClientRequestPath":"/last"}\n',
    );
    const folder = join(root, 'index');
    await indexLogs({ sources: [join(root, '1.log'), join(root, '2.log')], out: folder });
    const many = new PageQuestions({ ...source, folder }, false);
    const complete = (name: string, prefix: string) =>
      many.answer('complete', { field: name, prefix }, new AbortController().signal);
    expect(await complete('ClientRequestPath', '/p777.html')).toMatchObject({
      values: [{ value: '"/p777.html"', lines: 13 }],
    });
    expect(await complete('ClientRequestPath', '/last')).toMatchObject({ values: [{ value: '"/last"', lines: 1 }] });
    expect(await complete('RayID', 'r77777x')).toMatchObject({ values: [{ value: '"r77777x"', lines: null }] });
  });

  it('rank the fields that distinguish', async () => {
    const state = stateOf('', 'EdgeResponseStatus >= 500');
    const { fields } = await ask<Page.RankedFields>('fields', { ...state, effect: 'kept' });
    expect(fields).toContain('EdgeResponseStatus');
  });
});

describe('what is taken along', () => {
  const state = stateOf('', 'EdgeResponseStatus >= 500 or ClientRequestHost == "it\'s"', {
    guards: ['kept >= 0.1%'],
    neverDrop: ['BotScore < 2'],
    prices: ['0.05/GB'],
    since: '2026-11-01T00:00:00Z',
  });
  const take = async (what: Page.Api['take'][0]['what']): Promise<string> =>
    (await ask<Page.Taken>('take', { ...state, what })).text;

  it('is the same filter in every form', async () => {
    const formsOf = async (text: string) => (await ask<Page.Checked>('check', { text })).forms;
    const { json, jobString, expression, terraform } = (await formsOf(state.to))!;
    expect(printExpression(readFilter(json, dataset).filter!)).toBe(state.to);
    expect(JSON.parse(jobString)).toBe(json);
    expect(expression).toBe(state.to);
    expect(terraform).toBe(`filter = ${JSON.stringify(json)}`);
    expect(await formsOf('')).toEqual({ expression: 'all', json: '', jobString: '""', terraform: 'filter = ""' });
    expect(await formsOf('none')).toBeNull();
  });

  it('is a command that a shell splits as meant', async () => {
    expect((await take('command')).split(' \\\n  ')).toEqual([
      `headgate compare ${logs}`,
      '--from all',
      `--to 'EdgeResponseStatus >= 500 or ClientRequestHost == "it'\\''s"'`,
      `--guard 'kept >= 0.1%'`,
      `--never-drop 'BotScore < 2'`,
      '--price 0.05/GB',
      '--since 2026-11-01T00:00:00Z',
    ]);
    const [comment, ...lines] = (await take('plan-command')).split('\n');
    expect(comment).toMatch(/^# Replace example\.com .* job\.json/);
    expect(lines.map((line) => line.trim().replace(/ \\$/, ''))).toEqual([
      'headgate jobs plan',
      '--zone example.com',
      '--job job.json',
      `--filter 'EdgeResponseStatus >= 500 or ClientRequestHost == "it'\\''s"'`,
      `--source ${logs}`,
      `--guard 'kept >= 0.1%'`,
      `--never-drop 'BotScore < 2'`,
      '--price 0.05/GB',
      '--since 2026-11-01T00:00:00Z',
    ]);
  });

  it('is a report, a suite, and the changed lines as they are stored', async () => {
    expect(JSON.parse(await take('report-json'))).toMatchObject({
      version: 1,
      jobs: [{ name: 'all' }, { name: 'after' }],
    });
    expect(await take('report-markdown')).toMatch(/^### headgate comparison/);
    expect(await take('report-html')).toMatch(/^<!doctype html>/i);
    expect(JSON.parse(await take('suite'))).toMatchObject({ filter: state.to });
    const changed = await take('changed-lines');
    const { report } = await ask<Page.Verdict>('verdict', state);
    const { onlyBefore, onlyAfter } = report.comparisons[0]!;
    expect(changed.split('\n').length - 1).toBe(onlyBefore.lines + onlyAfter.lines);
  });
});

describe('questions that have no answer', () => {
  it.each<[string, string, object, object]>([
    [
      'an invalid filter',
      'verdict',
      { to: 'EdgeResponseStatus >= 5xx' },
      { code: 'filter-invalid', where: { part: 'to' } },
    ],
    ['a file as a filter', 'verdict', { to: '@/etc/passwd' }, { code: 'filter-invalid' }],
    ['standard input as a filter', 'verdict', { from: '-' }, { code: 'filter-invalid', where: { part: 'from' } }],
    [
      'a file as a guard',
      'verdict',
      { neverDrop: ['@/etc/passwd'] },
      { code: 'filter-invalid', where: { part: 'neverDrop' } },
    ],
    ['a file as a price', 'verdict', { prices: ['@/etc/passwd'] }, { code: 'price-file', where: { part: 'prices' } }],
    ['an invalid guard', 'verdict', { guards: ['kept > many'] }, { code: 'guard-invalid' }],
    ['an invalid time', 'verdict', { since: 'soon' }, { code: 'bad-time' }],
    [
      'an unknown condition',
      'lines',
      { to: 'BotScore < 3', effect: 'all', condition: 'where.and[7]', first: 0, count: 1, columns: [] },
      { code: 'condition-unknown' },
    ],
    ['a line that is not there', 'line', { object: 'elsewhere', offset: 3 }, { code: 'line-not-found' }],
    ['a suite of every line', 'take', { what: 'suite' }, { code: 'no-filter' }],
    ['no state', 'verdict', { guards: 3 }, { code: 'bad-question', status: 400 }],
    ['an unknown effect', 'fields', { effect: 'lost' }, { code: 'bad-question' }],
    [
      'a window before the first line',
      'lines',
      { effect: 'all', first: -1, count: 1, columns: [] },
      { code: 'bad-question' },
    ],
    [
      'a window of too many lines',
      'lines',
      { effect: 'all', first: 0, count: 1e6, columns: [] },
      { code: 'bad-question' },
    ],
    ['something else to take along', 'take', { what: 'constructor' }, { code: 'bad-question' }],
    ['an unknown question', 'constructor', {}, { code: 'not-found' }],
  ])('%s', async (_, name, question, error) => {
    await expect(ask(name, { ...stateOf('', ''), ...question })).rejects.toMatchObject(error);
  });

  it('end when they are cancelled', async () => {
    const abort = new AbortController();
    const verdict = questions.answer('verdict', stateOf('', 'BotScore < 7'), abort.signal);
    abort.abort();
    await expect(verdict).rejects.toThrow();
  });
});

describe('the check of a text', () => {
  const check = (given: string): Promise<Page.Checked> => ask('check', { text: given });

  it('places problems and conditions in the text', async () => {
    const broken = 'BotScore < 30 and\n  EdgeResponseStatus >= 5xx';
    const { problems, forms } = await check(broken);
    expect(forms).toBeNull();
    expect(problems.map(({ from, to, severity }) => [broken.slice(from, to), severity])).toEqual([['5xx', 'error']]);
    const valid = 'not starts_with(ClientRequestPath, "/a b") and (BotScore<30 or ClientCountry in {"de" "fr"})';
    const { conditions } = await check(valid);
    expect(conditions.map(({ path, from, to }) => [path, valid.slice(from, to)])).toEqual([
      ['where.and[0]', 'starts_with(ClientRequestPath, "/a b")'],
      ['where.and[1].or[0]', 'BotScore<30'],
      ['where.and[1].or[1]', 'ClientCountry in {"de" "fr"}'],
    ]);
  });

  it.each([
    ['EdgeResponseStatu >= 500', 'EdgeResponseStatus >= 500'],
    ['ClientCountry == DE', 'ClientCountry == "DE"'],
    ['BotScore < 3 and EdgeResponseStatus = 500', 'BotScore < 3 and EdgeResponseStatus == 500'],
    [
      '{"where":{"key":"BotScore","operator":"lte","value":3}}',
      '{"where":{"key":"BotScore","operator":"leq","value":3}}',
    ],
  ])('has a fix for %s', async (given, expected) => {
    const [problem] = (await check(given)).problems;
    const [fix] = problem!.fixes;
    expect(given.slice(0, fix!.from) + fix!.text + given.slice(fix!.to)).toBe(expected);
  });

  it.each([
    ['SELECT RayIDx FROM http_requests', 'SELECT RayID FROM http_requests'],
    ['SELECT rayid FROM http_requests', 'SELECT RayID FROM http_requests'],
    ['SELECT RayID FROM http_request', 'SELECT RayID FROM http_requests'],
    ['SELECT uper(RayID) AS n FROM http_requests', 'SELECT upper(RayID) AS n FROM http_requests'],
    ["SELECT date_trunc('houre', to_timestamp(EdgeStartTimestamp)) AS n FROM http_requests", undefined],
  ])('has a fix for the name in %s', async (sql, expected) => {
    const question = { ...source.state, sql };
    const error = await questions.answer('transform', question, new AbortController().signal).catch(failureOf);
    const [{ fixes }] = (error as ReturnType<typeof failureOf>).body.error.problems as [Page.TextProblem];
    const [fix] = fixes;
    expect(fix && sql.slice(0, fix.from) + fix.text + sql.slice(fix.to)).toBe(expected);
  });

  it.each([(job: object) => job, (job: object) => ({ success: true, result: job }), (job: object) => [job]])(
    'does not read a job, and repeats none of its secrets',
    async (write) => {
      const job = { destination_conf: 's3://b/p?secret-access-key=hidden', filter: '{"where":{}}' };
      const checked = await check(JSON.stringify(write(job)));
      expect(checked).toMatchObject({ forms: null, problems: [{ message: expect.stringContaining('found a job') }] });
      expect(JSON.stringify(checked)).not.toContain('hidden');
    },
  );

  it.each(['', 'all', '  '])('%j keeps every line', async (given) => {
    expect(await check(given)).toMatchObject({ problems: [], forms: { expression: 'all', json: '' } });
  });
});
