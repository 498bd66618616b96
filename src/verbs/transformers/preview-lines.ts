// Compares answers of the platform's preview with ours. The records leave this machine: only fields that the SQL reads, without secrets.
import {
  Decimal,
  HeadgateError,
  isPlainObject,
  type JsonObject,
  type PlainObject,
  parsePlainJson,
  printJson,
  redactSecrets,
  type Value,
} from '../../base/index.ts';
import type { ManagementApi } from '../../cloud/api/index.ts';
import { readLine } from '../../input/record/index.ts';
import { isCredentialName } from '../../language/custom-fields/index.ts';
import type { Transformer } from '../../language/transformer/index.ts';
import { checkCount } from '../request/check-value.ts';
import type { LogsRequest, ThreadsRequest } from '../request/logs-request.ts';
import { sample } from '../sample/sample.ts';

/** Most records of a comparison: each is a request of the account. Our own limit. */
export const MAX_PREVIEW_LINES = 100;

/** Lines of a source to send to the platform's preview. */
export interface PreviewRequest extends LogsRequest, ThreadsRequest {
  sources: readonly string[];
  /** Number of lines, at least 1. */
  lines: number;
  /** Another seed draws other lines. @default 0 */
  seed?: number | undefined;
  /** Called with the records as they would leave this machine. @returns false to send none */
  confirm: (records: readonly string[]) => Promise<boolean>;
}

/** What one side does with a record. */
export type PreviewAnswer =
  /** None: the record is dropped. */
  | { readonly records: readonly PlainObject[] }
  /** Why the batch of the record would fail. */
  | { readonly failure: string }
  /** Ours only: why it is not known what the platform does. */
  | { readonly undecided: string };

/** A record that was sent. */
export interface PreviewedLine {
  /** JSON, as it was sent. */
  readonly record: string;
  readonly ours: PreviewAnswer;
  readonly platform: PreviewAnswer;
  /** Null: ours is undecided. A null and a missing key of a delivered record count as the same. */
  readonly agrees: boolean | null;
}

/** The comparison of all records. */
export interface PreviewComparison {
  /** Empty if the question was answered with no. */
  readonly lines: readonly PreviewedLine[];
  readonly agreeing: number;
  readonly differing: number;
}

/**
 * Draws lines, and reduces each to what the preview needs. A field that the SQL names and the line lacks is null, as on the platform.
 * @returns JSON of each record
 */
export async function drawPreviewLines(
  request: Omit<PreviewRequest, 'confirm'>,
  transformer: Transformer,
): Promise<string[]> {
  const { lines, ...source } = request;
  checkCount('lines', lines, 1);
  if (lines > MAX_PREVIEW_LINES) {
    throw new HeadgateError(
      'usage',
      `cannot preview ${lines} lines: expected at most ${MAX_PREVIEW_LINES}, because each is a request of the account`,
    );
  }
  const { dataset, namedFields, hasStar } = transformer;
  const drawn = await sample({ ...source, dataset: dataset.name, wanted: lines });
  const records: string[] = [];
  try {
    for (const { line } of drawn.sample) {
      const reading = readLine(line.toString());
      if (!('record' in reading)) continue;
      const { record } = reading;
      const kept = hasStar ? [...new Set([...record.keys(), ...namedFields])] : namedFields;
      records.push(printJson(new Map(kept.map((name) => [name, withoutSecrets(record.get(name) ?? null)]))));
    }
  } finally {
    drawn.sample.close();
  }
  if (records.length > 0) return records;
  throw new HeadgateError(
    'no-records',
    'cannot preview the transformer: found no line that is a JSON record in the source, expected at least one',
  );
}

/** Sends each record once. */
export async function previewLines(
  { api, account }: { api: ManagementApi; account: string },
  transformer: Transformer,
  records: readonly string[],
): Promise<PreviewComparison> {
  const lines: PreviewedLine[] = [];
  for (const record of records) {
    const ours = ourAnswer(transformer, (readLine(record) as { record: JsonObject }).record);
    const platform = await platformAnswer(api, account, transformer.sql, record);
    lines.push({ record, ours, platform, agrees: agree(ours, platform) });
  }
  return {
    lines,
    agreeing: lines.filter(({ agrees }) => agrees === true).length,
    differing: lines.filter(({ agrees }) => agrees === false).length,
  };
}

/** Returns the error of a comparison without an answer: headgate does not know what the platform does with any of the records. */
export function undecidedPreviewError({ lines, agreeing, differing }: PreviewComparison): HeadgateError | undefined {
  if (lines.length === 0 || agreeing + differing > 0) return undefined;
  return new HeadgateError(
    'no-verdict',
    'cannot compare answers of the preview: headgate is undecided on every record; the report has its reasons and the answers of the platform',
  );
}

const MASKED = '…';

/** Masks values of credentials by the names of headers, cookies and parameters. */
function withoutSecrets(value: Value, name = ''): Value {
  if (typeof value === 'string') return isCredentialName(name) ? MASKED : redactSecrets(value);
  if (Array.isArray(value)) return value.map((inner) => withoutSecrets(inner, name));
  if (value instanceof Map) return new Map([...value].map(([key, inner]) => [key, withoutSecrets(inner, key)]));
  return value;
}

function ourAnswer(transformer: Transformer, record: JsonObject): PreviewAnswer {
  const result = transformer.evaluate(record);
  switch (result.outcome) {
    case 'rows':
      return { records: result.rows.map((row) => parsePlainJson(transformer.printRow(row)) as PlainObject) };
    case 'dropped':
      return { records: [] };
    case 'failing':
      return { failure: transformer.reasonOf(result)! };
    case 'undecided':
      return { undecided: transformer.reasonOf(result)! };
  }
}

async function platformAnswer(
  api: ManagementApi,
  account: string,
  sql: string,
  record: string,
): Promise<PreviewAnswer> {
  try {
    return { records: await api.previewTransformer(account, sql, record) };
  } catch (error) {
    // The API rejects a record that it cannot transform.
    if (!(error instanceof HeadgateError) || error.code !== 'api-rejected') throw error;
    return { failure: error.message };
  }
}

function agree(ours: PreviewAnswer, platform: PreviewAnswer): boolean | null {
  if ('undecided' in ours) return null;
  if (!('records' in ours && 'records' in platform)) return 'failure' in ours && 'failure' in platform;
  return isSame(ours.records, platform.records);
}

/** Whether values are equal: keys in any order, null as without the key. Integers are compared exactly, and with a float as floats. */
function isSame(a: unknown, b: unknown): boolean {
  if (typeof a === 'bigint' && typeof b === 'bigint') return a === b;
  const [number, other] = [numberOf(a), numberOf(b)];
  if (number !== undefined || other !== undefined) return number === other;
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((inner, index) => isSame(inner, b[index]));
  if (!isPlainObject(a) || !isPlainObject(b)) return a === b;
  return Object.keys({ ...a, ...b }).every((key) => isSame(a[key] ?? null, b[key] ?? null));
}

function numberOf(value: unknown): number | undefined {
  if (value instanceof Decimal) return Number(value.text);
  return typeof value === 'number' || typeof value === 'bigint' ? Number(value) : undefined;
}
