// What a preview of custom fields says, beside the figures of src/custom-fields: the traffic read, some exchanges one by
// one, remarks, problems. Everything kept is bounded.
import { printCount, printInstant, Smallest } from '../../base/index.ts';
import {
  type FieldsFigures,
  type JobMismatch,
  type LoggedFields,
  type LoggedGroup,
  type LoggedKey,
  loggedGroups,
  loggedKeyOf,
  type Ruleset,
  type RulesetProblem,
} from '../../custom-fields/index.ts';
import type { Exchange, PassedOver, TrafficForm } from '../../traffic/index.ts';

/** Problems kept of each code; DESIGN 5. */
const PROBLEMS_KEPT = 20;

/** The traffic that was read. */
export interface TrafficTotal {
  files: number;
  /** As stored. */
  bytes: number;
  exchanges: number;
  /** Entries that never reached the edge, and those that are of none of the wanted hosts. */
  passedOver: Record<PassedOver | 'other-host', number>;
  /** Entries and lines that are no exchange. */
  broken: number;
  /** Files of which a part is lost, or all. */
  damaged: number;
  unreadable: number;
  /** Each of the damaged and unreadable files, in the order of the traffic, with the first thing wrong. Not bounded. */
  lost: PreviewProblem[];
}

/** One exchange with what it would log. */
export interface PreviewRow {
  object: string;
  /** Of the entry, from 0. */
  index: number;
  offset: number;
  time: string | null;
  method: string;
  url: string;
  status: number;
  /** UTF-8 bytes of all values, before anything is cut. */
  bytes: number;
  cutBytes: number;
  /** The field whose value crosses the limit; null: none. */
  cutAt: { key: LoggedKey; name: string } | null;
  /** As they would stand in the line, in its order. */
  logged: LoggedGroup[];
}

/** A problem in the data. */
export interface PreviewProblem {
  code: string;
  object: string;
  offset: number;
  message: string;
}

/** A remark on the whole. */
export interface PreviewNote {
  code: 'one-form' | 'no-cookie-header' | 'nothing-sent' | 'untold-fields' | 'hosts' | 'not-applied' | 'no-single-job';
  message: string;
}

/** The answer to `fields preview`. */
export interface FieldsPreview {
  version: 1;
  partial: boolean;
  traffic: TrafficTotal;
  figures: FieldsFigures;
  notes: PreviewNote[];
  /** Of the ruleset, which may be used all the same: a rule that is switched off, a header that is never logged. */
  rulesetWarnings: RulesetProblem[];
  /** Null without `--job`. `remarks`: on jobs of other datasets beside fitting ones. */
  job: { names: string[]; mismatches: JobMismatch[]; remarks: JobMismatch[] } | null;
  /** Bounded; those with the most bytes first, else in the order of the traffic. */
  rows: PreviewRow[];
  problemCounts: Record<string, number>;
  /** The first {@link PROBLEMS_KEPT} of each code by file and offset. */
  problems: PreviewProblem[];
}

/** No traffic yet. */
export function emptyTotal(): TrafficTotal & { forms: Set<TrafficForm> } {
  const passedOver = { 'from-cache': 0, 'no-response': 0, 'not-http': 0, 'other-host': 0 };
  return {
    files: 0,
    bytes: 0,
    exchanges: 0,
    passedOver,
    broken: 0,
    damaged: 0,
    unreadable: 0,
    lost: [],
    forms: new Set(),
  };
}

/** The exchanges shown: those with the most bytes, then by file and place. */
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
      ...{ object, index, offset },
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

/** Problems by code, the first ones of each kept. */
export class ProblemList {
  readonly #byCode = new Map<string, { count: number; kept: Smallest<{ file: number; problem: PreviewProblem }> }>();

  add(file: number, problem: PreviewProblem): void {
    const found = this.#byCode.get(problem.code) ?? {
      count: 0,
      kept: new Smallest(PROBLEMS_KEPT, (a, b) => a.file - b.file || a.problem.offset - b.problem.offset),
    };
    this.#byCode.set(problem.code, found);
    found.count += 1;
    found.kept.add({ file, problem });
  }

  toReport(): Pick<FieldsPreview, 'problemCounts' | 'problems'> {
    const codes = [...this.#byCode].sort(([a], [b]) => (a < b ? -1 : 1));
    return {
      problemCounts: Object.fromEntries(codes.map(([code, { count }]) => [code, count])),
      problems: codes.flatMap(([, { kept }]) => kept.toArray().map(({ problem }) => problem)),
    };
  }
}

/** What should be said about the traffic as a whole. */
export function notesOn(
  figures: FieldsFigures,
  { forms, exchanges, passedOver }: ReturnType<typeof emptyTotal>,
): PreviewNote[] {
  const notes: PreviewNote[] = [];
  const has = (test: (field: FieldsFigures['fields'][number]) => boolean): boolean => figures.fields.some(test);
  if (has(({ array }) => array === 'transformed_request_fields' || array === 'raw_response_fields')) {
    const message =
      'transformed_request_fields and raw_response_fields stand for headers as the edge sees them behind its rules or before them; traffic saved by a client shows requests before and responses behind, so these figures hold only where no rule changes the header';
    notes.push({ code: 'one-form', message });
  }
  if (exchanges > 0 && figures.withCookies === 0 && has(({ key }) => key === 'Cookies')) {
    const har = forms.has('har') ? ': browsers leave it out of a HAR file unless it is saved with sensitive data' : '';
    notes.push({
      code: 'no-cookie-header',
      message: `no request has a Cookie header${har}; nothing can be said of cookies`,
    });
  }
  const { 'other-host': others, ...unsent } = passedOver;
  const kept = Object.values(unsent).reduce((sum, count) => sum + count, 0);
  if (exchanges + others === 0 && kept > 0) {
    const none = kept === 1 ? 'the only entry did not reach' : `none of ${printCount(kept)} entries reached`;
    const message = `${none} the edge; reload with the browser's cache switched off, then save again`;
    notes.push({ code: 'nothing-sent', message });
  }
  return notes;
}
