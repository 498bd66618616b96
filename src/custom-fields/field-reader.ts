// Exchange + ruleset → what is logged of each configured field. Keeps count of the names that the traffic has, for the
// sake of those that never occur. One pass over the headers; runs for every exchange.
import { isNeverLogged } from './check-names.ts';
import { eachCookie, setCookieName } from './cookies.ts';
import type { CustomFieldLimits } from './limits.ts';
import { NameTable } from './name-table.ts';
import { type LoggedKey, loggedKeyOf, type Ruleset } from './ruleset.ts';
import { type LoggedValue, type Truncation, truncateValues } from './truncate.ts';

/** A header as it stands; order and repetition are kept. */
export type Header = readonly [name: string, value: string];

/** The headers of one exchange. Names in any case; HTTP/2 pseudo headers (`:authority`) are passed over. */
export interface ExchangeHeaders {
  request: readonly Header[];
  response: readonly Header[];
}

/** What one exchange would log. */
export interface LoggedFields extends Truncation {
  /** By field: values beyond the first that are not logged. */
  lost: readonly number[];
}

/** Where names occur: in the headers, the cookies of requests, and the cookies that responses set. */
export type Place = LoggedKey | 'SetCookie';

const COLON = 58;
/** The headers that hold cookies. */
const COOKIE = 'cookie';
const SET_COOKIE = 'set-cookie';

/** Reads exchanges for one ruleset. */
export class FieldReader {
  readonly ruleset: Ruleset;
  readonly limits: CustomFieldLimits;
  /** By place, the names that occurred so far. */
  readonly names: Readonly<Record<Place, NameTable>>;
  /** Whether a pseudo header was passed over. */
  hasPseudoHeaders = false;
  readonly #keepsAll: readonly boolean[];
  #values: LoggedValue[] = [];
  /** Nothing lost, as in most exchanges: never changed. */
  readonly #none: number[];
  #lost: number[];
  #exchange = 0;
  readonly #onCookie = (name: string, value: string): void => {
    this.#take(this.names.Cookies, name, value);
  };

  constructor(ruleset: Ruleset, limits: CustomFieldLimits) {
    this.ruleset = ruleset;
    this.limits = limits;
    this.#none = new Array<number>(ruleset.fields.length).fill(0);
    this.#lost = this.#none;
    this.#keepsAll = ruleset.fields.map(
      ({ preserveDuplicates, array }) =>
        preserveDuplicates && limits.allowsDuplicates && loggedKeyOf(array) === 'ResponseHeaders',
    );
    this.names = {
      RequestHeaders: this.#tableOf('RequestHeaders'),
      ResponseHeaders: this.#tableOf('ResponseHeaders'),
      Cookies: this.#tableOf('Cookies'),
      SetCookie: new NameTable(new Map(), false),
    };
  }

  /** Reads one exchange. */
  read(exchange: ExchangeHeaders): LoggedFields {
    const { length } = this.ruleset.fields;
    this.#values = new Array<LoggedValue>(length).fill(undefined);
    this.#lost = this.#none;
    this.#exchange += 1;
    const { RequestHeaders, ResponseHeaders, SetCookie } = this.names;
    for (const [written, value] of exchange.request) {
      if (written.charCodeAt(0) === COLON) {
        this.hasPseudoHeaders = true;
        continue;
      }
      const name = this.#take(RequestHeaders, written, value);
      if (name === COOKIE) eachCookie(value, this.#onCookie);
    }
    for (const [written, value] of exchange.response) {
      if (written.charCodeAt(0) === COLON) continue;
      const name = this.#take(ResponseHeaders, written, value);
      if (name === SET_COOKIE) this.#take(SetCookie, setCookieName(value), '');
    }
    const { values, sizes, bytes, crossing, cutBytes } = truncateValues(this.#values, this.limits.combinedBytes);
    // Written out: a spread took a tenth of the time of all this.
    return { values, sizes, bytes, crossing, cutBytes, lost: this.#lost };
  }

  /** Takes over the names that another reader of the same ruleset has met. */
  mergeNames(other: FieldReader): void {
    for (const place of Object.keys(this.names) as Place[]) this.names[place].merge(other.names[place]);
    this.hasPseudoHeaders ||= other.hasPseudoHeaders;
  }

  #tableOf(key: LoggedKey): NameTable {
    const configured = new Map<string, number>();
    this.ruleset.fields.forEach((field, index) => {
      if (loggedKeyOf(field.array) !== key || isNeverLogged(field, this.limits)) return;
      configured.set(field.name, index);
    });
    return new NameTable(configured, key !== 'Cookies');
  }

  /** Takes note of a name and of its value. @returns the name, of headers in lower case */
  #take(table: NameTable, written: string, value: string): string | undefined {
    const slot = table.find(written);
    if (slot === undefined) return undefined;
    const { field, name } = slot;
    const isFirst = slot.newest !== this.#exchange;
    if (isFirst) {
      slot.newest = this.#exchange;
      slot.exchanges += 1;
    }
    if (field < 0) return name;
    if (this.#keepsAll[field] === true) {
      this.#values[field] = isFirst ? [value] : [...(this.#values[field] as readonly string[]), value];
    } else if (isFirst) this.#values[field] = value;
    else {
      if (this.#lost === this.#none) this.#lost = [...this.#none];
      this.#lost[field]! += 1;
    }
    return name;
  }
}
