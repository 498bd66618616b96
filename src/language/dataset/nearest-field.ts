// "Did you mean" for fields: a name with few wrong letters, else one with the same parts. People leave out parts of long names
// (`WAFScore` for `WAFAttackScore`), which are many letters. Does not search other datasets.
import { editsBetween, HeadgateError, nearest } from '../../base/index.ts';
import { MAX_COMPARED_LENGTH } from './catalog.ts';
import type { Dataset, Field } from './field.ts';
import { shownFields } from './shown-fields.ts';

/** The parts of a name: `WAFAttackScore` is `waf`, `attack`, `score`. Digits belong to the part before them. */
const PARTS = /[A-Z]{2,}i?(?![a-z])\d*|[A-Z]?[a-z]+\d*|[A-Z]\d*|\d+/g;
/** A name with at most this many wrong letters is a misspelling. */
const FEW_EDITS = 2;
/** Shorter parts have to be equal. Letters. */
const MIN_COMPARED_PART = 3;
/** From this length on, a part may have {@link FEW_EDITS} wrong letters, below it one. Letters. */
const LONG_PART = 5;
/** What a part costs that is not equal. The cost of a part that is left out is at least 1. Chosen by headgate. */
const UNEQUAL_COST = 2;

const byLowerCase = new WeakMap<Dataset, ReadonlyMap<string, Field>>();

/** Returns the field whose name differs from `key` in letter case only; undefined if there is none, or `key` is a field itself. */
export function fieldInOtherCase(dataset: Dataset, key: string): Field | undefined {
  if (dataset.fields.has(key)) return undefined;
  let fields = byLowerCase.get(dataset);
  if (fields === undefined) {
    fields = new Map([...dataset.fields].map(([name, field]) => [name.toLowerCase(), field]));
    byLowerCase.set(dataset, fields);
  }
  return fields.get(key.toLowerCase());
}

/** Returns the current field that a wrong name most likely means; undefined for a name that is too long, or resembles none. */
export function nearestField(written: string, dataset: Dataset): string | undefined {
  if (written.length > MAX_COMPARED_LENGTH) return undefined;
  const names = [...dataset.fields.values()].filter(({ removed }) => removed === undefined).map(({ name }) => name);
  const byLetters = nearest(written, names);
  if (byLetters !== undefined && editsBetween(written, byLetters) <= FEW_EDITS) return byLetters;
  return byParts(written, names, new Set(Object.values(shownFields(dataset, [])).flat())) ?? byLetters;
}

/** Checks names that a user gave. @param action as in `cannot mask` @throws HeadgateError `unknown-field` for one that the dataset does not have */
export function checkFieldNames(names: readonly string[], dataset: Dataset, action: string): void {
  const unknown = names.find((name) => !dataset.fields.has(name));
  if (unknown === undefined) return;
  const near = nearestField(unknown, dataset);
  throw new HeadgateError(
    'unknown-field',
    `cannot ${action} ${unknown}: found no such field in ${dataset.name}, expected names of its fields; ${near === undefined ? `headgate fields list ${dataset.name} lists them` : `did you mean ${near}?`}`,
  );
}

/**
 * Returns the name that has all parts of another and, beside them, the fewest and most frequent ones: these say least.
 * @param important names that cost half
 */
function byParts(written: string, names: readonly string[], important: ReadonlySet<string>): string | undefined {
  const wanted = partsOf(written);
  const known = names.map((name) => ({ name, parts: partsOf(name) }));
  const frequency = new Map<string, number>();
  for (const part of known.flatMap(({ parts }) => [...new Set(parts)])) {
    frequency.set(part, (frequency.get(part) ?? 0) + 1);
  }
  const costOf = (part: string): number =>
    wanted.includes(part) ? 1 : 1 + Math.log(names.length / frequency.get(part)!);
  const [best] = known
    .flatMap(({ name, parts }) => {
      const match = matchParts(wanted, parts);
      if (match === undefined) return [];
      const cost = match.rest.reduce((sum, part) => sum + costOf(part), match.unequal * UNEQUAL_COST);
      return [{ name, cost: important.has(name) ? cost / 2 : cost }];
    })
    .sort((a, b) => a.cost - b.cost);
  return best?.name;
}

/** Finds each wanted part. @returns the parts that are left, and how many are not equal; undefined if a part is missing */
function matchParts(
  wanted: readonly string[],
  parts: readonly string[],
): { rest: string[]; unequal: number } | undefined {
  const rest = [...parts];
  // Many names contain a part like any short word.
  const isAlone = wanted.length === 1;
  let unequal = 0;
  for (const part of wanted) {
    const found = rest.includes(part)
      ? part
      : rest.find((one) => isCut(part, one) || (!isAlone && isMisspelled(part, one)));
    if (found === undefined) return undefined;
    if (found !== part) unequal += 1;
    rest.splice(rest.indexOf(found), 1);
  }
  return wanted.length === 0 ? undefined : { rest, unequal };
}

/** Whether a part is cut off (`Resp`), or the end of joined abbreviations (`XSS` of `WAFXSS`). */
function isCut(part: string, whole: string): boolean {
  return part.length >= MIN_COMPARED_PART && (whole.startsWith(part) || whole.endsWith(part));
}

/** Whether a part differs in few letters after its first one. */
function isMisspelled(part: string, whole: string): boolean {
  if (part.length < MIN_COMPARED_PART || part[0] !== whole[0]) return false;
  return editsBetween(part, whole) <= (part.length < LONG_PART ? 1 : FEW_EDITS);
}

function partsOf(name: string): string[] {
  return (name.match(PARTS) ?? []).map((part) => part.toLowerCase());
}
