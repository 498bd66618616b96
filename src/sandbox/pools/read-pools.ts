// Reads the pools for a new account: an array, or a file with what the API returned. Never changes anything.
import { readFileSync } from 'node:fs';
import { HeadgateError, isPlainObject, JsonSyntaxError, parseJson, printPlural, readReason } from '../../base/index.ts';
import { STANDARD_INPUT } from '../standard-input.ts';
import { checkPools, type GivenPool, invalidPools, typeOf } from './check-pools.ts';

/** Pools, or a file that contains them; `-` is standard input. */
export type SandboxPools = readonly object[] | { readonly file: string };

const INPUT_NAME = 'standard input';

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
export async function readPools(pools: SandboxPools): Promise<readonly GivenPool[]> {
  if (!('file' in pools)) return checkPools(pools, (index) => `pools[${index}]`);
  const file = pools.file === STANDARD_INPUT ? INPUT_NAME : pools.file;
  const bytes = pools.file === STANDARD_INPUT ? await readInput() : readFile(file);
  const placed = readTexts(textOf(bytes, file), file);
  checkCompleteness(placed, file);
  const found = placed.flatMap(poolsOf);
  return checkPools(
    found.map(({ value }) => value),
    (index) => found[index]!.place,
  );
}

function readFile(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw unreadable(file, readReason(error));
  }
}

async function readInput(): Promise<Buffer> {
  if (process.stdin.isTTY)
    throw unreadable(INPUT_NAME, 'standard input is a terminal; pass a file or the output of a program');
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function unreadable(file: string, reason: string): HeadgateError {
  return new HeadgateError('pools-unreadable', `cannot read the pools ${file}: ${reason}`);
}

function textOf(bytes: Buffer, file: string): string {
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
  const lines = text.split('\n').map((line, index) => ({ line, number: index + 1 }));
  const filled = lines.filter(({ line }) => line.trim() !== '');
  if (filled.length === 0) throw invalidPools(file, 'an empty file', 'pools as the API returns them');
  // The first line of one text over several lines is only a part of it.
  if (parsed(filled[0]!.line) === undefined) throw notJson(text, file, 1);
  return filled.map(({ line, number }) => {
    const value = parsed(line);
    if (value !== undefined) return { value: value.value, place: `${file}, line ${number}` };
    throw notJson(line, file, number);
  });
}

/** @param firstLine number of the first line of the text */
function notJson(text: string, file: string, firstLine: number): HeadgateError {
  const expected = 'one JSON text in the file, or one on each line';
  try {
    parseJson(text);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    const place = `${file}, line ${firstLine + error.line - 1}, column ${error.column}`;
    return invalidPools(place, error.found, `${error.wanted}: ${expected}`);
  }
  return invalidPools(`${file}, line ${firstLine}`, 'text that is not JSON', expected);
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
  const { result, success, errors } = value;
  if (success === false) {
    const [first] = Array.isArray(errors) ? errors : [];
    const error = isPlainObject(first) ? ` (${first.code} ${JSON.stringify(first.message)})` : '';
    throw invalidPools(place, `an answer without success${error}`, 'the answer to the list of pools');
  }
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
