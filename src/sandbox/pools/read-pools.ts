// Reads the pools for a new account: an array, or a file with what the API returned. Never changes anything.
import { readFileSync } from 'node:fs';
import { HeadgateError, isPlainObject, printPlural, readReason } from '../../base/index.ts';
import { checkPools, type GivenPool, invalidPools, typeOf } from './check-pools.ts';

/** Pools, or a file that contains them. */
export type SandboxPools = readonly object[] | { readonly file: string };

/** A value, and where it was found. */
interface Placed {
  readonly value: unknown;
  readonly place: string;
}

/**
 * Reads pools. A file contains answers of the API (`{"result": […]}`, one per page), arrays, or single pools: as one JSON text, or as one
 * per line.
 * @throws HeadgateError `pools-unreadable` if the file cannot be read; `pools-invalid` with the place of what is not a pool, and for answers
 * that are only a part of the account
 */
export function readPools(pools: SandboxPools): readonly GivenPool[] {
  if (!('file' in pools)) return checkPools(pools, (index) => `pools[${index}]`);
  const { file } = pools;
  const placed = readTexts(readText(file), file);
  checkCompleteness(placed, file);
  const found = placed.flatMap(poolsOf);
  return checkPools(
    found.map(({ value }) => value),
    (index) => found[index]!.place,
  );
}

function readText(file: string): string {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    throw new HeadgateError('pools-unreadable', `cannot read the pools ${file}: ${readReason(error)}`);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw invalidPools(file, 'bytes that are not UTF-8', 'JSON');
  }
}

/** Parses one JSON text, or else one per line. */
function readTexts(text: string, file: string): Placed[] {
  const whole = parsed(text);
  if (whole !== undefined) return [{ value: whole.value, place: file }];
  const lines = text.split('\n').map((line, index) => ({ line: line.trim(), place: `${file}, line ${index + 1}` }));
  const filled = lines.filter(({ line }) => line !== '');
  if (filled.length === 0) throw invalidPools(file, 'an empty file', 'pools as the API returns them');
  return filled.map(({ line, place }) => {
    const value = parsed(line);
    if (value !== undefined) return { value: value.value, place };
    throw invalidPools(place, 'a line that is not JSON', 'one JSON text in the file, or one on each line');
  });
}

function parsed(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** An answer of the API and an array contain pools; everything else is one, or is rejected later. */
function poolsOf({ value, place }: Placed): Placed[] {
  if (Array.isArray(value)) return value.map((one, index) => ({ value: one, place: `${place}: [${index}]` }));
  if (!isAnswer(value)) return [{ value, place: `${place}: pool` }];
  const { result } = value;
  if (!Array.isArray(result)) {
    throw invalidPools(`${place}: result`, typeOf(result), 'an array of pools: the answer to the list of pools');
  }
  return result.map((one, index) => ({ value: one, place: `${place}: result[${index}]` }));
}

function isAnswer(value: unknown): value is Record<string, unknown> {
  return isPlainObject(value) && ('result' in value || 'success' in value);
}

/** A list without `per_page` contains 25 pools: a migration that is tried on them would say nothing about the others. */
function checkCompleteness(placed: readonly Placed[], file: string): void {
  const answers = placed.map(({ value }) => value).filter(isAnswer);
  const totals = answers.flatMap(({ result_info: info }) =>
    isPlainObject(info) && typeof info.total_count === 'number' ? [info.total_count] : [],
  );
  const found = answers.reduce((sum, { result }) => sum + (Array.isArray(result) ? result.length : 0), 0);
  const total = Math.max(0, ...totals);
  if (found >= total) return;
  throw invalidPools(
    file,
    `${found} of ${printPlural(total, 'pool')}`,
    'all of them; add the other pages (per_page and page), each answer on a line of its own',
  );
}
