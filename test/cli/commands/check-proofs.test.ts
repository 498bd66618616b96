// check --implies, --equals and --shorten, as a user runs them: the answer, the record that refutes it, and exit codes.
import { describe, expect, it } from 'vitest';
import { runTogether } from '../../helpers/cli/run-cli.ts';

const check = (...args: string[]) => runTogether(['check', ...args]);
const GERMAN = 'ClientCountry == "de"';
const TAUTOLOGY = `${GERMAN} or ClientCountry != "de"`;
const OVERSIZED = Array.from({ length: 20 }, (_, at) => `(BotScore == ${at} and ${GERMAN})`).join(' or ');

describe('a question', () => {
  it.each<[string, string[], number, string[]]>([
    [
      'proven',
      ['BotScore < 3', '--implies', 'BotScore < 5'],
      0,
      ['✓ Proven: every record that the checked filter keeps, --implies keeps too'],
    ],
    [
      'refuted',
      [`BotScore < 5 and ${GERMAN}`, '--implies', 'BotScore < 3'],
      1,
      [
        '✗ Not implied: the checked filter keeps a record that --implies does not keep.',
        '  Record      {"BotScore":3,"ClientCountry":"de"}',
        '  checked filter  keep     BotScore < 5 is true\n                           ClientCountry == "de" is true',
        '  --implies       drop     BotScore < 3 is false',
      ],
    ],
    [
      'equality',
      ['BotScore < 3', '--equals', 'BotScore <= 2'],
      0,
      ['✓ Proven: the checked filter and --equals have the same verdict on every record.'],
    ],
    [
      'refuted by records that lack fields',
      ['all', '--equals', TAUTOLOGY],
      1,
      [
        '✗ Not equal: all and --equals have different verdicts on a record',
        'undecided  ClientCountry == "de" is unknown',
        '  Only records that lack fields refute it; it is proven for complete records, on which the platform\n  evaluates filters (--complete).',
      ],
    ],
    [
      'about complete records',
      ['all', '--equals', TAUTOLOGY, '--complete'],
      0,
      ['✓ Proven: all and --equals have the same verdict on every complete record'],
    ],
    [
      'about every job of a file',
      ['--job', 'samples/jobs/all-requests.json', '--implies', 'all'],
      0,
      ['✓ Proven: every record that all-requests keeps, all keeps too'],
    ],
    [
      'about a filter of a file',
      ['BotScore < 3', '--implies', '@samples/filters/login-attack.txt'],
      1,
      ['✗ Not implied: the checked filter keeps a record that login-attack does not keep'],
    ],
    [
      'two at once',
      ['BotScore < 3', '--implies', 'all', '--equals', 'BotScore < 3'],
      0,
      ['keeps, all keeps too', '✓ Proven\n  The checked filter and --equals have'],
    ],
    ['about an invalid filter', ['BotScor < 3', '--implies', 'all'], 1, ['unknown field']],
    ['about another invalid filter', ['all', '--implies', 'BotScor < 3'], 1, ['unknown field']],
    // The answer is there, but the platform rejects the filter.
    ['about a filter that is too large', [OVERSIZED, '--implies', GERMAN], 1, ['too-many-operators', '✓ Proven']],
    ['about one on request', [OVERSIZED, '--implies', GERMAN, '--ignore-limits'], 0, ['✓ Proven']],
  ])('%s', async (_, args, code, texts) => {
    const run = await check(...args);
    expect(run).toMatchObject({ code, stderr: '' });
    for (const text of texts) expect(run.stdout).toContain(text);
  });

  it.each(['--implies', '--equals'])('not decided: %s has exit code 2, and the reason', async (flag) => {
    // Beyond the powers of ten that a proof considers.
    const ratio = (power: number): string => `EdgeResponseCompressionRatio > 1e${power}`;
    const run = await check(ratio(9_999_999), flag, ratio(9_999_998));
    expect([run.code, run.stdout]).toEqual([2, expect.stringMatching(/^\? Not decided: whether /)]);
    expect(run.stderr).toBe(
      'headgate: cannot prove or refute the statement: EdgeResponseCompressionRatio is compared with a number beyond 1e1000000 or 1e-1000000\n',
    );
    const negative = await check(ratio(9_999_999), flag, ratio(9_999_998), '--strict', '-q');
    expect(negative.code).toBe(1);
  });

  it('is answered before the filters, and alone with --quiet', async () => {
    const question = ['BotScore < 5', '--implies', 'BotScore < 3'];
    const [whole, short] = [await check(...question), await check(...question, '-q')];
    expect(whole.stdout).toMatch(
      /^✗ Not implied: .*\n\nProof\n( .*\n)+\nchecked filter: ✓ valid .*\n( .*\n)+\n--implies: ✓ valid /,
    );
    expect(short.stdout).toMatch(/^✗ Not implied: .*\n\nProof\n( .*\n){4}$/);
    expect(whole.stdout.startsWith(short.stdout)).toBe(true);
  });

  it('names several filters, and prints those with a warning with --quiet, too', async () => {
    const country = 'ClientCountry == "CN"';
    const { stdout } = await check(country, '-f', 'BotScore < 3', '--implies', 'all', '-q');
    expect(stdout).toMatch(
      /^✓ Proven: every record that filter-1 keeps.*\n\n✓ Proven\n {2}Every record that filter-1 keeps.*\n\n✓ Proven\n {2}Every record that filter-2 keeps/,
    );
    expect(stdout).toContain('\n\nfilter-1: ✓ valid for http_requests, 1 warning\n');
    expect(stdout).not.toContain('\nfilter-2: ');
  });

  it.each<[string, string, string[]]>([
    ['junit', '--implies', ['failures="1"', '<failure type="failed" message="not implied: the checked filter keeps']],
    ['github', '--implies', ['::error ', '::not implied: the checked filter keeps', 'headgate: 1 of 3 checks failed']],
    ['markdown', '--implies', ['❌ **Not implied: ', '#### Proof', '| `--implies` | drop | `BotScore < 3 is false` |']],
    ['markdown', '--equals', ['❌ **Not equal: ', '{"BotScore":3}']],
  ])('refuted: is red as %s, %s', async (format, question, texts) => {
    const run = await check('BotScore < 5', question, 'BotScore < 3', '--format', format);
    expect(run).toMatchObject({ code: 1, stderr: '' });
    for (const text of [...texts, '{"BotScore":3}']) expect(run.stdout).toContain(text);
  });

  it.each<[string, string]>([
    ['junit', 'tests="3" failures="0" errors="0"'],
    ['github', 'headgate: 0 of 3 checks failed'],
    ['markdown', '✅ **Proven: every record that the checked filter keeps'],
  ])('proven: is green as %s', async (format, text) => {
    const run = await check('BotScore < 3', '--implies', 'BotScore < 5', '--format', format);
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(run.stdout).toContain(text);
  });

  it('has no proofs in the result if a filter is invalid', async () => {
    const { stdout } = await check('all', '--implies', 'BotScor < 3', '--format', 'json');
    expect(JSON.parse(stdout).proofs).toBeUndefined();
  });

  it.each([
    ['BotScore < 3', '--implies', 'BotScor < 3', ['checked filter: ✓ valid', '--implies: ✗ invalid']],
    ['BotScor < 3', '--equals', 'BotScore < 3', ['checked filter: ✗ invalid', '--equals: ✓ valid']],
  ])('names the filters of %s %s %s', async (filter, flag, other, heads) => {
    const { stdout, code } = await check(filter, flag, other);
    expect(code).toBe(1);
    for (const head of heads) expect(stdout).toContain(head);
  });

  it('is answered as JSON', async () => {
    const { stdout } = await check('BotScore < 5', '--implies', 'BotScore < 3', '--format', 'json');
    expect(JSON.parse(stdout).proofs).toEqual([
      {
        ...{ statement: 'implies', from: 'filter-1', to: 'filter-2', domain: 'any', answer: 'refuted' },
        witness: {
          ...{ record: { BotScore: 3 }, from: 'keep', to: 'drop' },
          fromFilter: { verdict: 'keep', conditions: [{ path: 'where', text: 'BotScore < 5', truth: 'true' }] },
          toFilter: { verdict: 'drop', conditions: [{ path: 'where', text: 'BotScore < 3', truth: 'false' }] },
        },
        ofComplete: 'refuted',
      },
    ]);
  });

  it.each<[string, string[], string]>([
    ['standard input twice', ['-', '--implies', '-'], 'standard input'],
    ['--complete alone', ['BotScore < 3', '--complete'], '--complete needs --implies or --equals'],
    ['--as-job-string', ['BotScore < 3', '--implies', 'all', '--as-job-string'], '--as-job-string cannot be used'],
    ['an empty filter', ['BotScore < 3', '--implies', ''], 'cannot use --implies: found an empty filter'],
    ['an empty filter', ['all', '--equals', ' '], '; a shell variable may be unset; --equals all keeps every line'],
    ['none', ['BotScore < 3', '--implies', 'none'], 'found none, expected an expression or JSON; only --from and --to'],
  ])('rejects %s', async (_, args, text) => {
    const run = await check(...args);
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toContain(text);
  });
});

describe('--shorten', () => {
  it.each<[string, string, number, string[]]>([
    [
      'shows what was saved, how, and for which records it is proven',
      'BotScore == 1 or BotScore == 2',
      0,
      [
        'Shortened: 2 → 1 operator, 108 → 58 bytes',
        'BotScore in {1 2}',
        '[merge-values]',
        'Proven equal for every record.',
      ],
    ],
    [
      'shows a record that differs',
      `${GERMAN} or (BotScore < 3 and BotScore > 4)`,
      0,
      [
        '[remove-never-true] removed BotScore < 3 and BotScore > 4',
        'Proven equal for complete records',
        'is undecided before and drop after',
      ],
    ],
    ['accepts a filter that is too large', OVERSIZED, 0, ['✓ Valid', '2 warnings', 'Shortened: 40 → 3 operators']],
    [
      'finds that no filter is needed',
      TAUTOLOGY,
      0,
      ['No filter: it keeps every line', '{} is undecided before and keep after'],
    ],
    [
      'finds a filter that keeps nothing',
      'BotScore < 3 and BotScore > 4',
      0,
      ['? The filter keeps no complete record'],
    ],
    ['finds nothing', 'BotScore < 3', 0, ['No smaller filter was found.']],
    ['does not shorten an invalid filter', 'BotScor == 1 or BotScor == 2', 1, ['unknown field']],
  ])('%s', async (_, filter, code, texts) => {
    const run = await check(filter, '--shorten');
    expect(run).toMatchObject({ code, stderr: '' });
    const text = run.stdout.replaceAll(/\s+/g, ' ');
    for (const one of texts) expect(text).toContain(one);
  });

  it('prints the shortened filter as a job string', async () => {
    const run = await check(OVERSIZED, '--shorten', '--as-job-string');
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(JSON.parse(run.stdout)).where.and).toHaveLength(3);
  });

  it('prints an empty job string if no filter is needed', async () => {
    expect((await check(TAUTOLOGY, '--shorten', '--as-job-string')).stdout).toBe('""\n');
  });

  it('is part of Markdown', async () => {
    const { stdout } = await check('BotScore == 1 or BotScore == 2', '--shorten', '--format', 'markdown');
    expect(stdout).toContain('Shortened: 2 → 1 operator, 108 → 58 bytes.\n\n```text\nBotScore in {1 2}\n```');
    expect(stdout).toContain('Proven equal for every record.');
    expect((await check('BotScore < 3', '--shorten', '--format', 'markdown')).stdout).toContain('No smaller filter');
  });

  it('is part of the JSON', async () => {
    const { stdout } = await check('BotScore == 1 or BotScore == 2', '--shorten', '--format', 'json');
    expect(JSON.parse(stdout).checks[0].shortened).toMatchObject({
      ...{ operators: { before: 2, after: 1, limit: 30 }, bytes: { before: 108, after: 58, limit: 1000 } },
      ...{ meetsLimits: true, domain: 'any', keepsNone: false, isStopped: false },
      steps: [{ kind: 'merge-values', domain: 'any', operators: 1, bytes: 58 }],
    });
  });
});
