// Chooses the custom fields for counted traffic: the most useful names that the limits allow, and none that a ruleset should not log, whatever else it
// logs. docs/semantics.md, "Proposed custom fields", has the rules.
import { printCount, printPlural } from '../../../base/index.ts';
import { LOGGED_KEYS, type LoggedKey } from '../../dataset/index.ts';
import { COOKIE } from '../field-reader.ts';
import { type CustomFieldLimits, LIMITS, NEAR_LIMIT_BYTES, NEAR_LIMIT_SHARE } from '../limits.ts';
import { checkNames } from '../ruleset/check-names.ts';
import type { FieldArray } from '../ruleset/ruleset.ts';
import { containsCredential, isCredentialName } from './credential.ts';
import type { FieldProposal, LeftOutName, ProposalNote, ProposedCode, ProposedField } from './field-proposal.ts';
import { isHopByHop, standardFieldOf } from './known-headers.ts';
import { type CountedLine, MAX_NAMES, type NameCounts, type NameFigures, type NameTally } from './name-tally.ts';

/** The array that logs the names of a key in both sets of limits. */
const ARRAYS: Readonly<Record<LoggedKey, FieldArray>> = {
  RequestHeaders: 'request_fields',
  ResponseHeaders: 'response_fields',
  Cookies: 'cookie_fields',
};

type Rejection = Pick<LeftOutName, 'code' | 'reason'>;

/** A header's name that contains more than a name: `authorization: Basic …`. */
const WHOLE_HEADER = /.[\s:=;,"]/s;

/** Most bytes of a line that is not near the limit. The distance is kept because the platform does not document how it counts. */
const MAX_LINE_BYTES = NEAR_LIMIT_BYTES - 1;

/** Share of the lines that may exceed {@link MAX_LINE_BYTES}. Our choice. */
export const OVERSIZE_SHARE = 0.01;

/** What a proposal may contain. */
export interface ProposalOptions {
  limits: CustomFieldLimits;
  /** Whether to propose names and values that look like credentials. */
  includeCredentials: boolean;
  /** Most fields. @default as many as the limits allow */
  max: number | undefined;
}

/** Chooses fields. The result does not depend on the order of the exchanges. */
export function chooseFields(tally: NameTally, options: ProposalOptions): FieldProposal {
  const { exchanges } = tally;
  const names = tally.names();
  const shown = names.filter((counts) => !isHiddenName(counts));
  const leftOut: LeftOutName[] = [];
  const candidates: Candidate[] = [];
  for (const counts of shown) {
    const figures = counts.figures();
    const rejection = rejectName(counts, options.includeCredentials);
    if (rejection !== undefined) leftOut.push({ ...figures, ...rejection });
    else candidates.push({ counts, figures, usefulness: usefulnessOf(figures, exchanges) });
  }
  const chosen = takeInOrder(candidates.sort(mostUsefulFirst), tally.lines(), options);
  const fields = chosen.fields.map(({ figures }) => fieldOf(figures, exchanges, options.limits));
  return {
    limits: options.limits.name,
    limitBytes: options.limits.combinedBytes ?? null,
    exchanges,
    withCookies: tally.withCookies,
    fields,
    leftOut: [...leftOut, ...chosen.leftOut].sort(mostFrequentFirst),
    notes: notesOn(tally, chosen.fields, names.length - shown.length, options),
  };
}

/** A name that a ruleset may log. */
interface Candidate {
  counts: NameCounts;
  figures: NameFigures;
  usefulness: number;
}

/**
 * Returns the share of exchanges with the name × (1 − 1 / number of values), where the absence counts as a value: from 0 (always the same)
 * to almost 1 (always there, always different).
 */
function usefulnessOf({ exchanges, values }: NameFigures, all: number): number {
  const outcomes = values + (exchanges < all ? 1 : 0);
  return (exchanges / all) * (1 - 1 / outcomes);
}

function mostUsefulFirst({ figures: a, usefulness: m }: Candidate, { figures: b, usefulness: n }: Candidate): number {
  return n - m || a.medianBytes - b.medianBytes || byKeyAndName(a, b);
}

function mostFrequentFirst(a: LeftOutName, b: LeftOutName): number {
  return keyIndex(a) - keyIndex(b) || b.exchanges - a.exchanges || byKeyAndName(a, b);
}

function byKeyAndName(a: NameFigures, b: NameFigures): number {
  return keyIndex(a) - keyIndex(b) || (a.name < b.name ? -1 : 1);
}

function keyIndex({ key }: NameFigures): number {
  return LOGGED_KEYS.indexOf(key);
}

/** Takes the candidates in order, each if the limits allow it beside the earlier ones. */
function takeInOrder(
  candidates: readonly Candidate[],
  lines: readonly CountedLine[],
  { limits, max }: ProposalOptions,
): { fields: Candidate[]; leftOut: LeftOutName[] } {
  const sizes = new LineSizes(lines);
  const fields: Candidate[] = [];
  const leftOut: LeftOutName[] = [];
  for (const candidate of candidates) {
    const { counts, figures } = candidate;
    const full = fullReason(fields, figures, limits, max);
    if (full !== undefined) {
      leftOut.push({ ...figures, ...full });
      continue;
    }
    const over = sizes.add(counts.hash);
    if (over === 0) fields.push(candidate);
    else {
      const share = `${(over * 100).toFixed(1)} %`;
      const reason = `with it, ${share} of the lines would exceed ${printCount(MAX_LINE_BYTES)} bytes, ${NEAR_LIMIT_SHARE * 100} % of the limit`;
      leftOut.push({ ...figures, code: 'line-size', reason });
    }
  }
  return { fields, leftOut };
}

function fullReason(
  fields: readonly Candidate[],
  { key }: NameFigures,
  { name, fieldsInAll = Number.POSITIVE_INFINITY, fieldsPerArray = Number.POSITIVE_INFINITY }: CustomFieldLimits,
  max: number = Number.POSITIVE_INFINITY,
): Pick<LeftOutName, 'code' | 'reason'> | undefined {
  const inArray = fields.filter(({ figures }) => figures.key === key).length;
  if (fields.length >= fieldsInAll || inArray >= fieldsPerArray) {
    const most = fields.length >= fieldsInAll ? `${fieldsInAll} fields` : `${fieldsPerArray} fields in one array`;
    return { code: 'too-many', reason: `less useful than the ${most} that the ${name} limits allow` };
  }
  if (fields.length < max) return undefined;
  return { code: 'over-max', reason: `less useful than the ${printPlural(max, 'field')} requested` };
}

/** Predicts the sizes of the lines with the fields chosen so far. */
class LineSizes {
  readonly #lines: readonly CountedLine[];
  readonly #bytes: number[];
  readonly #exchanges: number;

  constructor(lines: readonly CountedLine[]) {
    this.#lines = lines;
    this.#bytes = lines.map(() => 0);
    this.#exchanges = lines.reduce((sum, { exchanges }) => sum + exchanges, 0);
  }

  /** Adds a field unless too many lines become too large. @returns their share; 0 if the field was added */
  add(hash: number): number {
    let over = 0;
    this.#lines.forEach(({ exchanges, sizes }, index) => {
      if (this.#bytes[index]! + (sizes.get(hash) ?? 0) > MAX_LINE_BYTES) over += exchanges;
    });
    if (over > OVERSIZE_SHARE * this.#exchanges) return over / this.#exchanges;
    this.#lines.forEach(({ sizes }, index) => {
      this.#bytes[index]! += sizes.get(hash) ?? 0;
    });
    return 0;
  }
}

function fieldOf(figures: NameFigures, all: number, { allowsDuplicates }: CustomFieldLimits): ProposedField {
  const { key, values, repeated, exchanges } = figures;
  const preserveDuplicates = allowsDuplicates && key === 'ResponseHeaders' && repeated > 0;
  const isConstant = values === 1;
  const code: ProposedCode = !isConstant ? 'varies' : exchanges < all ? 'sometimes' : 'constant';
  const texts = {
    varies: 'its value varies',
    sometimes: 'in some exchanges, always with the same value',
    constant: 'always the same value in this traffic: ranked last',
  };
  const repeats = preserveDuplicates ? '; repeated, so every value is logged' : '';
  return { ...figures, array: ARRAYS[key], preserveDuplicates, code, reason: `${texts[code]}${repeats}` };
}

function notesOn(
  tally: NameTally,
  fields: readonly Candidate[],
  hidden: number,
  { limits }: ProposalOptions,
): ProposalNote[] {
  const notes: ProposalNote[] = [];
  const credentials = fields.filter(({ counts }) => counts.hasCredential || isCredentialName(counts.name));
  if (credentials.length > 0) {
    const message = `${printPlural(credentials.length, 'proposed field')} may contain credentials, which every reader of the logs can use`;
    notes.push({ code: 'credentials', message });
  }
  if (hidden > 0) {
    const message = `${printPlural(hidden, 'name')} left out and not shown: ${hidden === 1 ? 'it' : 'they'} may contain a secret: random characters, a value behind a colon, or a cookie without a value, which may be the value of a cookie without a name`;
    notes.push({ code: 'hidden-names', message });
  }
  for (const key of tally.keysOver()) {
    const message = `more than ${printCount(MAX_NAMES)} names of ${key}: only the shortest are counted`;
    notes.push({ code: 'many-names', message });
  }
  if (tally.longNames > 0) {
    const message = `${printPlural(tally.longNames, 'header or cookie', 'headers and cookies')} not counted: the name is too long`;
    notes.push({ code: 'long-names', message });
  }
  if (limits.arrays.length > LOGGED_KEYS.length) {
    const message =
      'transformed_request_fields and raw_response_fields are never proposed: traffic does not show which headers the rules of the zone change';
    notes.push({ code: 'original-headers', message });
  }
  return notes;
}

/**
 * Returns the reason to leave out a name; undefined if a ruleset may log it.
 * @param includeCredentials whether to accept names and values that look like credentials
 */
function rejectName(counts: NameCounts, includeCredentials: boolean): Rejection | undefined {
  const { key, name } = counts;
  const field = standardFieldOf(key, name);
  if (field !== undefined) return { code: 'standard-field', reason: `the field ${field} contains it` };
  if (key !== 'Cookies' && name.startsWith(':')) {
    return { code: 'pseudo-header', reason: 'a pseudo header of HTTP/2, not a header' };
  }
  if (key === 'RequestHeaders' && LIMITS.current.neverLogged.includes(name)) {
    return { code: 'never-logged', reason: 'the platform does not log this request header' };
  }
  if (key !== 'Cookies' && isHopByHop(name)) return { code: 'hop-by-hop', reason: 'describes a single connection' };
  if (key === 'RequestHeaders' && name === COOKIE) {
    return { code: 'whole-cookie-header', reason: 'contains all cookies, each of which can be a field' };
  }
  const [problem] = checkNames([{ array: ARRAYS[key], name, preserveDuplicates: false, path: '' }]);
  if (problem !== undefined || !name.isWellFormed()) {
    const what = key === 'Cookies' ? 'cookie' : 'header';
    return { code: 'impossible-name', reason: `a rule cannot contain this name of a ${what}` };
  }
  if (!includeCredentials && isCredentialName(name)) {
    return { code: 'credential-name', reason: 'named like a credential' };
  }
  if (!includeCredentials && counts.hasCredential) {
    return { code: 'credential-value', reason: 'a value looks like a credential' };
  }
  if (counts.isAlwaysEmpty) return { code: 'empty', reason: 'always empty' };
  return undefined;
}

/**
 * Whether a name may contain a secret, and must not be printed: it looks like one, it contains a value, or it may be the value of a cookie
 * without a name, which reads as a name without a value.
 */
function isHiddenName({ key, name, isAlwaysEmpty }: NameCounts): boolean {
  if (containsCredential(name)) return true;
  return key === 'Cookies' ? isAlwaysEmpty : WHOLE_HEADER.test(name);
}
