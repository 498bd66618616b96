// JUnit XML, judged by libxml with the common schema, and workflow commands of GitHub; open questions in every format.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { type JobValidation, VALIDATION_VERSION } from '../../src/analysis/validate/index.ts';
import { checkSuites } from '../../src/report/cases/check-cases.ts';
import { guardSuites } from '../../src/report/cases/guard-cases.ts';
import { validationSuites } from '../../src/report/cases/validation-cases.ts';
import { DEFAULT_WIDTH } from '../../src/report/columns.ts';
import { renderGithub } from '../../src/report/github/render-github.ts';
import { renderJunit } from '../../src/report/junit/render-junit.ts';
import { markdownRenderer } from '../../src/report/markdown/render-markdown.ts';
import { checkPage } from '../../src/report/page/check-page.ts';
import type { Tone } from '../../src/report/page/page.ts';
import { validationPage } from '../../src/report/page/validation-page.ts';
import { type CheckResult, check } from '../../src/verbs/index.ts';
import { HOSTILE, jobReport, replayReport } from '../helpers/report/reports.ts';

const SCHEMA = readFileSync(join(import.meta.dirname, '../cases/report/junit.xsd'), 'utf8');

describe('junit', () => {
  it('is valid for guards with hostile text', async () => {
    const xml = HOSTILE.map((text, index) => ({
      fileName: `${index}.xml`,
      contents: renderJunit(guardSuites(replayReport(text))),
    }));
    const { valid, errors } = await validateXML({ xml, schema: [SCHEMA] });
    expect(errors).toEqual([]);
    expect(valid).toBe(true);
  });

  it('has one suite for each filter of a check, with the place of an error', async () => {
    const result = await check({ filters: ['BotScore < 30', 'BotScore < x', 'NoField == "a"'] });
    const contents = renderJunit(checkSuites(result));
    expect(contents.match(/<testsuite /g)).toHaveLength(3);
    expect(contents).toContain('<testsuite name="filter-1" tests="1" failures="0" errors="0" skipped="0">');
    expect(contents).toMatch(
      /<failure type="failed" message="invalid expression, line 1, column 12: found &quot;x&quot;/,
    );
    expect((await validateXML({ xml: [{ fileName: 'a.xml', contents }], schema: [SCHEMA] })).errors).toEqual([]);
  });

  it.each([
    ['no line was read', { lines: { ...replayReport('a').lines, read: 0 } }],
    ['the run was interrupted', { partial: true }],
    ['every line is undecided', { jobs: [{ ...jobReport('a'), undecided: { lines: 100, bytes: 0 } }] }],
  ])('is never green without an answer: %s', (reason, change) => {
    const xml = renderJunit(guardSuites({ ...replayReport('a'), guards: [], ...change }));
    expect(xml).toContain('tests="1" failures="0" errors="1"');
    expect(xml).toContain(reason);
  });

  it('fails for damaged objects', () => {
    const report = replayReport('a');
    const lost = [{ code: 'corrupt', object: 'x.gz', offset: 3, message: 'cut' }];
    const xml = renderJunit(guardSuites({ ...report, source: { ...report.source, damaged: 1, lost } }));
    expect(xml).toContain('1 object is damaged or unreadable\nx.gz at byte 3: cut</failure>');
  });
});

describe('a question that is not decided', () => {
  const reason = 'the search stopped after 10,000,000 steps';
  const undecided = async (name: string): Promise<CheckResult> => {
    const { checks, ...result } = await check({ filters: ['BotScore < 3'] });
    const question = { statement: 'implies', from: name, to: 'all', domain: 'any' } as const;
    return { ...result, checks: [{ ...checks[0]!, name }], proofs: [{ ...question, answer: 'undecided', reason }] };
  };

  const names = ['filter-1', ...HOSTILE];

  it('is valid XML', async () => {
    // In one call, since each starts a thread that compiles libxml.
    const xml = await Promise.all(
      names.map(async (name) => ({
        fileName: `${names.indexOf(name)}.xml`,
        contents: renderJunit(checkSuites(await undecided(name))),
      })),
    );
    const { valid, errors } = await validateXML({ xml, schema: [SCHEMA] });
    expect([errors, valid]).toEqual([[], true]);
  });

  it.each(names)('%j is never green', async (name) => {
    const result = await undecided(name);
    const contents = renderJunit(checkSuites(result));
    expect(contents).toContain('<testsuites name="headgate" tests="2" failures="0" errors="1">');
    expect(contents).toContain(`<error type="no-answer" message="not decided: whether all keeps every record`);
    const lines = renderGithub(checkSuites(result)).trimEnd().split('\n');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/^::error title=[^:,]*::not decided: whether all keeps every record/);
    expect(lines[0]).toContain(reason);
    expect(lines[1]).toBe('headgate: 1 of 2 checks failed');
    const markdown = String(markdownRenderer(checkPage)(result, { color: false, width: DEFAULT_WIDTH }));
    expect(markdown).toContain('⚠️ **Not decided: whether');
    expect(markdown).not.toContain('✅');
    expect(markdown).toContain('The search stopped after 10,000,000 steps.');
  });
});

describe('github', () => {
  it.each(HOSTILE)('%j starts no command of its own', (text) => {
    const lines = renderGithub(guardSuites(replayReport(text)))
      .trimEnd()
      .split('\n');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/^::error title=[^:,]*::/);
    expect(lines[1]).toBe('headgate: 1 of 4 checks failed');
    expect(lines[0]).not.toContain('\r');
  });

  it('names file, line and column of a filter', async () => {
    const file = join(import.meta.dirname, '../cases/report/wrong-filter.txt');
    const result = await check({ filters: [`@${file}`] });
    expect(renderGithub(checkSuites(result))).toContain(`::error file=${file},line=2,col=19,title=wrong-filter%3A`);
  });

  it('escapes as the runner expects', () => {
    const message = 'a%\r\nb: c, d';
    expect(renderGithub([{ name: 'x,y:z', cases: [{ name: '100%', result: 'failed', message, file: 'a,b:c' }] }])).toBe(
      '::error file=a%2Cb%3Ac,title=x%2Cy%3Az%3A 100%25::a%25%0D%0Ab: c, d\nheadgate: 1 of 1 check failed\n',
    );
  });
});

describe('malformed lines', () => {
  const { lines, ...report } = replayReport('a');
  const cases = (malformed: number, isStrict: boolean) =>
    guardSuites({ ...report, guards: [], lines: { ...lines, malformed } }, { isStrict })[0]!.cases;
  const name = 'no line is malformed';

  it('fail with --strict only', () => {
    expect(cases(2, true).at(-1)).toEqual({ name, result: 'failed', message: '2 lines are malformed' });
    expect(cases(0, true).at(-1)).toEqual({ name, result: 'passed' });
    expect(cases(2, false)).toHaveLength(2);
  });
});

describe('a job', () => {
  const job = (valid: boolean, read: number, undecided: number): JobValidation => ({
    ...{ name: 'a', dataset: 'http_requests', valid, source: replayReport('a').source, findings: [] },
    lines: { ...replayReport('a').lines, clean: read, kept: 0, dropped: read - undecided, undecided, read },
    repeats: { field: null, oneIn: 1, followed: 0, error: 0 },
  });

  it.each<[string, JobValidation[], string[], Tone]>([
    ['whose lines are undecided', [job(true, 4, 4)], ['error'], 'unclear'],
    ['without lines', [job(true, 0, 0)], ['error'], 'unclear'],
    ['beside a job with a verdict', [job(true, 4, 4), job(true, 4, 1)], ['warning', 'passed'], 'unclear'],
    ['that is invalid, without lines', [job(false, 0, 0)], ['passed'], 'bad'],
  ])('%s', (_, jobs, results, tone) => {
    const report = { version: VALIDATION_VERSION, partial: false, jobs } as const;
    expect(validationSuites(report).map(({ cases }) => cases[0]!.result)).toEqual(results);
    expect(validationPage(report).answer.tone).toBe(tone);
  });
});
