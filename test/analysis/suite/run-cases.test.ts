// Verdicts and coverage of cases.
import { describe, expect, it } from 'vitest';
import { type ReadCase, runCases } from '../../../src/analysis/suite/index.ts';
import { type JsonObject, parseJson } from '../../../src/base/index.ts';
import { getDataset } from '../../../src/language/dataset/index.ts';
import { compileFilter, readFilter, type VerdictName } from '../../../src/language/filter/index.ts';

const dataset = getDataset('http_requests');

function run(
  text: string,
  lines: readonly (readonly [json: string, expect: VerdictName])[],
  nullAs: 'unknown' | 'zero' = 'unknown',
) {
  const cases = lines.map(([json, expected], index): ReadCase => {
    const record = parseJson(json) as JsonObject;
    const place = { path: `cases[${index}]`, at: index + 1, name: undefined, note: undefined };
    return { ...place, line: { kind: 'line', record }, expect: expected, record };
  });
  const filter = compileFilter(readFilter(text, dataset).filter!, dataset, { nullAs });
  return runCases(cases, { name: 'f', dataset, nullAs, filter });
}

it('verdicts, names and trees', () => {
  const { cases, passed, failed } = run('EdgeResponseStatus >= 500', [
    ['{"EdgeResponseStatus": 500, "RayID": "8f3a"}', 'keep'],
    ['{"EdgeResponseStatus": 499}', 'keep'],
    ['{"EdgeResponseStatus": null}', 'undecided'],
    ['{}', 'drop'],
  ]);
  expect({ passed, failed }).toEqual({ passed: 2, failed: 2 });
  expect(cases.map(({ name, found }) => `${name} ${found}`)).toEqual([
    'RayID 8f3a keep',
    'cases[1] drop',
    'cases[2] undecided',
    'cases[3] undecided',
  ]);
  expect(cases.map(({ explanation }) => explanation?.truth)).toEqual([undefined, 'false', undefined, 'unknown']);
});

it('null as zero', () => {
  expect(run('BotScore < 30', [['{"BotScore": null}', 'keep']], 'zero').failed).toBe(0);
});

describe('coverage', () => {
  const filter = 'EdgeResponseStatus >= 500 and (ClientCountry == "de" or BotScore < 30)';

  it('counts each outcome of each condition', () => {
    const { coverage } = run(filter, [
      ['{"EdgeResponseStatus": 500, "ClientCountry": "de", "BotScore": 30}', 'keep'],
      ['{"EdgeResponseStatus": 499, "ClientCountry": "de"}', 'drop'],
      ['{"EdgeResponseStatus": 500, "ClientCountry": "at", "BotScore": 30}', 'drop'],
      ['{"EdgeResponseStatus": 499, "ClientCountry": "at", "BotScore": 30}', 'drop'],
    ]);
    expect(coverage.conditions.map(({ missing: _, path: __, ...counts }) => counts)).toEqual([
      { text: 'EdgeResponseStatus >= 500', true: 2, false: 2, unknown: 0, soleBlocker: 1 },
      { text: 'ClientCountry == "de"', true: 2, false: 2, unknown: 0, soleBlocker: 1 },
      { text: 'BotScore < 30', true: 0, false: 3, unknown: 1, soleBlocker: 1 },
    ]);
    expect(coverage).toMatchObject({ goals: 9, covered: 8, share: 8 / 9 });
  });

  it('says which line is missing', () => {
    const { coverage } = run(filter, [['{"EdgeResponseStatus": 499, "ClientCountry": "at", "BotScore": 30}', 'drop']]);
    expect(coverage.conditions.flatMap(({ missing }) => missing.map(({ advice }) => advice))).toEqual([
      'add a line for which EdgeResponseStatus >= 500 is true',
      'add a line for which EdgeResponseStatus >= 500 is false, and (ClientCountry == "de" or BotScore < 30) is true',
      'add a line for which ClientCountry == "de" is true',
      'add a line for which ClientCountry == "de" is false, and EdgeResponseStatus >= 500 is true, and BotScore < 30 is false',
      'add a line for which BotScore < 30 is true',
      'add a line for which BotScore < 30 is false, and EdgeResponseStatus >= 500 is true, and ClientCountry == "de" is false',
    ]);
  });

  it('names at most three parts of a filter', () => {
    const codes = ['de', 'at', 'ch', 'fr', 'it', 'es'].map((code) => `ClientCountry != "${code}"`);
    const { coverage } = run(codes.join(' and '), [['{"ClientCountry": "us"}', 'keep']]);
    expect(coverage.conditions[0]!.missing.at(-1)!.advice).toBe(
      'add a line for which ClientCountry != "de" is false, and ClientCountry != "at", ClientCountry != "ch", ClientCountry != "fr" and 2 more are true',
    );
  });
});
