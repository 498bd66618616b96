// The folder in which every run takes place: samples, fixtures if there are any, and files made from them. Runs name its files by relative paths, so that answers of two
// checkouts are the same bytes.
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { gunzipSync, gzipSync, zstdCompressSync } from 'node:zlib';

const ROOT = join(import.meta.dirname, '../..');
/** Files that others wrote; absent outside the developers' machines. */
const FIXTURES = join(ROOT, '../shared/fixtures');

/** Files that runs are made of, as paths in the folder. */
export interface Inputs {
  /** Objects and folders to read. */
  sources: string[];
  /** JSON documents that are often no records. */
  documents: string[];
  /** Filters that others wrote, as JSON text. */
  filters: string[];
  /** Answers of the API that others stored. */
  bodies: string[];
}

/** Writes the folder. */
export function createInputs(folder: string): Inputs {
  mkdirSync(folder, { recursive: true });
  const write = (path: string, content: string | Uint8Array): string => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
    return path;
  };
  cpSync(join(ROOT, 'samples'), join(folder, 'samples'), { recursive: true });
  const day = globSync('samples/logs/all-requests/20261101/*.log.gz', { cwd: folder }).sort();
  const lines = gunzipSync(readFileSync(join(folder, day[0]!)))
    .toString()
    .trimEnd()
    .split('\n');
  const records = lines.map((line) => line.trim());
  const ndjson = (wrap: (line: string) => string): string => `${records.map(wrap).join('\n')}\n`;
  const columns = [
    'RayID',
    'EdgeStartTimestamp',
    'ClientRequestHost',
    'ClientRequestPath',
    'EdgeResponseStatus',
    'BotScore',
  ];
  const cell = (value: unknown): string => {
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value ?? '');
    return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const csvRows = lines.map((line) => {
    const record = JSON.parse(line) as Record<string, unknown>;
    return columns.map((name) => cell(record[name])).join(',');
  });
  const made = [
    write(
      'made/plain.log',
      ndjson((line) => line),
    ),
    write('made/members.log.gz', Buffer.concat([gzipSync(ndjson((line) => line)), gzipSync(ndjson((line) => line))])),
    write('made/lines.log.zst', zstdCompressSync(Buffer.from(ndjson((line) => line)))),
    write(
      'made/event.log',
      ndjson((line) => `{"time":1793500000,"event":${line}}`),
    ),
    write(
      'made/source.log',
      ndjson((line) => `{"_index":"logs","_source":${line}}`),
    ),
    write(
      'made/message.log',
      ndjson((line) => JSON.stringify({ '@timestamp': '2026-11-01T00:00:00Z', message: line })),
    ),
    write(
      'made/source-message.log',
      ndjson((line) => JSON.stringify({ _source: { message: line } })),
    ),
    write(
      'made/attributes.log',
      ndjson((line) => `{"id":"x","attributes":${line}}`),
    ),
    write('made/array.json', `[${records.join(',')}]`),
    write(
      'made/hits.json',
      `{"took":3,"hits":{"total":9,"hits":[${records.map((line) => `{"_source":${line}}`).join(',')}]}}`,
    ),
    write('made/table.csv', `${columns.join(',')}\n${csvRows.join('\n')}\n`),
    write('made/bare.csv', `${csvRows.join('\n')}\n`),
    write('made/blank.log', '\n \n\r\n'),
    write('made/empty.log', ''),
    write('made/words.log', 'these are\nonly words\n'),
    write('made/binary.log', Buffer.from([0, 1, 2, 255, 10, 254, 10])),
    write('made/cut.json', `[${records.slice(0, 3).join(',')},`),
    write(
      'made/firewall.log',
      '{"Action":"block","Datetime":1793500000,"RayID":"8a","ClientIP":"192.0.2.1","RuleID":"r"}\n',
    ),
    write('made/case.log', '{"rayid":"8a","edgeresponsestatus":500}\n'),
  ];
  mkdirSync(join(folder, 'made/none'), { recursive: true });
  write('jobs/not.json', 'no JSON');
  write('jobs/empty.json', '[]');
  write(
    'jobs/wrong-filter.json',
    JSON.stringify(jobOf('wrong-filter', { filter: '{"where":{"key":"No","operator":"eq","value":1}}' })),
  );
  for (const [name, job] of Object.entries(jobFiles(columns))) write(`jobs/${name}.json`, JSON.stringify(job));
  for (const [name, plan] of Object.entries(planFiles())) write(`plans/${name}.json`, JSON.stringify(plan));
  const copied = (pattern: string, to: string): string[] =>
    (existsSync(FIXTURES) ? globSync(pattern, { cwd: FIXTURES }).sort() : []).map((path) =>
      write(`${to}/${basename(path)}`, readFileSync(join(FIXTURES, path))),
    );
  const filters = existsSync(FIXTURES)
    ? (JSON.parse(readFileSync(join(FIXTURES, 'filters.json'), 'utf8')) as { raw: string }[]).map(({ raw }) => raw)
    : [];
  return {
    sources: [
      ...['samples/logs', 'samples/logs/all-requests', 'samples/logs/errors-and-threats', day[0]!, 'samples/damaged'],
      ...globSync('samples/damaged/*', { cwd: folder }).sort(),
      ...made,
      ...copied('logs/*', 'fixtures/logs'),
    ],
    documents: copied('jsontestsuite/*.json', 'fixtures/documents'),
    filters,
    bodies: copied('api/*.json', 'fixtures/api'),
  };
}

function jobFiles(columns: string[]): Record<string, unknown> {
  const errors = '{"where":{"key":"EdgeResponseStatus","operator":"geq","value":500}}';
  const options = (more: object) => ({ output_options: { field_names: columns, ...more } });
  return {
    sampled: jobOf('sampled', { filter: errors, ...options({ sample_rate: 0.1 }) }),
    rare: jobOf('rare', { filter: errors, ...options({ sample_rate: 0.01 }) }),
    disabled: jobOf('disabled', { filter: errors, enabled: false, ...options({}) }),
    failing: jobOf('failing', {
      filter: errors,
      last_error: '2026-11-03T00:00:00Z',
      error_message: 'access denied',
      ...options({}),
    }),
    csv: jobOf('csv', { filter: errors, ...options({ output_type: 'csv', timestamp_format: 'rfc3339' }) }),
    short: jobOf('short', { filter: errors, output_options: { field_names: columns.slice(0, 3) } }),
    plain: jobOf('plain', { filter: errors, ...options({}) }),
    everything: jobOf('everything', options({})),
    two: [jobOf('first', { filter: errors, ...options({}) }), jobOf('second', options({ sample_rate: 0.5 }))],
    answer: { success: true, errors: [], messages: [], result: [jobOf('answer', { filter: errors, ...options({}) })] },
  };
}

function planFiles(): Record<string, unknown> {
  const bots = (score: number) => JSON.stringify({ where: { key: 'BotScore', operator: 'lt', value: score } });
  const old = jobOf('prod', { filter: bots(30), output_options: { field_names: ['RayID', 'BotScore'] } });
  return {
    'changed-filter': planOf(old, { ...old, filter: bots(10) }),
    'same-filter': planOf(old, {
      ...old,
      filter: JSON.stringify({ where: { key: 'BotScore', operator: 'leq', value: 29 } }),
    }),
    'lower-rate': planOf(old, { ...old, output_options: { field_names: ['RayID', 'BotScore'], sample_rate: 0.1 } }),
    disabled: planOf(old, { ...old, enabled: false }),
    'fewer-fields': planOf(old, { ...old, output_options: { field_names: ['RayID'] } }),
    created: planOf(null, old),
    deleted: planOf(old, null),
    unknown: planOf(old, old, { after_unknown: { filter: true } }),
    sensitive: planOf(old, { ...old, filter: bots(10) }, { after_sensitive: { output_options: true } }),
    unchanged: planOf(old, old),
  };
}

/** A job of the API. */
const jobOf = (name: string, more: object = {}): object => ({
  name,
  dataset: 'http_requests',
  enabled: true,
  destination_conf: `s3://example-logs/${name}/{DATE}?region=eu-central-1`,
  ...more,
});

/** A plan of `terraform show -json` with one job. */
const planOf = (before: object | null, after: object | null, more: object = {}): object => ({
  format_version: '1.2',
  terraform_version: '1.9.0',
  resource_changes: [
    {
      address: 'cloudflare_logpush_job.prod',
      type: 'cloudflare_logpush_job',
      change: { actions: actionsOf(before, after), before, after, after_unknown: {}, ...more },
    },
  ],
});

function actionsOf(before: object | null, after: object | null): string[] {
  if (before === null) return ['create'];
  if (after === null) return ['delete'];
  return JSON.stringify(before) === JSON.stringify(after) ? ['no-op'] : ['update'];
}
