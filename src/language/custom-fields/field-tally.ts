// Counts the custom fields of exchanges, in bounded memory.
import type { Count } from '../../base/index.ts';
import type { LoggedKey } from '../dataset/index.ts';
import { type ExchangeHeaders, FieldReader, type LoggedFields } from './field-reader.ts';
import { findFieldsToRemove } from './fields-to-remove.ts';
import { type CustomFieldLimits, type LimitsName, NEAR_LIMIT_BYTES } from './limits.ts';
import { OversizeLines } from './oversize-lines.ts';
import { isNeverLogged } from './ruleset/check-names.ts';
import { type ConfiguredField, type FieldArray, loggedKeyOf, type Ruleset } from './ruleset/ruleset.ts';
import { otherCaseOf, type SeenNames, type SimilarName, seenNames, similarNameOf } from './similar-name.ts';
import { sizeOf } from './truncate.ts';

/** One configured field over all exchanges. */
export interface FieldFigures {
  key: LoggedKey;
  array: FieldArray;
  name: string;
  /** Exchanges that contain it. */
  lines: Count;
  /** Exchanges that contain it with an empty value. */
  empty: Count;
  /** UTF-8 bytes of its values before truncation. */
  bytes: Count;
  /** Lines in which its value crosses the limit: the platform truncates it and empties every later value. */
  crossing: Count;
  /** Lines in which truncation removes its whole value. */
  emptied: Count;
  /** Bytes of its values that truncation removes. */
  cutBytes: Count;
  /** Lines over the limit that would fit if only this field were removed. */
  enoughAlone: Count;
  /** Exchanges that repeat it, and the repeated values that are not logged. */
  repeated: { lines: Count; values: Count };
  /** The platform never logs it. */
  neverLogged: boolean;
  /** For a field that never occurs, the name that may be meant. For a cookie that occurs, the same name in another case. */
  nearMiss?: SimilarName;
}

/** The figures of all exchanges. Bytes are those of values, as they count towards the limit. */
export interface TrafficFigures {
  limits: LimitsName;
  /** UTF-8 bytes that the values of a line may have; null: no limit. */
  limitBytes: Count | null;
  exchanges: Count;
  /** Exchanges that log at least one field. */
  lines: Count;
  bytes: Count;
  /** Bytes of the largest line. */
  largestBytes: Count;
  /** Lines over the limit. */
  over: Count;
  /** Lines within 10 % below the limit. */
  near: Count;
  cutBytes: Count;
  /** Exchanges whose request has a Cookie header. */
  withCookies: Count;
  fields: FieldFigures[];
  /** Fields without which every line fits, as indices of `fields`; see `FieldsToRemove`. Null if no line is over the limit. */
  leaveOut: { fields: readonly number[]; search: 'smallest' | 'greedy' | 'bounded' } | null;
}

/** Counts of one field. */
type FieldCounts = Pick<
  FieldFigures,
  'lines' | 'empty' | 'bytes' | 'crossing' | 'emptied' | 'cutBytes' | 'enoughAlone' | 'repeated'
>;

/** Counts of all lines. */
type LineCounts = Pick<TrafficFigures, 'exchanges' | 'lines' | 'bytes' | 'over' | 'near' | 'cutBytes'>;

/** Counts exchanges with one ruleset. */
export class FieldTally {
  readonly #reader: FieldReader;
  readonly #fields: readonly FieldCounts[];
  readonly #total: LineCounts = { exchanges: 0, lines: 0, bytes: 0, over: 0, near: 0, cutBytes: 0 };
  readonly #overLines = new OversizeLines();
  #largest = 0;

  constructor(ruleset: Ruleset, limits: CustomFieldLimits) {
    this.#reader = new FieldReader(ruleset, limits);
    this.#fields = ruleset.fields.map(() => ({
      lines: 0,
      empty: 0,
      bytes: 0,
      crossing: 0,
      emptied: 0,
      cutBytes: 0,
      enoughAlone: 0,
      repeated: { lines: 0, values: 0 },
    }));
  }

  /** Reads and counts one exchange. @returns the values that it logs */
  add(exchange: ExchangeHeaders): LoggedFields {
    const logged = this.#reader.read(exchange);
    const { values, sizes, bytes, unlogged } = logged;
    let isAny = false;
    for (let i = 0; i < sizes.length; i += 1) {
      if (values[i] === undefined) continue;
      isAny = true;
      const counts = this.#fields[i]!;
      counts.lines += 1;
      counts.bytes += sizes[i]!;
      if (sizes[i] === 0) counts.empty += 1;
      if (unlogged[i] === 0) continue;
      counts.repeated.lines += 1;
      counts.repeated.values += unlogged[i]!;
    }
    const total = this.#total;
    total.exchanges += 1;
    if (isAny) total.lines += 1;
    total.bytes += bytes;
    if (bytes > this.#largest) this.#largest = bytes;
    if (logged.crossing >= 0) this.#addOver(logged);
    else if (this.#reader.limits.combinedBytes !== undefined && bytes >= NEAR_LIMIT_BYTES) total.near += 1;
    return logged;
  }

  /** Returns the figures so far. */
  figures(): TrafficFigures {
    const { limits, ruleset, names } = this.#reader;
    const seen = seenNames(this.#reader);
    const limit = limits.combinedBytes;
    const leaveOut =
      limit === undefined || this.#total.over === 0
        ? null
        : findFieldsToRemove(
            this.#overLines.sizes(),
            limit,
            this.#fields.map(({ bytes }) => bytes),
          );
    return {
      limits: limits.name,
      limitBytes: limit ?? null,
      ...this.#total,
      largestBytes: this.#largest,
      withCookies: names.RequestHeaders.seen().find(({ name }) => name === 'cookie')?.exchanges ?? 0,
      fields: ruleset.fields.map((field, index) => this.#figuresOf(field, this.#fields[index]!, seen)),
      leaveOut,
    };
  }

  #figuresOf(field: ConfiguredField, counts: FieldCounts, seen: SeenNames): FieldFigures {
    const neverLogged = isNeverLogged(field, this.#reader.limits);
    const figures = { key: loggedKeyOf(field.array), array: field.array, name: field.name, ...counts, neverLogged };
    if (neverLogged) return figures;
    const nearMiss =
      counts.lines > 0 ? otherCaseOf(field, this.#reader) : similarNameOf(field, seen, this.#reader.hasPseudoHeaders);
    return nearMiss === undefined ? figures : { ...figures, nearMiss };
  }

  #addOver({ values, sizes, bytes, crossing, cutBytes }: LoggedFields): void {
    const limit = this.#reader.limits.combinedBytes!;
    this.#total.over += 1;
    this.#total.cutBytes += cutBytes;
    this.#overLines.add(sizes);
    this.#fields[crossing]!.crossing += 1;
    for (let i = 0; i < sizes.length; i += 1) {
      const size = sizes[i]!;
      const counts = this.#fields[i]!;
      if (bytes - size <= limit) counts.enoughAlone += 1;
      if (i < crossing || size === 0) continue;
      const left = sizeOf(values[i]);
      if (left === 0) counts.emptied += 1;
      counts.cutBytes += size - left;
    }
  }
}
