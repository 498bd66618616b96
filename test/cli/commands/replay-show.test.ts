// The examples of a replay, as a user asks for them: --show, --samples.
import { describe, expect, it } from 'vitest';
import { runTogether } from '../../helpers/cli/run-cli.ts';

const stdin = [
  '{"RayID":"a1","EdgeResponseStatus":500,"ClientCountry":"de","Extra":"\\u001b[31mred"}',
  '{"RayID":"a2","EdgeResponseStatus":500,"ClientCountry":"us"}',
  '{"RayID":"a3","EdgeResponseStatus":200,"ClientCountry":"de"}',
  '',
].join('\n');
const FILTER = ['-f', 'EdgeResponseStatus >= 500 and ClientCountry == "de"'];
const replay = (...args: string[]) => runTogether(['replay', '-', ...args], { stdin });

/** The report from the first example on. */
const examplesIn = (stdout: string): string => /\n {2}(?:Kept|Dropped) by [\s\S]*?(?=\n\n|$)/.exec(stdout)![0];

describe('--show', () => {
  it('alone shows five examples of each verdict, with the chosen fields', async () => {
    const run = await replay(...FILTER, '--no-fields', '--show', ' RayID , Extra,RayID');
    expect(run).toMatchObject({ code: 0, stderr: expect.not.stringContaining('warning') });
    expect(run.stdout).toContain(
      '\n  Examples of kept lines:\n    RayID  Extra\n    a1     \\u001b[31mred\n  Examples of dropped lines:\n',
    );
    expect(run.stdout).not.toContain('{');
  });

  it.each([
    [
      'EdgeResponseStatuss',
      'headgate: warning: --show: found "EdgeResponseStatuss", which is not a field of http_requests; did you mean EdgeResponseStatus?\n',
    ],
    ['Unlike:anything', 'which is not a field of http_requests\n'],
  ])('warns about %s', async (name, message) => {
    const { code, stderr, stdout } = await replay(...FILTER, '--show', `RayID,${name},@place`);
    expect([code, stderr]).toEqual([0, expect.stringContaining(message)]);
    expect(stdout).toContain(`RayID  ${name}`);
  });

  it('all: whole lines; JSON always has them', async () => {
    const { stdout } = await replay(...FILTER, '--show', 'all');
    expect(stdout).toContain(
      '    stdin@0\n      {"RayID":"a1","EdgeResponseStatus":500,"ClientCountry":"de","Extra":"\\u001b[31mred"}\n',
    );
    const json = await replay(...FILTER, '--show', 'RayID', '--samples', '5@2', '--format', 'json');
    const [job] = JSON.parse(json.stdout).jobs;
    expect(job).toMatchObject({
      testedFields: ['EdgeResponseStatus', 'ClientCountry'],
      samplesFor: [
        { path: 'where.and[1]', text: 'ClientCountry == "de"', lines: 1, samples: [{ line: stdin.split('\n')[1] }] },
      ],
    });
  });

  it('chooses the fields of compare, too', async () => {
    const args = [
      'compare',
      '-',
      '--from',
      'EdgeResponseStatus >= 500',
      '--to',
      'ClientCountry == "de"',
      '--no-values',
    ];
    const { stdout, stderr } = await runTogether([...args, '--show', 'RayID,Nope'], { stdin });
    expect(stdout).toContain('    RayID  Nope\n    a2     –\n');
    expect(stderr).toContain('--show: found "Nope", which is not a field of http_requests');
  });

  it.each(['', 'RayID,', 'all,RayID', '@offset'])('rejects %j', async (show) => {
    const run = await replay(...FILTER, '--show', show);
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toContain(
      'expected names of fields separated by commas, @place for object and offset, or all alone',
    );
  });
});

describe('--samples N@CONDITION', () => {
  it.each(['1', 'where.and[0]'])('%s', async (condition) => {
    const { stdout } = await replay(...FILTER, '--no-fields', '--samples', `5@${condition}`);
    expect(stdout).toContain('  #  Conditions ');
    expect(stdout).toContain('  2  ClientCountry == "de" ');
    expect(examplesIn(stdout)).toBe(
      '\n  Dropped by EdgeResponseStatus >= 500 alone: 1 line, 61 B.\n  Examples of lines dropped by EdgeResponseStatus >= 500 alone:\n    RayID  EdgeResponseStatus  ClientCountry\n    a3                    200  de',
    );
    expect(stdout).not.toContain('show examples with');
  });

  it('is what the advice names', async () => {
    const { stdout } = await replay(...FILTER, '--no-fields');
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain('show examples with --samples 5@1');
    const two = await replay(...FILTER, '-f', 'ClientCountry == "de" and BotScore < 3', '--no-fields');
    expect(two.stdout.replaceAll(/\s+/g, ' ')).toContain('show examples with --samples 5@filter-1:1');
    expect((await replay(...FILTER, ...FILTER, '--samples', '5@filter-2:1')).stdout).toContain(
      'Dropped by EdgeResponseStatus',
    );
  });

  it('a condition that alone drops nothing', async () => {
    const { stdout } = await replay('-f', 'EdgeResponseStatus >= 200 and ClientCountry == "de"', '--samples', '5@1');
    expect(stdout).toContain('\n  Dropped by EdgeResponseStatus >= 200 alone: no line.\n');
  });

  it('is repeatable, also with the lines of each verdict', async () => {
    const flags = ['--samples', '1', '--samples', '1@2', '-s', '2@where.and[0]', '--format', 'json'];
    const [job] = JSON.parse((await replay(...FILTER, ...flags)).stdout).jobs;
    expect(job.samples.dropped).toHaveLength(1);
    expect(job.samplesFor.map(({ path }: { path: string }) => path)).toEqual(['where.and[1]', 'where.and[0]']);
  });

  it.each([
    [
      ['--samples', '5@'],
      'cannot use --samples 5@: expected a whole number of at least 0, or one of at least 1 before @',
    ],
    [['--samples', '0@1'], 'cannot use --samples 0@1: expected a whole number'],
    [['--samples', '@1'], 'cannot use --samples @1: expected a whole number'],
    [['--samples', '1', '--samples', '2'], 'found --samples without a condition twice, expected it once'],
  ])('%j is rejected', async (flags, message) => {
    const run = await replay(...FILTER, ...flags);
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toContain(message);
  });

  it('names the conditions that exist', async () => {
    const run = await replay(...FILTER, '--samples', '5@3');
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toContain(
      'expected 1 (where.and[0]: EdgeResponseStatus >= 500), 2 (where.and[1]: ClientCountry == "de")',
    );
  });
});

it('the fields of all lines are a detail beside filters, and JSON always has them', async () => {
  expect((await replay(...FILTER)).stdout).not.toContain('Fields of all lines');
  expect((await replay(...FILTER, '--details')).stdout).toContain('Fields of all lines (4)');
  expect((await replay()).stdout).toContain('Fields of all lines (4)');
  expect(JSON.parse((await replay(...FILTER, '--format', 'json')).stdout).fields).toHaveLength(4);
});
