// Checks lines of the sample jobs against a job, in memory. Shared by the tests of this folder.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  idFieldOf,
  lineSchemaOf,
  type ObjectName,
  planCustomFields,
  type RuleCode,
  Validation,
  type ValidationTotals,
} from '../../../src/analysis/validate/index.ts';
import type { CheckOptions } from '../../../src/analysis/validate/line/check-options.ts';
import { parseObjectKey } from '../../../src/input/destination/index.ts';
import { LIMITS, type LimitsName, type Ruleset, readRuleset } from '../../../src/language/custom-fields/index.ts';
import { getDataset } from '../../../src/language/dataset/index.ts';
import { compileFilter, readFilter } from '../../../src/language/filter/index.ts';
import { type Job, type OutputOptions, parseJobs } from '../../../src/language/job/index.ts';
import { SAMPLES } from '../stored-samples.ts';

/** A job of the samples. */
export function sampleJob(name: string): Job {
  return parseJobs(readFileSync(join(SAMPLES, 'jobs', `${name}.json`), 'utf8'), name, name).jobs[0]!;
}

/** The ruleset of the samples. */
export const RULESET = readRuleset(readFileSync(join(SAMPLES, 'ruleset.json'), 'utf8'), 'ruleset.json', LIMITS.classic)
  .ruleset!;

/** The criteria that lines are checked against. */
export interface Held {
  options: OutputOptions;
  filter?: string | undefined;
  /** @default unknown */
  nullAs?: 'unknown' | 'zero';
  dataset?: string;
  ruleset?: Ruleset | undefined;
  limits?: LimitsName;
  range?: { since?: bigint; until?: bigint } | undefined;
  /** @default that of the dataset */
  idField?: string | undefined;
  maxIds?: number | undefined;
}

/** A validation that has read nothing. */
export function validationFor(held: Held): Validation {
  return new Validation({ ...checkOptions(held), parseName }, held.maxIds);
}

/** The same as the options of one. */
export function checkOptions(held: Held): CheckOptions {
  const dataset = getDataset(held.dataset ?? 'http_requests');
  const schema = lineSchemaOf(held.options, dataset);
  const filter = held.filter === undefined ? undefined : readFilter(held.filter, dataset).filter;
  return {
    ...{ dataset, schema, range: held.range ?? {}, idField: held.idField ?? idFieldOf(dataset) },
    filter: filter && compileFilter(filter, dataset, { nullAs: held.nullAs ?? 'unknown' }),
    dayOf: (name) => /^(\d{8})\//.exec(name)?.[1],
    plan: planCustomFields(schema, held.ruleset, LIMITS[held.limits ?? 'classic'], dataset),
  };
}

/** An object by its name, with the times in the name. */
export function parseName(name: string): ObjectName {
  return { name, ...parseObjectKey(name) };
}

/** Pushes one object into a validation, in pieces. @param offset where it begins, if it is a part of a file */
export function readInto(
  validation: Validation,
  name: string,
  bytes: Uint8Array,
  pieces = bytes.length,
  offset = 0,
): void {
  const object = validation.openObject(name, { input: 'ndjson', ...(offset > 0 && { offset }) });
  for (let at = 0; at < bytes.length; at += pieces) object.push(bytes.slice(at, at + pieces));
  object.end(false);
}

/** Codes with their counts. */
export function countsOf({ findings }: Pick<ValidationTotals, 'findings'>): Partial<Record<RuleCode, number>> {
  return Object.fromEntries(findings.map(({ code, count }) => [code, count]));
}
