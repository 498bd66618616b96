// The recorded runs: every command, option, format and kind of input. A run is its arguments; it reads files of inputs.ts and writes below {out}.
import {
  CHECK_RENDERERS,
  COMPARE_TABLES,
  ESTIMATE_RENDERERS,
  REPLAY_RENDERERS,
  REPLAY_TABLES,
  TEST_RENDERERS,
  VALIDATE_RENDERERS,
} from '../../src/report/index.ts';
import type { Inputs } from './inputs.ts';

/** One start of the program. */
export interface Run {
  /** `{out}` is a new folder, whose files are part of the answer. */
  args: string[];
  stdin?: string;
  env?: Record<string, string>;
  /** Runs of the same service, one after the other in the order of the list. */
  service?: true;
}

const DAY = 'samples/logs/all-requests/20261101';
const LOGS = 'samples/logs/all-requests';
const OTHER = 'samples/logs/errors-and-threats';
const ERRORS = '@samples/filters/errors.json';
const STATIC = '@samples/filters/drop-static.json';
const ATTACK = '@samples/filters/login-attack.txt';
const SAMPLE_FILTERS = [
  'bots.json',
  'drop-static.json',
  'errors.json',
  'login-attack.txt',
  'slow-origin.json',
  'wrong-case.json',
].map((name) => `@samples/filters/${name}`);
const JOBS = ['sampled', 'rare', 'disabled', 'failing', 'csv', 'short', 'plain', 'everything', 'two', 'answer'].map(
  (name) => `jobs/${name}.json`,
);
const PLANS = [
  ...['changed-filter', 'same-filter', 'lower-rate', 'disabled', 'fewer-fields'],
  ...['created', 'deleted', 'unknown', 'sensitive', 'unchanged'],
].map((name) => `plans/${name}.json`);
/** Of `replay` and of `compare`. */
const PAGE_FORMATS = Object.keys(REPLAY_RENDERERS);
const NO_TABLE = 'no-such-table';
const COMMANDS = [
  ...['replay', 'compare', 'check', 'explain', 'sample', 'validate', 'test', 'bench', 'datasets', 'demo', 'completion'],
  ...['', ' list', ' preview', ' propose', ' plan', ' apply'].map((name) => `fields${name}`),
  ...['', ' list', ' plan', ' apply'].map((name) => `jobs${name}`),
  ...['', ' migrate', ' events'].map((name) => `pools${name}`),
  ...['', ' init'].map((name) => `edge${name}`),
  ...['', ' bucket', ' secret'].map((name) => `sandbox${name}`),
];

const words = (text: string): string[] => text.split(' ').filter((word) => word !== '');
const run = (text: string, ...more: string[]): Run => ({ args: [...words(text), ...more] });
const product = <A, B>(left: readonly A[], right: readonly B[], pair: (a: A, b: B) => Run): Run[] =>
  left.flatMap((a) => right.map((b) => pair(a, b)));
const kernelOff = (one: Run): Run => ({ ...one, env: { HEADGATE_KERNEL: 'off' } });

/** All runs. A change of the run of one is a new one; those of a service follow one another, so that a new one belongs to their end. */
export function runsOf(inputs: Inputs): Run[] {
  return [
    ...helpRuns(),
    ...checkRuns(inputs),
    ...replayRuns(inputs),
    ...compareRuns(),
    ...explainRuns(inputs),
    ...sampleRuns(),
    ...validateRuns(inputs),
    ...testRuns(),
    ...fieldRuns(inputs),
    ...otherRuns(),
    ...serviceRuns(),
  ];
}

function helpRuns(): Run[] {
  return [
    run(''),
    run('--help'),
    run('nonsense'),
    ...COMMANDS.map((command) => run(`${command} --help`)),
    ...COMMANDS.map((command) => run(`${command} --no-such-option`)),
    ...['bash', 'zsh', 'fish', 'tcsh'].map((shell) => run(`completion ${shell}`)),
  ];
}

function checkRuns({ filters, bodies }: Inputs): Run[] {
  const proofs = ['BotScore <= 29', 'BotScore < 10', 'BotScore < 30 or EdgeResponseStatus >= 500', 'all'];
  const wrong = [
    '',
    'all',
    'BotScor < 3',
    'BotScore like 3',
    '{"where":{}}',
    '{"key":"BotScore","operator":"neq","value":3}',
    '(BotScore < 3',
    '@no-such-file',
    '-',
  ];
  return [
    ...product(filters, ['text', 'json'], (filter, format) => run(`check --format ${format} -f`, filter)),
    ...product(SAMPLE_FILTERS, Object.keys(CHECK_RENDERERS), (filter, format) =>
      run(`check ${filter} --format ${format}`),
    ),
    ...SAMPLE_FILTERS.map((filter) => run(`check ${filter} --as-job-string`)),
    ...product(['--implies', '--equals'], proofs, (flag, filter) =>
      run('check --format json', 'BotScore < 30', flag, filter),
    ),
    ...product(['--implies', '--equals'], proofs, (flag, filter) =>
      run('check --complete', 'BotScore < 30', flag, filter),
    ),
    ...['BotScore < 30 and BotScore < 20', 'BotScore < 30 or BotScore >= 30', ...SAMPLE_FILTERS].map((filter) =>
      run('check --shorten', filter),
    ),
    ...wrong.map((filter) => run('check', filter)),
    ...wrong.map((filter) => run('check --format json', filter)),
    ...[...JOBS, ...bodies, 'jobs/not.json', 'jobs/empty.json', 'jobs/wrong-filter.json'].map((job) =>
      run(`check --job ${job}`),
    ),
    ...[...JOBS, ...bodies].map((job) => run(`check --format json --job ${job}`)),
    run('check --dataset firewall_events', 'Action == "block"'),
    run('check --dataset no_such', 'Action == "block"'),
    run('check --strict', 'EdgeStartTimestamp > 5'),
    run('check --ignore-limits', Array.from({ length: 40 }, (_, index) => `BotScore == ${index}`).join(' or ')),
    run('check', Array.from({ length: 40 }, (_, index) => `BotScore == ${index}`).join(' or ')),
  ];
}

function replayRuns({ sources, documents }: Inputs): Run[] {
  const base = `replay ${DAY} --reproducible`;
  const guards = [
    'kept >= 1%',
    'kept <= 1',
    'kept-bytes <= 10 MB/month',
    'pushed >= 1',
    'pushed-bytes <= 1 kB/day',
    'cost <= 5/month',
    'undecided == 0',
    'dropped >= 50%',
  ];
  const flags = [
    ...[
      '--samples 3',
      '--samples 0',
      '--samples 5 --show all',
      '--samples 2 --show RayID,BotScore,@place',
      '--by ClientCountry',
      '--by ClientCountry,BotScore',
    ],
    ...[
      '--no-fields',
      '--counts',
      '--details',
      '--threads 1',
      '--threads 2',
      '--list',
      '--strict',
      '--null zero',
      '--null unknown',
    ],
    ...[
      '--since 2026-11-01T06:00:00Z',
      '--until 2026-11-01T12:00:00Z',
      '--since 2026-11-01T06:00:00Z --until 2026-11-01T07:00:00Z',
      '--slack 0s',
    ],
    ...[
      '--price 0.50/GB',
      '--price cloudflare',
      '--price r2',
      '--price cloudflare,internal=40GB,external=60GB',
      '--price @samples/prices.json',
    ],
    ...[
      '--quiet',
      '--undecided-ok --guard kept>=1',
      '--samples 5@where',
      '--samples 2@where --samples 2',
      '--unwrap none',
      '--input ndjson',
    ],
    ...[
      '--written-by jobs/sampled.json',
      '--written-by jobs/plain.json',
      '--written-by jobs/disabled.json',
      '--written-by jobs/everything.json',
    ],
  ];
  const wrong = [
    ...[
      'replay',
      'replay no-such-folder',
      'replay made/none',
      `${base} -f`,
      `${base} --job jobs/not.json`,
      `${base} --job jobs/empty.json`,
    ],
    ...[
      `${base} --job jobs/wrong-filter.json`,
      `${base} --format xml`,
      `${base} --samples -1`,
      `${base} --threads 0`,
      `${base} --since yesterday-ish`,
    ],
    ...[
      `${base} --since 2026-11-02 --until 2026-11-01`,
      `${base} --since 2020-01-01 --until 2020-01-02`,
      `${base} --guard kept=>5% -f ${ERRORS}`,
    ],
    ...[
      `${base} --price free -f ${ERRORS}`,
      `${base} --price cloudflare,x -f ${ERRORS}`,
      `${base} --format csv:rows -f ${ERRORS}`,
      `${base} --dataset no_such`,
    ],
    ...[
      `${base} --guard kept>=1`,
      `${base} --never-drop ${ERRORS}`,
      `${base} --by NoSuchField`,
      `${base} --retry-for soon`,
      `${base} --input json:events[`,
    ],
    ...[
      'replay s3://',
      'replay ftp://x',
      'replay r2://bucket',
      `replay ${DAY} ${DAY}`,
      `${base} --out {out}/x.unknown -f ${ERRORS}`,
    ],
  ];
  return [
    ...sources.map((source) => run(`replay ${source} --reproducible --format json`)),
    ...sources.map((source) => run(`replay ${source} --reproducible --format json -f ${ERRORS} -f ${STATIC}`)),
    ...sources.map((source) => kernelOff(run(`replay ${source} --reproducible --format json -f ${ATTACK}`))),
    ...sources.map((source) => run(`replay ${source} --reproducible -f ${ERRORS}`)),
    ...sources.map((source) => run(`replay ${source} --reproducible --counts --null zero -f ${STATIC}`)),
    ...documents.map((source) => run(`replay ${source} --reproducible --format json --no-fields -f all`)),
    ...product(SAMPLE_FILTERS, PAGE_FORMATS, (filter, format) => run(`${base} --format ${format} -f ${filter}`)),
    ...product(JOBS, PAGE_FORMATS, (job, format) => run(`${base} --format ${format} --job ${job}`)),
    ...PAGE_FORMATS.map((format) =>
      run(`replay ${LOGS} ${OTHER} --reproducible --format ${format} -f ${ERRORS} -f ${STATIC} -f ${ATTACK}`),
    ),
    ...PAGE_FORMATS.map((format) => run(`${base} --format ${format}`)),
    ...product(['text', 'json'], ['', `-f ${ERRORS}`], (format, filter) =>
      run(`${base} --list --format ${format} ${filter}`),
    ),
    ...product(
      [...REPLAY_TABLES, NO_TABLE],
      ['', `-f ${STATIC} -f ${ERRORS} --by ClientCountry --guard kept>=1`],
      (table, filter) => run(`${base} --format csv:${table} ${filter}`),
    ),
    ...product(flags, ['', `-f ${ERRORS}`, `-f ${STATIC} --format json`], (flag, filter) =>
      run(`${base} ${flag} ${filter}`),
    ),
    ...product(guards, PAGE_FORMATS, (guard, format) =>
      run(`${base} --format ${format} --price cloudflare --job jobs/sampled.json --guard`, guard),
    ),
    ...product(guards, ['jobs/disabled.json', 'jobs/two.json'], (guard, job) =>
      run(`${base} --price 1/GB --job ${job} --guard`, guard),
    ),
    ...product(guards, ['jobs/rare.json', 'jobs/plain.json'], (guard, writer) =>
      run(`${base} --price 1/GB --written-by ${writer} -f ${ERRORS} --format json --guard`, guard),
    ),
    ...product(['--never-drop', '--never-keep'], ['EdgeResponseStatus >= 500', 'BotScore < 2'], (flag, filter) =>
      run(`${base} -f ${ERRORS}`, flag, filter),
    ),
    ...JOBS.map((job) => run(`${base} --format json --job ${job} --emit {out}`)),
    ...['made/event.log', 'made/table.csv', 'samples/damaged', 'made/array.json'].map((source) =>
      run(`replay ${source} --reproducible --job jobs/everything.json --job jobs/csv.json --emit {out}`),
    ),
    run(
      `replay made/bare.csv --reproducible --input csv:RayID,EdgeStartTimestamp,ClientRequestHost,ClientRequestPath,EdgeResponseStatus,BotScore -f ${ERRORS} --format json`,
    ),
    run(`replay made/hits.json --reproducible --input json:hits.hits[] -f ${ERRORS} --format json`),
    run(`replay made/hits.json --reproducible --input json:hits.hits[]._source -f ${ERRORS} --format json`),
    run(`replay made/event.log --reproducible --unwrap event -f ${ERRORS} --format json`),
    run(`replay made/event.log --reproducible --unwrap other -f ${ERRORS} --format json`),
    run(`replay made/firewall.log --reproducible --dataset firewall_events --format json -f`, 'Action == "block"'),
    {
      ...run(`replay - --reproducible -f ${ERRORS}`),
      stdin: '{"EdgeResponseStatus":500}\n{"EdgeResponseStatus":200}\n',
    },
    { ...run(`replay - --reproducible --format json -f ${ERRORS}`), stdin: '' },
    { ...run(`${base} -f -`), stdin: 'EdgeResponseStatus >= 500' },
    ...['txt', 'json', 'md', 'html', 'csv', 'xml'].map((ending) =>
      run(`${base} -f ${ERRORS} --out {out}/report.${ending}`),
    ),
    ...wrong.map((text) => run(text)),
  ];
}

function compareRuns(): Run[] {
  const base = `compare ${DAY} --reproducible`;
  const pairs = [
    ...[
      ['EdgeResponseStatus >= 400', 'EdgeResponseStatus >= 500'],
      ['BotScore < 30', 'BotScore <= 29'],
      ['all', 'BotScore < 30'],
      ['none', 'BotScore < 30'],
    ],
    ...[
      ['BotScore < 30 and EdgeResponseStatus == 200', 'BotScore < 40 or ClientCountry == "de"'],
      ['ClientRequestPath contains "/api"', 'ClientRequestPath contains "/api/checkout"'],
    ],
  ] as const;
  const flags = [
    ...[
      '--samples 2',
      '--samples 1 --show all',
      '--by ClientCountry',
      '--no-values',
      '--threads 1',
      '--threads 2',
      '--strict',
      '--price cloudflare',
      '--price 1/GB',
    ],
    ...[
      '--guard newly-dropped==0',
      '--guard newly-dropped<=50%',
      '--guard newly-kept==0',
      '--guard kept>=1%',
      '--guard newly-kept-bytes==0',
      '--undecided-ok',
    ],
    ...[
      '--written-by jobs/plain.json',
      '--written-by jobs/rare.json',
      '--null zero',
      '--since 2026-11-01T06:00:00Z',
      '--emit-changed {out}',
      '--quiet',
    ],
    ...[
      '--guard pushed>=1',
      '--guard pushed-bytes<=1MB/month',
      '--price 1/GB --guard cost<=5/month',
      '--price 1/GB --guard saves>=1/month',
    ],
  ];
  const jobs = ['plain', 'sampled', 'disabled', 'short', 'everything', 'failing'];
  return [
    ...product(pairs, PAGE_FORMATS, ([from, to], format) => run(`${base} --format ${format} --from`, from, '--to', to)),
    ...product(flags, ['text', 'json'], (flag, format) =>
      run(
        `${base} ${flag} --format ${format} --from`,
        'EdgeResponseStatus >= 400',
        '--to',
        'EdgeResponseStatus >= 500',
      ),
    ),
    ...[...COMPARE_TABLES, NO_TABLE].map((table) =>
      run(
        `${base} --format csv:${table} --by ClientCountry --price 1/GB --guard newly-dropped==0 --from`,
        'BotScore < 50',
        '--to',
        'BotScore < 30',
      ),
    ),
    ...product(PLANS, PAGE_FORMATS, (plan, format) =>
      run(`${base} --format ${format} --terraform-plan ${plan} --guard pushed>=1`),
    ),
    ...PLANS.map((plan) =>
      run(`${base} --terraform-plan ${plan} --price cloudflare --never-drop`, 'EdgeResponseStatus >= 500'),
    ),
    ...product(jobs, jobs, (from, to) =>
      run(`${base} --format json --from-job jobs/${from}.json --to-job jobs/${to}.json --guard newly-dropped==0`),
    ),
    ...product(jobs.slice(0, 3), jobs.slice(0, 3), (from, to) =>
      run(`${base} --from-job jobs/${from}.json --to-job jobs/${to}.json --guard newly-dropped==0`),
    ),
    run(`${base} --from ${STATIC} --to ${ERRORS} --to ${ATTACK} --to all`),
    kernelOff(run(`${base} --format json --from ${STATIC} --to ${ERRORS} --to ${ATTACK}`)),
    ...[
      'compare',
      base,
      `${base} --from ${ERRORS}`,
      `${base} --to ${ERRORS}`,
      `compare made/none --from ${ERRORS} --to ${STATIC}`,
    ].map((text) => run(text)),
    ...[
      `compare samples/damaged --reproducible --from ${ERRORS} --to ${STATIC}`,
      `compare made/blank.log --from ${ERRORS} --to ${STATIC}`,
    ].map((text) => run(text)),
    ...[
      `${base} --terraform-plan jobs/plain.json`,
      `${base} --terraform-plan no-such.json`,
      `${base} --from-job jobs/not.json --to all`,
    ].map((text) => run(text)),
  ];
}

function explainRuns({ sources }: Inputs): Run[] {
  const base = `explain ${DAY}`;
  return [
    ...sources.map((source) => run(`explain ${source} -f ${ERRORS} --limit 2 --format json`)),
    ...product(SAMPLE_FILTERS, ['text', 'json'], (filter, format) => run(`${base} -f ${filter} --format ${format}`)),
    ...product(JOBS, ['text', 'json'], (job, format) => run(`${base} --job ${job} --format ${format}`)),
    ...['keep', 'drop', 'undecided'].map((verdict) => run(`${base} -f ${STATIC} --verdict ${verdict} --limit 3`)),
    ...[
      '--line 1',
      '--line 7 --format json',
      '--line 99999999',
      '--line 0',
      '--limit 0',
      '--ray nothing',
      '--ray nothing,other --format json',
    ].map((flag) => run(`${base} -f ${ERRORS} ${flag}`)),
    run(`${base} -f ${ERRORS} --where`, 'EdgeResponseStatus == 404'),
    run(`${base} --job jobs/disabled.json --where`, 'EdgeResponseStatus >= 500'),
    ...['explain', base, `explain no-such -f ${ERRORS}`, `explain made/blank.log -f ${ERRORS}`].map((text) =>
      run(text),
    ),
    {
      ...run(`explain - -f ${ERRORS}`),
      stdin: '{"EdgeResponseStatus":500}\n{"EdgeResponseStatus":"500"}\n{"EdgeResponseStatus":null}\n{}\nno\n',
    },
  ];
}

function sampleRuns(): Run[] {
  const base = `sample ${DAY}`;
  const flags = [
    ...[
      '-n 3',
      '-n 3 --seed 7',
      '-n 3 --by time',
      '-n 3 --by object',
      '-n 3 --fast',
      '-n 3 --threads 1',
      '-n 0',
      '-n',
      '--seed x -n 1',
      '-n 3 --format json',
      '-n 3 --format text',
    ],
    ...[
      `-n 3 -f ${ERRORS}`,
      `-n 3 -f ${ERRORS} --verdict drop`,
      `-n 3 -f ${ERRORS} --verdict undecided`,
      `-n 3 --since 2026-11-01T06:00:00Z`,
      '-n 100000 --format json',
    ],
    ...[
      `--estimate -f ${ERRORS}`,
      `--estimate --fast -f ${ERRORS} --format json`,
      `--estimate --precision 5% -f ${STATIC}`,
      '--estimate',
      `--estimate -f ${STATIC} --guard kept>=1%`,
    ],
    ...product(Object.keys(ESTIMATE_RENDERERS), ['kept>=1%', 'kept>=99%'], (format, guard) =>
      run(`--estimate -f ${STATIC} --format ${format} --guard ${guard}`),
    ).map(({ args }) => args.join(' ')),
  ];
  return [
    ...flags.map((flag) => run(`${base} ${flag}`)),
    ...[
      'samples/damaged',
      'made/table.csv',
      'made/array.json',
      'made/event.log',
      'made/blank.log',
      'made/none',
      LOGS,
    ].map((source) => run(`sample ${source} -n 2 --seed 3`)),
    ...['samples/damaged', 'made/event.log', LOGS].map((source) =>
      kernelOff(run(`sample ${source} -n 2 --seed 3 -f ${STATIC}`)),
    ),
    { ...run('sample - -n 2'), stdin: 'a\nb\nc\nd\n' },
  ];
}

function validateRuns({ sources }: Inputs): Run[] {
  const jobs = ['samples/jobs/all-requests.json', 'samples/jobs/errors-and-threats.json'];
  const formats = Object.keys(VALIDATE_RENDERERS);
  return [
    ...sources.map((source) => run(`validate ${source} --reproducible --format json --job ${jobs[0]}`)),
    ...product(formats, jobs, (format, job) => run(`validate ${LOGS} --reproducible --format ${format} --job ${job}`)),
    ...formats.map((format) =>
      run(`validate ${LOGS} --reproducible --format ${format} --job ${jobs[0]} --ruleset samples/ruleset.json`),
    ),
    ...['classic', 'current'].map((limits) =>
      run(
        `validate ${LOGS} --reproducible --job ${jobs[0]} --ruleset samples/ruleset.json --limits ${limits} --format json`,
      ),
    ),
    ...JOBS.map((job) => run(`validate ${DAY} --reproducible --job ${job}`)),
    ...[
      '--strict',
      '--threads 1',
      '--list',
      '--null zero',
      '--job-name x',
      '--since 2026-11-01T06:00:00Z',
      '--quiet',
    ].map((flag) => run(`validate ${DAY} --reproducible --job ${jobs[0]} ${flag}`)),
    ...[
      'validate',
      `validate ${DAY}`,
      `validate made/none --job ${jobs[0]}`,
      `validate ${DAY} --job jobs/not.json`,
      'validate --job jobs/two.json',
    ].map((text) => run(text)),
    kernelOff(run(`validate ${LOGS} --reproducible --format json --job ${jobs[1]}`)),
  ];
}

function testRuns(): Run[] {
  const suite = 'samples/suites/errors.json';
  return [
    ...Object.keys(TEST_RENDERERS).map((format) => run(`test ${suite} --format ${format}`)),
    ...['--min-coverage 50%', '--min-coverage 100%', '--min-coverage x', '-f all', `-f ${STATIC}`].map((flag) =>
      run(`test ${suite} ${flag}`),
    ),
    ...['test', 'test no-such.json', 'test jobs/not.json', 'test jobs/plain.json'].map((text) => run(text)),
    ...['', '--mask ClientIP', '--whole', '-n 5', '--format json', '--out {out}/suite.json'].map((flag) =>
      run(`test --mine ${DAY} -f ${STATIC} ${flag}`),
    ),
    run('test --mine made/blank.log -f all'),
  ];
}

function fieldRuns({ bodies }: Inputs): Run[] {
  const traffic = ['samples/traffic/shop.har', 'samples/traffic/shop.ndjson'];
  const flags = [
    '',
    '--limit 2',
    '--limits current',
    '--host shop.example.com',
    '--fail-on truncated',
    '--fail-on absent',
    '--strict',
    '--job samples/jobs/all-requests.json',
    '--format json',
    '--format lines',
  ];
  return [
    ...product(traffic, flags, (file, flag) => run(`fields preview ${file} --ruleset samples/ruleset.json ${flag}`)),
    ...product(traffic, ['', '--format json', '--limits current'], (file, flag) =>
      run(`fields propose ${file} ${flag}`),
    ),
    ...bodies.map((body) => run(`fields preview samples/traffic/shop.ndjson --ruleset ${body}`)),
    ...['', 'http_requests', 'firewall_events', 'no_such', 'http_requests --format json'].map((text) =>
      run(`fields list ${text}`),
    ),
    ...[
      'fields preview',
      'fields preview made/words.log --ruleset samples/ruleset.json',
      'fields plan',
      'fields apply',
      'jobs list',
      'jobs plan',
    ].map((text) => run(text)),
  ];
}

function otherRuns(): Run[] {
  return [
    ...[
      'datasets',
      'datasets --format json',
      'edge',
      'edge init',
      'edge init {out}/project',
      'edge init {out}/project --format json --bucket b --name n',
    ].map((text) => run(text)),
    ...[
      'bench',
      'bench made/none -f all',
      `bench ${DAY} -f`,
      'sandbox --rate x',
      'sandbox --traffic no-such',
      'pools migrate',
      'pools events',
      'demo --format xml',
    ].map((text) => run(text)),
  ];
}

/** Of one empty sandbox, whose address and token are in the environment. */
function serviceRuns(): Run[] {
  const plain = 'jobs/plain.json';
  const texts = [
    ...[
      'jobs list',
      'jobs list --format json',
      `jobs plan --job ${plain}`,
      `jobs plan --job ${plain} --format json`,
      `jobs plan --job ${plain} --detailed-exitcode`,
    ],
    ...[
      `jobs plan --job ${plain} --source ${DAY} --since 2026-11-01 --guard pushed>=1`,
      `jobs plan --job ${plain} --source ${DAY} --since 2026-11-01 --guard kept>=99% --format json`,
    ],
    ...[
      `jobs apply --job ${plain} --yes --undo-dir {out}`,
      'jobs list',
      `jobs plan --job ${plain}`,
      `jobs plan -f all --job ${plain}`,
    ],
    ...[
      'jobs plan --job jobs/two.json',
      'jobs apply --job jobs/two.json --yes --undo-dir {out}',
      'jobs list --format json',
      'jobs plan --job jobs/not.json',
    ],
    ...[
      'jobs plan --job jobs/wrong-filter.json',
      'fields plan --ruleset samples/ruleset.json',
      'fields plan --ruleset samples/ruleset.json --format json',
    ],
    ...[
      'fields apply --ruleset samples/ruleset.json --yes --undo-dir {out}',
      'fields plan --ruleset samples/ruleset.json',
      'pools migrate --plan',
      'pools migrate --dry-run',
      'pools migrate --verify',
    ],
    ...[
      'pools migrate --apply --yes --backup {out}/pools.json',
      'pools migrate --verify',
      'pools migrate --plan --format json',
    ],
  ];
  return texts.map((text) => ({ ...run(text), service: true }));
}
