// Prints the next steps after a preview of custom fields: fields that never occur and similar names, values lost to repeated headers,
// fields to remove to make every line fit, and jobs that do not list the keys.
import { enumerate, printBytes, printCount, printPlural } from '../../../base/index.ts';
import type { FieldFigures, SimilarName, TrafficFigures } from '../../../language/custom-fields/index.ts';
import type { FieldsPreview } from '../../../verbs/index.ts';
import { printSentence } from '../sentence.ts';
import { paint, type Style } from '../style.ts';
import { nameOfField } from './fields-table.ts';

/** Maximum names in one sentence; `--format json` contains all. */
const NAMES_SHOWN = 8;

/** Prints the advice; nothing if there is none. */
export function printFieldsAdvice(preview: FieldsPreview, style: Style): string[] {
  const { figures, notes, job, traffic } = preview;
  const sentences = [
    ...(job === null ? [] : [...job.mismatches, ...job.remarks]).map(({ message }) => message),
    ...notes.map(({ message }) => message),
    ...(traffic.exchanges === 0
      ? []
      : [...aboutLimit(figures), ...aboutMissing(figures, notes), ...aboutRepeats(figures)]),
  ];
  if (sentences.length === 0) return [];
  return [paint(style, 'bold', 'What to do next'), ...sentences.flatMap((sentence) => printSentence(sentence, style))];
}

function aboutLimit({ fields, leaveOut, over, near, limitBytes }: TrafficFigures): string[] {
  const sentences: string[] = [];
  if (leaveOut !== null) {
    const names = leaveOut.fields.map((index) => nameOfField(fields[index]!));
    const how = leaveOut.search === 'smallest' ? 'the smallest such set' : 'a smaller set may exist';
    const verb = over === 1 ? 'is' : 'are';
    sentences.push(
      `${printPlural(over, 'line')} ${verb} over ${printCount(limitBytes!)} bytes; every line fits without ${listed(names)} (${how})`,
    );
    sentences.push(...aboutCrossing(fields, leaveOut.fields));
  }
  if (near > 0) {
    const verb = near === 1 ? 'is' : 'are';
    sentences.push(
      `${printPlural(near, 'line')} ${verb} within 10 % of the limit; the platform does not document exactly how it counts bytes`,
    );
  }
  return sentences;
}

/** Describes the field at which most lines are truncated. */
function aboutCrossing(fields: readonly FieldFigures[], leftOut: readonly number[]): string[] {
  const most = fields.reduce((best, field) => (field.crossing > best.crossing ? field : best));
  const isOnlyOne = leftOut.length === 1 && fields[leftOut[0]!] === most;
  const alone =
    most.enoughAlone === 0 || isOnlyOne ? '' : `; without it alone, ${printPlural(most.enoughAlone, 'line')} would fit`;
  const after = fields.some(({ emptied }) => emptied > 0) ? ', and the fields after it are emptied' : '';
  return [`${nameOfField(most)} is truncated in ${printPlural(most.crossing, 'line')}${after}${alone}`];
}

function aboutMissing({ fields }: TrafficFigures, notes: FieldsPreview['notes']): string[] {
  const hasNoCookies = notes.some(({ code }) => code === 'no-cookie-header');
  const never = fields.filter(({ lines, neverLogged }) => lines === 0 && !neverLogged);
  const missed = never.filter(({ nearMiss }) => nearMiss !== undefined);
  const sometimes = fields.filter(({ lines, nearMiss }) => lines > 0 && nearMiss !== undefined);
  // If the traffic contains no cookies, a missing cookie means nothing.
  const rest = never.filter(({ nearMiss, key }) => nearMiss === undefined && !(hasNoCookies && key === 'Cookies'));
  return [
    ...fields
      .filter(({ neverLogged }) => neverLogged)
      .map((field) => `${nameOfField(field)} is never logged by the platform: remove it`),
    ...missed.map((field) => `${nameOfField(field)} never occurs: ${missText(field, field.nearMiss!)}`),
    ...sometimes.map((field) => {
      const { name, exchanges } = field.nearMiss!;
      return `${nameOfField(field)} is not the cookie ${name}, in ${printPlural(exchanges, 'exchange')}; cookie names are case-sensitive`;
    }),
    ...(rest.length === 0
      ? []
      : [`${listed(rest.map(nameOfField))} never ${rest.length === 1 ? 'occurs' : 'occur'} in this traffic`]),
  ];
}

function missText(field: FieldFigures, { kind, place, name, exchanges }: SimilarName): string {
  const count = printPlural(exchanges, 'exchange');
  switch (kind) {
    case 'other-case':
      return `the cookie ${name} occurs in ${count}; cookie names are case-sensitive`;
    case 'spelling':
      return `did you mean ${name}, in ${count}?`;
    case 'set-only':
      return `responses set the cookie ${name} in ${count}, but no request sends ${name === field.name ? 'it' : 'that'}${
        name === field.name ? '' : '; cookie names are case-sensitive'
      }`;
    case 'pseudo-header':
      return `over HTTP/2 and HTTP/3, clients send ${name} instead, and the HAR file shows that; the edge may still log it`;
    case 'other-place':
      return `${name} is ${PLACE_NAMES[place]} in ${count}`;
  }
}

const PLACE_NAMES: Readonly<Record<SimilarName['place'], string>> = {
  RequestHeaders: 'a request header',
  ResponseHeaders: 'a response header',
  Cookies: 'a cookie',
  SetCookie: 'a cookie set by responses',
};

function aboutRepeats({ fields, limits }: TrafficFigures): string[] {
  return fields
    .filter(({ repeated }) => repeated.values > 0)
    .map((field) => {
      const { lines, values } = field.repeated;
      const fix =
        field.key !== 'ResponseHeaders'
          ? ''
          : limits === 'current'
            ? '; "preserve_duplicates": true logs all'
            : '; only the current limits can log all of them, with "preserve_duplicates": true';
      return `${nameOfField(field)} occurs more than once in ${printPlural(lines, 'exchange')}: the platform logs the first value, and ${printPlural(values, 'value is', 'values are')} lost${fix}`;
    });
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, NAMES_SHOWN);
  const more = names.length - shown.length;
  if (more > 0) return `${shown.join(', ')} and ${printCount(more)} more`;
  return enumerate(shown, 'and');
}

/** Summarizes the totals on one line, for `--format lines`. */
export function summarizeFields({ traffic, figures }: FieldsPreview): string {
  const { over, near, cutBytes } = figures;
  const cut = over === 0 ? 'none truncated' : `${printCount(over)} truncated, ${printBytes(cutBytes)} lost`;
  const close = near === 0 ? '' : `, ${printCount(near)} near the limit`;
  return `${printPlural(traffic.exchanges, 'line')}, ${cut}${close}`;
}
