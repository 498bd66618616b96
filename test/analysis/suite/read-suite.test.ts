// Suites as people write them: every problem with its place, exact numbers, lines read as in a log file.
import { describe, expect, it } from 'vitest';
import { readSuite } from '../../../src/analysis/suite/index.ts';
import { describeSuiteProblem } from '../../../src/analysis/suite/suite-problem.ts';
import { printJson } from '../../../src/base/index.ts';

const problemsOf = (text: string): string[] => readSuite(text).problems.map(describeSuiteProblem);

/** A suite with these cases. */
const withCases = (...cases: readonly string[]): string =>
  `{\n"filter": "BotScore < 30",\n"cases": [\n${cases.join(',\n')}\n]\n}`;

describe('problems', () => {
  it.each<[string, string, string[]]>([
    ['no JSON', '{\n"cases": [}', ['line 2, column 11: found "}", expected a JSON value']],
    [
      'no object',
      '[]',
      ['line 1, column 1: found an array, expected a suite, which is an object with the key "cases"'],
    ],
    ['no cases', '{}', ['line 1, cases: found nothing, expected an array of cases']],
    [
      'a filter',
      ' {"where": {"key": "BotScore", "operator": "lt", "value": 3}}',
      [
        'line 1, column 2: found a filter, expected a suite, which is an object with the key "cases"; to test a filter with a suite, run headgate test SUITE --filter @FILE',
      ],
    ],
    ['empty cases', '{"cases": []}', ['line 1, cases: found no case, expected at least one']],
    [
      'unknown keys',
      '{\n"filtr": "x",\n"owner": 1,\n"cases": [\n{"line": {}, "expect": "keep", "nmae": "x"}]}',
      [
        'line 2, filtr: found an unknown key, expected one of dataset, filter, job, transformer, null, cases; did you mean "filter"?',
        'line 3, owner: found an unknown key, expected one of dataset, filter, job, transformer, null, cases',
        'line 5, cases[0].nmae: found an unknown key, expected one of name, line, object, ray, expect, records, note; did you mean "name"?',
      ],
    ],
    [
      'records',
      '{"transformer": "SELECT RayID FROM http_requests", "cases": [\n{"line": {}, "expect": "keep", "records": {}},\n{"line": {}, "expect": "fail", "records": []}]}',
      [
        'line 2, cases[0].records: found an object, expected an array of the records that are delivered',
        'line 3, cases[1].records: found records of a case that expects fail, expected none; remove them, because no record is delivered',
      ],
    ],
    [
      'unknown verdicts',
      withCases('{"line": {}, "expect": "kept"}', '{"line": {}, "expect": "nothing"}', '{"line": {}}'),
      [
        'line 4, cases[0].expect: found "kept", expected drop, keep, undecided or fail; did you mean "keep"?',
        'line 5, cases[1].expect: found "nothing", expected drop, keep, undecided or fail',
        'line 6, cases[2].expect: found nothing, expected drop, keep, undecided or fail',
      ],
    ],
    [
      'lines that are no record',
      withCases(
        '{"line": "[1]", "expect": "keep"}',
        '{"line": "{\\"a\\": 5", "expect": "keep"}',
        '{"line": " ", "expect": "keep"}',
        '{"line": "{}\\n{}", "expect": "keep"}',
        '{"line": 42, "expect": "keep"}',
      ),
      [
        'line 4, cases[0].line: not a record: cannot parse the line: found an array, expected one JSON object',
        'line 5, cases[1].line: not a record: cannot parse the line: found the end of the line after 7 bytes, expected "," or "}"',
        'line 6, cases[2].line: found a blank line, expected one line that contains a JSON object',
        'line 7, cases[3].line: found 2 lines, expected one line that contains a JSON object',
        'line 8, cases[4].line: found 42, expected an object of fields, or the text of one line',
      ],
    ],
    [
      'places of lines',
      withCases(
        '{"expect": "keep"}',
        '{"object": "a.log", "expect": "keep"}',
        '{"ray": "1", "expect": "keep"}',
        '{"line": {}, "object": "a.log", "ray": "1", "expect": "keep"}',
      ),
      [
        'line 4, cases[0]: found no line, expected "line", or "object" and "ray"',
        'line 5, cases[1]: found "object" alone, expected "ray" with the RayID of the line',
        'line 6, cases[2]: found "ray" alone, expected "object" with the file that has the line',
        'line 7, cases[3]: found a line and the place of another one, expected "line", or "object" and "ray"',
      ],
    ],
    [
      'filter and job',
      '{"filter": 7, "job": "job.json", "null": "none", "cases": [{"line": {}, "expect": "keep"}, 7]}',
      [
        'line 1, filter: found 7, expected an expression, the JSON of a filter, an object with the key "where", or "@" and a path',
        'line 1, job: found a filter and a job, expected one of them',
        'line 1, null: found "none", expected unknown or zero',
        'line 1, cases[1]: found 7, expected a case, which is an object',
      ],
    ],
    [
      'repeated keys',
      '{"filter": "a",\n"filter": "b", "cases": [{"line": {}, "expect": "keep", "expect": "drop"}]}',
      [
        'line 2, filter: found the key twice, expected it once',
        'line 2, cases[0].expect: found the key twice, expected it once',
      ],
    ],
  ])('%s', (_, text, expected) => {
    expect(problemsOf(text)).toEqual(expected);
  });

  it('are all reported, however many', () => {
    expect(problemsOf(withCases(...Array.from({ length: 500 }, () => '{"expect": "no"}')))).toHaveLength(1000);
  });
});

it('half of a surrogate pair in the text of a line is a problem, because no file contains it', () => {
  const line = String.raw`"{\"ClientRequestPath\":\"\ud800\"}"`;
  expect(problemsOf(`{"cases": [{"line": ${line}, "expect": "drop"}]}`)).toEqual([
    String.raw`line 1, cases[0].line: found half of a surrogate pair, expected text that UTF-8 can encode; write \\ud800 for \ud800`,
  ]);
});

describe('lines', () => {
  it.each([
    ['{"n": 1700000000002000001}', '{"n":1700000000002000001}'],
    ['"{\\"n\\": 1700000000002000001}"', '{"n":1700000000002000001}'],
    ['{"n": 18446744073709551616, "f": 5.0e1}', '{"n":18446744073709551616,"f":5.0e1}'],
    ['{"a": 1, "b": 2, "a": 3}', '{"a":3,"b":2}'],
    ['"{\\"a\\": 1, \\"b\\": 2, \\"a\\": 3}"', '{"a":3,"b":2}'],
    ['"  {\\"a\\": null}\\r\\n"', '{"a":null}'],
    [String.raw`"{\"a\": \"\\ud800\"}"`, String.raw`{"a":"\ud800"}`],
    ['{"__proto__": {"a": 1}}', '{"__proto__":{"a":1}}'],
  ])('%s', (line, expected) => {
    const { suite, problems } = readSuite(`{"cases": [{"line": ${line}, "expect": "drop"}]}`);
    expect(problems).toEqual([]);
    const found = suite!.cases[0]!.line;
    expect(found.kind === 'line' && printJson(found.record)).toBe(expected);
  });
});

it('settings of a suite', () => {
  const { suite } = readSuite(
    '{"$schema": "x", "dataset": "firewall_events", "null": "zero", "filter": {"where": {"key": "a", "operator": "eq", "value": 9007199254740993}},\n"cases": [\n{"name": "n", "note": "why", "object": "o.log", "ray": "r", "expect": "undecided"}]}',
  );
  expect(suite).toEqual({
    dataset: 'firewall_events',
    nullAs: 'zero',
    subject: { kind: 'filter', text: '{"where":{"key":"a","operator":"eq","value":9007199254740993}}' },
    cases: [
      {
        path: 'cases[0]',
        at: 3,
        name: 'n',
        note: 'why',
        line: { kind: 'object', object: 'o.log', ray: 'r' },
        expect: 'undecided',
      },
    ],
  });
});
