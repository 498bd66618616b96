// The stored samples equal the output of the generator, and match their jobs: fields, order, types, times, custom fields.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createBatches, jobDocument, RULESET, SAMPLE_JOBS } from '../../samples/generator/index.ts';
import { Decimal, type JsonObject, NS_PER_MS, type Value } from '../../src/base/index.ts';
import { eventTimeOf, type FieldType, getDataset } from '../../src/language/dataset/index.ts';
import { COOKIES, REQUEST_HEADERS, RESPONSE_HEADERS } from '../../src/sandbox/prepare-zone.ts';
import { ATTACK, INCIDENT, STORY_DAYS } from '../../src/sandbox/traffic/shop/story.ts';
import { filesBelow, linesOf, recordOf, SAMPLES, storedObjects } from '../helpers/stored-samples.ts';

/** Maximum size of the samples in the checkout. Bytes. */
const MAX_SAMPLES_BYTES = 3 * 1024 * 1024;
const MIN_BATCHES_A_DAY = 6;
/** Maximum combined size of the custom fields of one line. Bytes; `docs/semantics.md`, "Custom fields", classic limits. */
const MAX_CUSTOM_BYTES = 8192;
const KEY = /^(\d{8})\/(\d{8}T\d{6}Z)_(\d{8}T\d{6}Z)_[0-9a-f]{8}\.log\.gz$/;
const CUSTOM_FIELDS: Readonly<Record<string, readonly string[]>> = {
  RequestHeaders: REQUEST_HEADERS,
  ResponseHeaders: RESPONSE_HEADERS,
  Cookies: COOKIES,
};

const dataset = getDataset('http_requests');
const isInteger = (value: Value): boolean => typeof value === 'number' || typeof value === 'bigint';
const isArrayOf = (value: Value, is: (item: Value) => boolean): boolean => Array.isArray(value) && value.every(is);
const HAS_TYPE: Readonly<Record<FieldType, (value: Value) => boolean>> = {
  string: (value) => typeof value === 'string',
  int: isInteger,
  bool: (value) => typeof value === 'boolean',
  float: (value) => isInteger(value) || value instanceof Decimal,
  timestamp: (value) => isInteger(value) || typeof value === 'string',
  'array[string]': (value) => isArrayOf(value, (item) => typeof item === 'string'),
  'array[int]': (value) => isArrayOf(value, isInteger),
  'array[object]': (value) => isArrayOf(value, (item) => item instanceof Map),
  object: (value) => value instanceof Map,
  unknown: () => true,
};

/** `20261101T013000Z` in nanoseconds. */
function keyTime(text: string): bigint {
  const parts = /^(....)(..)(..)T(..)(..)(..)Z$/.exec(text)!;
  const [year, month, day, hour, minute, second] = parts.slice(1).map(Number);
  return BigInt(Date.UTC(year!, month! - 1, day, hour, minute, second)) * NS_PER_MS;
}

function customBytes(record: JsonObject): number {
  const objects = Object.keys(CUSTOM_FIELDS).map((field) => record.get(field));
  const values = objects.flatMap((object) => (object instanceof Map ? [...object.values()] : []));
  return values.reduce((sum: number, value) => sum + Buffer.byteLength(String(value)), 0);
}

describe.each(SAMPLE_JOBS)('job $name', (job) => {
  const objects = storedObjects(job.name);
  const stored = objects.map((object) => ({ ...object, records: linesOf(object.text).map(recordOf) }));
  const records = stored.flatMap((object) => object.records);
  // `expect` takes longer than the comparison of a record: it is called only for what differs.

  it('equals the output of the generator', () => {
    const made = createBatches(job);
    expect(objects.map(({ key }) => key)).toEqual(made.map(({ key }) => key));
    for (const [index, { key, text }] of objects.entries()) {
      expect(text === made[index]!.lines.join(''), key).toBe(true);
    }
  });

  it('has its job file', () => {
    const text = readFileSync(join(SAMPLES, 'jobs', `${job.name}.json`), 'utf8');
    expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(jobDocument(job))));
    expect(job.fieldNames.filter((name) => !dataset.fields.has(name))).toEqual([]);
  });

  it('is stored in day folders under platform names, several objects per day', () => {
    const days = Map.groupBy(objects, ({ key }) => KEY.exec(key)?.[1]);
    expect([...days.keys()]).toEqual(['20261101', '20261102', '20261103']);
    expect(days.size).toBe(STORY_DAYS);
    for (const [day, found] of days) {
      expect(found.length).toBeGreaterThanOrEqual(MIN_BATCHES_A_DAY);
      for (const { key } of found) expect(KEY.exec(key)?.[2]?.slice(0, 8)).toBe(day);
    }
  });

  it('has exactly the fields of the job, in order, with their types', () => {
    for (const record of records) {
      if (String([...record.keys()]) !== String(job.fieldNames)) expect([...record.keys()]).toEqual(job.fieldNames);
      for (const [name, value] of record) {
        const isRight =
          HAS_TYPE[dataset.fields.get(name)!.type](value) || (name === 'ClientRequestReferer' && value === null);
        if (!isRight) expect.fail(`${name} of ${String(record.get('RayID'))} is of a wrong type`);
      }
    }
  });

  it('has the timestamps of the job, exact, with start before end', () => {
    const form =
      job.timestampFormat === 'unixnano' ? /^1793\d{14}[1-9]$/ : /^2026-11-0[1-4]T\d\d:\d\d:\d\d\.\d{8}[1-9]Z$/;
    for (const record of records) {
      for (const name of ['EdgeStartTimestamp', 'EdgeEndTimestamp']) {
        const value = record.get(name);
        if (value !== undefined && !form.test(String(value))) expect(String(value)).toMatch(form);
      }
      const start = eventTimeOf(dataset, record.get('EdgeStartTimestamp'))!;
      const end = eventTimeOf(dataset, record.get('EdgeEndTimestamp'));
      if (end !== undefined && !(start < end)) expect(start).toBeLessThan(end);
    }
  });

  it('logs every event before its batch ends, most of them after it begins', () => {
    let early = 0;
    for (const { key, records: found } of stored) {
      const [start, end] = KEY.exec(key)!.slice(2).map(keyTime);
      for (const record of found) {
        const time = eventTimeOf(dataset, record.get('EdgeStartTimestamp'))!;
        if (!(time < end!)) expect(time).toBeLessThan(end!);
        if (time < start!) early += 1;
      }
    }
    expect(early).toBeGreaterThan(0);
    expect(early).toBeLessThan(records.length / 100);
  });

  it('logs only configured custom fields, within the limit', () => {
    for (const record of records) {
      for (const [field, names] of Object.entries(CUSTOM_FIELDS)) {
        const value = record.get(field);
        if (!(value instanceof Map)) continue;
        const configured = names.filter((name) => value.has(name));
        if (String([...value.keys()]) !== String(configured)) expect([...value.keys()]).toEqual(configured);
        for (const one of value.values()) if (typeof one !== 'string') expect(one).toBeTypeOf('string');
      }
      const bytes = customBytes(record);
      if (!(bytes <= MAX_CUSTOM_BYTES)) expect(bytes).toBeLessThanOrEqual(MAX_CUSTOM_BYTES);
    }
  });

  it('gives every request a unique ray id, and security arrays of equal length', () => {
    const rays = records.map((record) => String(record.get('RayID')));
    expect(new Set(rays).size).toBe(rays.length);
    expect(rays.filter((ray) => !/^[0-9a-f]{16}$/.test(ray))).toEqual([]);
    for (const record of records) {
      const lengths = ['SecurityActions', 'SecurityRuleIDs', 'SecuritySources'].map(
        (name) => (record.get(name) as Value[]).length,
      );
      if (new Set(lengths).size !== 1) expect.fail(`${String(record.get('RayID'))} has arrays of ${lengths} items`);
    }
  });

  it('rewrites ${ when the job requires it', () => {
    const text = objects.map((object) => object.text).join('');
    expect(text.includes('${')).toBe(!job.isCveRewritten);
    expect(text.includes('x{')).toBe(job.isCveRewritten);
  });

  it('contains the incident and the attack', () => {
    const during = (episode: typeof INCIDENT, record: JsonObject): boolean => {
      const ms = Number(eventTimeOf(dataset, record.get('EdgeStartTimestamp'))! / NS_PER_MS);
      return ms >= episode.startMs && ms < episode.endMs;
    };
    const failed = records.filter((record) => (record.get('EdgeResponseStatus') as number) >= 500);
    const fended = records.filter((record) => record.get('EdgeResponseStatus') === 429);
    expect(failed.filter((record) => during(INCIDENT, record)).length).toBeGreaterThan(failed.length * 0.9);
    expect(failed.length).toBeGreaterThan(100);
    expect(fended.length).toBeGreaterThan(300);
    // The last visits of the attack may continue for a while.
    expect(fended.filter((record) => during({ ...ATTACK, endMs: ATTACK.endMs + 600_000 }, record)).length).toBe(
      fended.length,
    );
  });
});

describe('all samples', () => {
  it('contain every format that a reader must support', () => {
    const text = storedObjects('all-requests')
      .map((object) => object.text)
      .join('');
    const forms = [
      '\\"',
      '\\\\',
      '\\/',
      '\\t',
      '\\u00e9',
      '\\ud83c\\udf81',
      'é',
      '漢字',
      '🎁',
      '%C3%A9',
      '""',
      '[]',
      '{}',
    ];
    expect([...forms, ':null', '"UserAgent":""'.slice(-4), '${jndi:'].filter((form) => !text.includes(form))).toEqual(
      [],
    );
  });

  it('include the ruleset', () => {
    expect(JSON.parse(readFileSync(join(SAMPLES, 'ruleset.json'), 'utf8'))).toEqual(RULESET);
  });

  it('stay small', () => {
    const bytes = filesBelow(SAMPLES).reduce((sum, path) => sum + statSync(join(SAMPLES, path)).size, 0);
    expect(bytes).toBeLessThanOrEqual(MAX_SAMPLES_BYTES);
  });
});
