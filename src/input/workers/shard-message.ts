// What the command and its workers exchange: the plan of a run, its shards, and the answers over them. Plain data without secrets: workers have
// their own credentials.
import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { deserialize } from 'node:v8';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import manifest from '../../../package.json' with { type: 'json' };
import { type Location, withoutSecrets } from '../destination/index.ts';
import { emptyTotal } from '../objects/index.ts';
import type { SourceObject } from '../sources/index.ts';
import type { SerializedShard, ShardAnswer, WorkerPlan } from '../threads/index.ts';

/** Commands and workers of one version count alike; those of others do not see each other's shards. */
export const VERSION: string = manifest.version;

/** The keys of one prefix. `of`: those of a run. */
export function redisKeys(prefix: string) {
  const of = (run: string, name: string): string => `${prefix}:run:${run}${name}`;
  const keys = {
    /** Ids of the runs by the time of their last use. */
    runs: `${prefix}:runs`,
    /** Workers: their states by id, and ids by the time of their last sign of life. */
    workers: `${prefix}:workers`,
    seen: `${prefix}:workers:seen`,
    /** Whether the run exists: its record. */
    run: (run: string) => of(run, ''),
    /** Answers by shard. */
    parts: (run: string) => of(run, ':parts'),
    /** A stream of the shards that have an answer. */
    done: (run: string) => of(run, ':done'),
    /** How often the reading of each shard has begun without an end. */
    begun: (run: string) => of(run, ':begun'),
    /** The objects that could not be read, by shard. */
    unread: (run: string) => of(run, ':unread'),
    /** When the run was cancelled, for its commands. Outlives the run. */
    cancelled: (run: string) => of(run, ':cancelled'),
  };
  const { run, parts, done, begun, unread } = keys;
  /** All keys of a run, but for `cancelled`: they expire together. The first one is that of the run. */
  const ofRun = (id: string): string[] => [run, parts, done, begun, unread].map((keyOf) => keyOf(id));
  return { ...keys, ofRun };
}

/** How often the reading of a shard is begun: a worker may end, a source may fail. */
export const MOST_READINGS = 3;
/** As often as the queue gives a shard back: readings are counted by `begun`, and a worker that may not read a shard counts none. */
export const ANY_NUMBER = 1_000_000;
/** Code of a shard that no worker could read to its end. */
export const SHARD_FAILED = 'shard-failed';

/** Name of the queue of the shards for workers of this version. */
export const QUEUE: string = `shards-${VERSION}`;

/** Returns the id of the job of a shard. */
export function jobIdOf(run: string, shard: number): string {
  return `${run}-${shard}`;
}

/** Returns the run of a job. */
export function runOfJob(id: string): string {
  return id.slice(0, Math.max(0, id.indexOf('-')));
}

/** How the objects of one source are read. */
interface SourceForm extends Omit<SourceObject, 'destination' | 'object' | 'range' | 'emitHash'> {
  location: Location;
}

/** What every shard of a run has in common. */
export interface RunPlan {
  verb: string;
  /** Name of the module that a thread starts with, without its ending. */
  entry: string;
  plan: WorkerPlan;
  forms: readonly SourceForm[];
  /** Where answers over {@link INLINE_BYTES} are stored. @default they are rejected */
  partials?: string | undefined;
}

/** An object, or a part of one: its form, name, key, stored bytes, entity tag and range. */
type ItemRow = [
  form: number,
  name: string,
  key: string | 0,
  bytes: number | null,
  etag: string | null,
  range?: [number, number | null],
];

/** A shard for a worker. */
export interface ShardMessage {
  run: string;
  /** From 0, in the order of the objects of the run. */
  shard: number;
  items: ItemRow[];
}

/** Returns the answer over a shard of which nothing could be read. @param errors one for each object */
export function failedAnswer(errors: readonly { message: string; endsRun?: boolean }[]): ShardAnswer {
  return {
    ends: errors.map(({ message, endsRun = false }, id) => ({
      ...{ id, end: 'failed' },
      error: { code: SHARD_FAILED, message, endsRun },
    })),
    ...{ total: emptyTotal(), result: undefined, lines: 0 },
  };
}

/** Answers up to this size are stored in Redis. Bytes, compressed. */
export const INLINE_BYTES = 1_000_000;

/** What a form has beside its location. */
const OF_FORM = ['outputOptions', 'csvConflict', 'isOfTemplate', 'unwrap'] as const;

/** Numbers the forms of a list of objects, and converts objects to rows. */
export class ItemRows {
  readonly forms: SourceForm[] = [];
  readonly #ids = new Map<string, number>();
  /** By destination: most lists have one form for each, whose JSON may have 90 fields. */
  readonly #known = new Map<SourceObject['destination'], { item: SourceObject; form: number }>();

  rowOf(item: SourceObject): ItemRow {
    const { name, bytes = null, etag = null } = item.object;
    const { range, destination } = item;
    // A worker may run in another folder.
    const key = destination.location.kind === 'file' ? resolve(item.object.key) : item.object.key;
    const row: ItemRow = [this.#formOf(item), name, name === key ? 0 : key, bytes, etag];
    if (range !== undefined) row.push([range.start, Number.isFinite(range.end) ? range.end : null]);
    return row;
  }

  #formOf(item: SourceObject): number {
    const { destination, outputOptions, csvConflict, isOfTemplate, unwrap } = item;
    const last = this.#known.get(destination);
    if (last !== undefined && OF_FORM.every((key) => last.item[key] === item[key])) return last.form;
    // A profile is one of the settings of this machine.
    const location = { ...withoutSecrets(destination.location), profile: undefined } as Location;
    const form = { location, outputOptions, csvConflict, isOfTemplate, unwrap };
    const key = JSON.stringify(form);
    const number = this.#ids.get(key) ?? this.forms.push(form) - 1;
    this.#ids.set(key, number);
    this.#known.set(destination, { item, form: number });
    return number;
  }
}

/** An object as a thread receives it. `location`: the index of its form. */
export type ShardItem = ReturnType<typeof itemOf>;

/** Returns an object of a row. */
export function itemOf([form, name, key, bytes, etag, range]: ItemRow, forms: readonly SourceForm[]) {
  const { location: _, ...rest } = forms[form]!;
  return {
    ...rest,
    location: form,
    object: { name, key: key === 0 ? name : key, bytes: bytes ?? undefined, etag: etag ?? undefined },
    ...(range && { range: { start: range[0], end: range[1] ?? Number.POSITIVE_INFINITY } }),
  };
}

/** Identifies plain data. @returns 16 hexadecimal digits */
export function idOf(data: unknown): string {
  return createHash('sha256').update(JSON.stringify(data)).digest('hex').slice(0, 16);
}

/** Whether a text from Redis is one that {@link idOf} returns. */
export function isId(text: unknown): text is string {
  return typeof text === 'string' && /^[\da-f]{16}$/.test(text);
}

/** Whether a value from Redis is the number of a shard. */
export function isShard(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** Converts the answer over a shard to what is stored. */
export function packAnswer({ serialized }: SerializedShard): Buffer {
  return zstdCompressSync(serialized);
}

/** Returns an answer. @throws Error for bytes that {@link packAnswer} has not written */
export function unpackAnswer(bytes: Uint8Array): ShardAnswer {
  return deserialize(zstdDecompressSync(bytes));
}
