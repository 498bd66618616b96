// Parses `notification_email`, the recipients of a pool's legacy e-mails. docs/pools.md, "What is migrated".
import { z } from 'zod';
import { lowerCaseAscii } from '../../../base/index.ts';
import { compareText } from './by-name.ts';
import { quoteValue } from './quote-value.ts';

/** The recipients in `notification_email`. */
export interface ParsedRecipients {
  /** In lower case, each once, sorted. */
  readonly emails: readonly string[];
  /** A complete sentence for each part that is not an e-mail address. */
  readonly problems: readonly string[];
}

/** The most problems reported of one field; the others are counted. */
const MAX_PROBLEMS = 5;

/**
 * Parses `notification_email`. Null, a missing value, and text of white space and commas: no recipients.
 * @param field as the API returns it
 */
export function parseRecipients(field: unknown): ParsedRecipients {
  if (field === undefined || field === null) return { emails: [], problems: [] };
  if (typeof field !== 'string') {
    const problem = `notification_email is ${quoteValue(field)}, expected text with e-mail addresses.`;
    return { emails: [], problems: [problem] };
  }
  const emails = new Set<string>();
  const rejected = new Set<string>();
  for (const part of field.split(',').map((one) => one.trim())) {
    if (part === '') continue;
    if (isEmailAddress(part)) emails.add(lowerCaseAscii(part));
    else rejected.add(part);
  }
  return { emails: [...emails].sort(compareText), problems: problemsOf([...rejected].sort(compareText)) };
}

/** The rule that browsers apply to e-mail inputs, and a domain with a dot. */
function isEmailAddress(text: string): boolean {
  return z.regexes.html5Email.test(text) && text.slice(text.indexOf('@')).includes('.');
}

function problemsOf(rejected: readonly string[]): string[] {
  const problems = rejected.slice(0, MAX_PROBLEMS).map((part) => {
    const found = `notification_email contains ${quoteValue(part)}, expected an e-mail address`;
    return `${found}${adviceFor(part)}.`;
  });
  const more = rejected.length - problems.length;
  if (more > 0) problems.push(`notification_email contains ${more} more such ${more === 1 ? 'part' : 'parts'}.`);
  return problems;
}

function adviceFor(part: string): string {
  if (part.includes(';')) return '; separate addresses with commas, not with semicolons';
  if (/[<>"]/.test(part)) return ' without a name, quotation marks and angle brackets';
  if (/\s/.test(part.slice(part.indexOf('@'), part.lastIndexOf('@'))))
    return '; separate addresses with commas, not with spaces';
  return '';
}
