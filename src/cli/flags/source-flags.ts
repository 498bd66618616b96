// The argument and the flags of commands that read logs: which objects, how to access them, and their format.
import { BYTE_UNITS, parseSpan } from '../../base/index.ts';
import type { FormRequest } from '../../verbs/request/logs-request.ts';
import { DEFAULT_INPUT, DEFAULT_NULL_READING, DEFAULT_THREADS } from '../../verbs/request/request-defaults.ts';
import type { ArgumentRow } from '../command.ts';
import { inGroup, type Parser } from '../flag-row.ts';

/** The sources. */
export const SOURCE_ARGUMENT = {
  name: 'source',
  takes: 'any',
  help: 'Folder, file, destination_conf, https address of the edge script (key: HEADGATE_EDGE_KEY), or - for standard input (default: destination of the job)',
} as const satisfies ArgumentRow;

/** The shape of the objects. After a colon: the path of the records in a document, or the names of the columns of CSV. */
const FORM: Parser<FormRequest> = {
  parse: (text) => {
    const [input, ...rest] = text.split(':');
    const detail = rest.length === 0 ? undefined : rest.join(':');
    switch (input) {
      case 'json':
        return { input, records: detail };
      case 'csv':
        return { input, columns: detail?.split(',').map((name) => name.trim()) };
      case 'auto':
      case 'ndjson':
        return detail === undefined ? { input } : undefined;
      default:
        return undefined;
    }
  },
  expected: 'auto, ndjson, csv, csv:NAME,NAME with the columns, json, or json:PATH with the place of the records',
};

/** Heading of {@link SOURCE_FLAGS}. */
export const SOURCE_OPTIONS = 'Source options:';

const TIME_FLAGS = inGroup(SOURCE_OPTIONS, [
  {
    flag: '--since <time>',
    sets: 'range.since',
    kind: 'text',
    help: 'Start of the time range: RFC 3339, seconds since 1970, a date (UTC), today, or a duration before now: 2h, 1h30m, 7d, 2w',
  },
  {
    flag: '--until <time>',
    sets: 'range.until',
    kind: 'text',
    help: 'End of the time range (exclusive), in the same formats',
  },
  {
    flag: '--slack <span>',
    sets: 'slackMs',
    kind: 'parsed',
    parse: parseSpan,
    expected: 'a duration such as 30m, 1h30m or 1d',
    help: 'Maximum delay between an event and its batch (default: 1h)',
  },
]);

const FORM_FLAGS = inGroup(SOURCE_OPTIONS, [
  {
    flag: '--input <shape>',
    sets: 'reading.form',
    kind: 'parsed',
    ...FORM,
    choices: ['auto', 'ndjson', 'csv', 'json'],
    default: { input: DEFAULT_INPUT },
    defaultText: JSON.stringify(DEFAULT_INPUT),
    help: 'Format of the objects; csv:RayID,ClientIP names the columns, json:events[].info the path of the records in a document',
  },
  {
    flag: '--unwrap <path>',
    sets: 'reading.unwrap',
    kind: 'text',
    help: 'Path of the record in each line, such as event, or none (default: found by the fields inside)',
  },
  {
    flag: '--null <reading>',
    sets: 'nullAs',
    kind: 'choice',
    choices: ['unknown', 'zero'],
    default: DEFAULT_NULL_READING,
    help: 'How to treat JSON null',
  },
]);

const CONNECTION_FLAGS = inGroup(SOURCE_OPTIONS, [
  {
    flag: '--endpoint-url <url>',
    sets: 'connection.endpointUrl',
    kind: 'text',
    help: 'S3 endpoint URL, as in the AWS CLI',
  },
  { flag: '--region <region>', sets: 'connection.region', kind: 'text', help: 'AWS region, as in the AWS CLI' },
  {
    flag: '--profile <name>',
    sets: 'connection.profile',
    kind: 'text',
    help: 'AWS credentials profile, as in the AWS CLI',
  },
  {
    flag: '--retry-for <span>',
    sets: 'connection.retryForMs',
    kind: 'parsed',
    parse: (text: string) => (text.trim() === '0' ? 0 : parseSpan(text)),
    expected: 'a duration such as 30s or 5m, or 0',
    help: 'How long to retry a bucket request that makes no progress; 0 disables retries (default: 1m)',
  },
]);

/** Which objects, and access. */
export const OBJECT_FLAGS = [...TIME_FLAGS, ...CONNECTION_FLAGS] as const;

/** Which objects, access and format. */
export const SOURCE_FLAGS = [...TIME_FLAGS, ...FORM_FLAGS, ...CONNECTION_FLAGS] as const;

/** Logs of a command whose sources are no argument. @param help which lines are read, and what for */
export function namedSourceFlag(help: string) {
  return inGroup(SOURCE_OPTIONS, [
    { flag: '--source <source>', sets: 'sources', kind: 'text', repeatable: true, help } as const,
  ]);
}

/** How many threads read. */
export const THREADS_FLAG = {
  flag: '--threads <n>',
  sets: 'threads',
  kind: 'count',
  least: 1,
  default: DEFAULT_THREADS,
  defaultText: 'one per processor',
  help: 'Threads that read; does not affect the result',
} as const;

/** How a run that is killed goes on. */
export const RESUME_FLAGS = [
  {
    flag: '--resume <file>',
    sets: 'resume',
    kind: 'text',
    help: 'Store partial answers in <file>; after a crash, the same command reads only what is not in it',
  },
  {
    flag: '--relist',
    sets: 'relist',
    kind: 'switch',
    help: 'With --resume: also read objects that are new since, and leave out those that are gone',
  },
  ...inGroup('Options of --workers:', [
    {
      flag: '--workers <redis>',
      sets: 'workers.url',
      kind: 'text',
      help: 'Let the workers at redis://HOST:PORT read (headgate worker); does not affect the result. Password: HEADGATE_REDIS_PASSWORD',
    },
    {
      flag: '--shard-size <bytes>',
      sets: 'workers.shardBytes',
      kind: 'parsed',
      parse: parseBytes,
      expected: 'a size such as 64MB or 1GB',
      help: 'Stored bytes of the objects that a worker reads at a time, of which a small one counts as 64 kB (default: 4MB to 256MB, by the size of the source)',
    },
    {
      flag: '--partials <dir>',
      sets: 'workers.partials',
      kind: 'text',
      help: 'Folder or bucket for partial answers over 1 MB, which are too large for Redis',
    },
    {
      flag: '--cancel-on-exit',
      sets: 'workers.cancelsOnExit',
      kind: 'switch',
      help: 'Remove the run from Redis on Ctrl-C (default: the workers continue)',
    },
  ]),
] as const;

/** Returns bytes: `64MB`, `1.5 GB`, `20000`. */
function parseBytes(text: string): number | undefined {
  const [, amount, unit = 'B'] = /^(\d+(?:\.\d+)?)\s*([kMGTP]?i?B)?$/.exec(text.trim()) ?? [];
  const factor = BYTE_UNITS.get(unit);
  const bytes = Math.round(Number(amount) * (factor ?? Number.NaN));
  return Number.isSafeInteger(bytes) && bytes > 0 ? bytes : undefined;
}

/** Which job wrote the source. */
export const WRITTEN_BY_FLAG = {
  flag: '--written-by <file>',
  sets: 'writtenBy',
  kind: 'text',
  help: 'File with the job that wrote the source: shows which lines its filter may have left out',
} as const;

/** Of the commands whose reports show times. */
export const REPRODUCIBLE_FLAG = {
  flag: '--reproducible',
  sets: 'reproducible',
  kind: 'switch',
  help: 'Omit times: identical input gives identical output',
} as const;

/** Of the commands that can list their objects. */
export const LIST_FLAG = {
  flag: '--list',
  sets: 'list',
  kind: 'switch',
  help: 'List the objects to read, without reading them; with --workers or --shard-size, also what the workers need: shards, requests, their price, time',
} as const;
