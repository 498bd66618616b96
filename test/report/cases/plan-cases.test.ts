// A Terraform plan as JUnit XML and as workflow commands: a suite for each job, and never green without an answer.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { planSuites } from '../../../src/report/cases/plan-cases.ts';
import { renderGithub } from '../../../src/report/github/render-github.ts';
import { renderJunit } from '../../../src/report/junit/render-junit.ts';
import { HOSTILE, planReport } from '../../helpers/report/reports.ts';

const SCHEMA = readFileSync(join(import.meta.dirname, '../../cases/report/junit.xsd'), 'utf8');

it('has a suite for each job, then those of its guards', () => {
  const suites = planSuites(planReport('eu')).map(({ name, cases }) => [
    name,
    ...cases.map((one) => `${one.result}: ${one.name}`),
  ]);
  expect(suites).toEqual([
    ['job.broken["eu"]', 'passed: is compared'],
    ['job.broken["eu"]: source', 'passed: has an answer', 'passed: every object is readable'],
    ['job.broken["eu"]: eu', 'failed: never drop eu', 'passed: kept >= 1%'],
    ['job.created["eu"]', 'passed: is compared', 'error: guards are judged'],
    ['job.created["eu"]: source', 'passed: has an answer', 'passed: every object is readable'],
    ['job.same["eu"]', 'notice: is compared'],
    ['job.unknown["eu"]', 'error: is compared'],
  ]);
});

it('annotates failed guards, and jobs and guards without an answer', () => {
  expect(
    renderGithub(planSuites(planReport('eu')))
      .trimEnd()
      .split('\n'),
  ).toEqual([
    expect.stringMatching(
      /^::error title=job\.broken\["eu"\]%3A eu%3A never drop eu::eu breaks never drop eu: drops 3 lines%0A/,
    ),
    '::error title=job.created["eu"]%3A guards are judged::the guards of job.created["eu"] were not judged: sample_rate of eu',
    '::notice title=job.same["eu"]%3A is compared::job.same["eu"] is not compared: the filter does not change',
    '::error title=job.unknown["eu"]%3A is compared::job.unknown["eu"] is not compared, and its guards were not judged: filter eu is unknown',
    'headgate: 3 of 11 checks failed',
  ]);
});

describe('text from outside', () => {
  it('is valid XML', async () => {
    const xml = HOSTILE.map((text, index) => ({
      fileName: `${index}.xml`,
      contents: renderJunit(planSuites(planReport(text))),
    }));
    const { valid, errors } = await validateXML({ xml, schema: [SCHEMA] });
    expect([errors, valid]).toEqual([[], true]);
  });

  it.each(HOSTILE)('%j adds no command', (text) => {
    const lines = renderGithub(planSuites(planReport(text)))
      .trimEnd()
      .split('\n');
    expect(lines).toHaveLength(5);
    for (const line of lines.slice(0, 4)) expect(line).toMatch(/^::(?:error|notice) title=[^:,]*::[^\r\n]*$/);
  });
});
