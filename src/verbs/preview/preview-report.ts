// The report of a preview of custom fields, except the figures of src/language/custom-fields: single exchanges and notes. Rows are bounded.
import { printInstant, Smallest } from '../../base/index.ts';
import {
  type JobMismatch,
  type LoggedFields,
  type LoggedGroup,
  loggedGroups,
  loggedKeyOf,
  type Ruleset,
  type RulesetProblem,
  type TrafficFigures,
} from '../../language/custom-fields/index.ts';
import type { LoggedKey } from '../../language/dataset/index.ts';
import type { Exchange } from '../../sandbox/traffic/index.ts';
import type { TrafficReading } from '../traffic/read-traffic.ts';
import {
  noCookieHeaderNote,
  nothingSentNote,
  type TrafficProblems,
  type TrafficTotal,
} from '../traffic/traffic-total.ts';

/** One exchange and the values that it would log. */
export interface PreviewRow {
  object: string;
  /** Index of the entry, from 0. */
  index: number;
  offset: number;
  time: string | null;
  method: string;
  url: string;
  status: number;
  /** UTF-8 bytes of all values before truncation. */
  bytes: number;
  cutBytes: number;
  /** The field whose value crosses the limit; null: none. */
  cutAt: { key: LoggedKey; name: string } | null;
  /** The custom fields of the line, in its order. */
  logged: LoggedGroup[];
}

/** A note on the whole traffic. */
export interface PreviewNote {
  code: 'one-form' | 'no-cookie-header' | 'nothing-sent' | 'untold-fields' | 'hosts' | 'not-applied' | 'no-single-job';
  message: string;
}

/** The result of `fields preview`. */
export interface FieldsPreview extends TrafficProblems {
  version: 1;
  partial: boolean;
  traffic: TrafficTotal;
  figures: TrafficFigures;
  notes: PreviewNote[];
  /** Warnings on the ruleset, such as a disabled rule or a header that is never logged. */
  rulesetWarnings: RulesetProblem[];
  /** Null without `--job`. `remarks`: mismatches of other datasets' jobs in a file with a job that can log custom fields. */
  job: { names: string[]; mismatches: JobMismatch[]; remarks: JobMismatch[] } | null;
  /** Bounded; exchanges with the most bytes first, ties in the order of the traffic. */
  rows: PreviewRow[];
}

/** Selects the exchanges with the most bytes; ties by file and index. */
export class RowList {
  readonly #ruleset: Ruleset;
  readonly #rows: Smallest<{ bytes: number; file: number; row: PreviewRow | { index: number } }>;
  readonly #limit: number;

  constructor(limit: number, ruleset: Ruleset) {
    this.#limit = limit;
    this.#ruleset = ruleset;
    this.#rows = new Smallest(limit, (a, b) => b.bytes - a.bytes || a.file - b.file || a.row.index - b.row.index);
  }

  add(
    place: { object: string; file: number; index: number; offset: number },
    exchange: Exchange,
    logged: LoggedFields,
  ): void {
    const { file, index, object, offset } = place;
    const { bytes } = logged;
    if (this.#limit === 0 || !this.#rows.wants({ bytes, file, row: { index } })) return;
    const { timestamp, request, response } = exchange;
    const field = this.#ruleset.fields[logged.crossing];
    const row: PreviewRow = {
      object,
      index,
      offset,
      time: timestamp === undefined ? null : printInstant(timestamp),
      method: request.method,
      url: request.url,
      status: response.status,
      bytes,
      cutBytes: logged.cutBytes,
      cutAt: field === undefined ? null : { key: loggedKeyOf(field.array), name: field.name },
      logged: loggedGroups(this.#ruleset, logged),
    };
    this.#rows.add({ bytes, file, row });
  }

  toArray(): PreviewRow[] {
    return this.#rows.toArray().map(({ row }) => row as PreviewRow);
  }
}

/** Returns the notes on the whole traffic. */
export function notesOn(
  figures: TrafficFigures,
  { forms, traffic }: Pick<TrafficReading, 'forms' | 'traffic'>,
): PreviewNote[] {
  const notes: PreviewNote[] = [];
  const has = (test: (field: TrafficFigures['fields'][number]) => boolean): boolean => figures.fields.some(test);
  if (has(({ array }) => array === 'transformed_request_fields' || array === 'raw_response_fields')) {
    const message =
      'transformed_request_fields logs headers after the rules of the edge, raw_response_fields before them; traffic saved by a client shows requests before and responses after the rules, so these figures are right only if no rule changes the header';
    notes.push({ code: 'one-form', message });
  }
  const noCookies = noCookieHeaderNote(traffic, forms, figures.withCookies);
  if (noCookies !== undefined && has(({ key }) => key === 'Cookies')) {
    notes.push({ code: 'no-cookie-header', message: `${noCookies}; the figures for cookies are unknown` });
  }
  const message = nothingSentNote(traffic);
  if (message !== undefined) notes.push({ code: 'nothing-sent', message });
  return notes;
}
