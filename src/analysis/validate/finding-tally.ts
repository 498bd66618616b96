// Findings by rule: how many, the first places, the fields concerned. Tallies merge; the result does not depend on the order of
// objects or lines.
import { Smallest } from '../../base/index.ts';
import { type DetailCounts, DetailTally } from './detail-tally.ts';
import { RULE_CODES, type RuleCode } from './rules.ts';

/** Maximum number of places kept of each rule, the first ones by object and offset. */
export const PLACES_PER_RULE = 20;

/** Where something was found. */
export interface Place {
  object: string;
  /** Byte offset in the inflated object. */
  offset: number;
  /** Description of the finding; empty if the rule itself is sufficient. */
  message: string;
}

/** The findings of one rule. */
export interface RuleCount {
  code: RuleCode;
  /** Lines, objects or other things that violate the rule: each counts once, however many of its fields do. */
  count: number;
  places: Place[];
  details: DetailCounts;
}

interface Entry {
  count: number;
  places: Smallest<Place>;
  details: DetailTally;
}

/** Findings by rule. */
export class FindingTally {
  readonly #byCode = new Map<RuleCode, Entry>();

  /** Adds one finding. @param details names that it is about, each of which counts once @param message called only for a kept place */
  add(code: RuleCode, object: string, offset: number, message: () => string, details: readonly string[] = []): void {
    const entry = this.#entry(code);
    entry.count += 1;
    for (const name of details) entry.details.add(name);
    const place = { object, offset, message: '' };
    if (!entry.places.wants(place)) return;
    place.message = message();
    entry.places.add(place);
  }

  /** Counts findings without a place. @param detail name that each of them is about */
  count(code: RuleCode, count: number, detail?: string): void {
    if (count === 0) return;
    const entry = this.#entry(code);
    entry.count += count;
    if (detail !== undefined) entry.details.add(detail, count);
  }

  merge(counts: readonly RuleCount[]): void {
    for (const { code, count, places, details } of counts) {
      const entry = this.#entry(code);
      entry.count += count;
      for (const place of places) entry.places.add(place);
      entry.details.merge(details);
    }
  }

  /** By rule, in the order of the rules. */
  toCounts(): RuleCount[] {
    return RULE_CODES.filter((code) => this.#byCode.has(code)).map((code) => {
      const { count, places, details } = this.#byCode.get(code)!;
      return { code, count, places: places.toArray(), details: details.toCounts() };
    });
  }

  #entry(code: RuleCode): Entry {
    let entry = this.#byCode.get(code);
    if (entry === undefined) {
      entry = { count: 0, places: new Smallest(PLACES_PER_RULE, inOrder), details: new DetailTally() };
      this.#byCode.set(code, entry);
    }
    return entry;
  }
}

/** Orders by object, then offset, then message, so that the order is total. */
export function inOrder(a: Place, b: Place): number {
  if (a.object !== b.object) return a.object < b.object ? -1 : 1;
  return a.offset - b.offset || (a.message < b.message ? -1 : a.message > b.message ? 1 : 0);
}
