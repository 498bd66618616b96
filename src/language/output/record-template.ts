// Parses record_template, the subset of Go's text/template that the platform supports: fields, constants, comments and
// text. Rejects everything else with its position. docs/platform.md, "Output options", and
// https://developers.cloudflare.com/logs/logpush/logpush-job/log-output-options/.
import { cutText, HeadgateError } from '../../base/index.ts';
import { matchAt, readGoString } from './go-string.ts';

/** A part of a record: literal bytes, or the value of a field. */
export type TemplatePart = { kind: 'text'; bytes: Buffer } | { kind: 'field'; name: string };

const OPEN = '{{';
const CLOSE = '}}';
const COMMENT = /\{\{\/\*[\s\S]*?\*\/\}\}/y;
const FIELD = /\.([\p{L}_][\p{L}\p{Nd}_]*)/uy;
const SPACE = /[ \t\r\n]*/y;
/** Longest quotation of a template in a message. Characters. */
const MAX_QUOTED = 40;
const KINDS = 'expected {{ .Field }}, {{ "constant" }}, {{ `constant` }} or {{/* comment */}}';

/**
 * Parses a template.
 * @throws HeadgateError `template-invalid` (kind `negative`), with the first error, its position and the fix
 */
export function parseTemplate(template: string): TemplatePart[] {
  const parts: TemplatePart[] = [];
  let at = 0;
  while (at < template.length) {
    const open = template.indexOf(OPEN, at);
    const text = template.slice(at, open < 0 ? undefined : open);
    if (text !== '') parts.push({ kind: 'text', bytes: Buffer.from(text) });
    if (open < 0) break;
    const comment = matchAt(COMMENT, template, open);
    if (comment !== undefined) {
      at = open + comment[0].length;
      continue;
    }
    const inner = open + OPEN.length + spaceAt(template, open + OPEN.length);
    const { part, end } = readToken(template, inner, open);
    const close = end + spaceAt(template, end);
    if (!template.startsWith(CLOSE, close)) throw notClosed(template, open, end, close);
    parts.push(part);
    at = close + CLOSE.length;
  }
  return parts;
}

/** Returns the fields that a template writes, each once, in their order. */
export function templateFields(parts: readonly TemplatePart[]): string[] {
  return [...new Set(parts.flatMap((part) => (part.kind === 'field' ? [part.name] : [])))];
}

function readToken(template: string, at: number, open: number): { part: TemplatePart; end: number } {
  const field = matchAt(FIELD, template, at);
  if (field !== undefined) return { part: { kind: 'field', name: field[1]! }, end: at + field[0].length };
  const text = readGoString(template, at);
  if (text.kind === 'none') throw notAToken(template, at, open);
  if (text.kind === 'bad') throw rejection(template, text.at, text.found, text.expected);
  return { part: { kind: 'text', bytes: text.bytes }, end: text.end };
}

/** Returns the error for an action that begins with no valid token. */
function notAToken(template: string, at: number, open: number): HeadgateError {
  const rest = template.slice(at);
  const reject = (found: string, expected = KINDS): HeadgateError => rejection(template, open, found, expected);
  if (template[open + OPEN.length] === '-') {
    return reject('a trim marker', `${KINDS}; remove the - and the whitespace that it trims`);
  }
  if (rest.startsWith('/*')) {
    return reject('a comment that is unterminated or has spaces around it', 'expected {{/* comment */}}');
  }
  if (rest.startsWith(CLOSE)) return reject('an empty action');
  if (rest.startsWith('.')) return reject('a dot without a field name', 'expected {{ .Field }}');
  const word = /^[\p{L}_$][\p{L}\p{Nd}_.]*/u.exec(rest)?.[0];
  if (word === undefined) return reject(quote(template, open));
  const fix = `the platform supports no functions, conditions, loops or variables; to write the field use {{ .${word.replace(/^\$?\.?/, '')} }}`;
  return reject(quote(template, open), `${KINDS}; ${fix}`);
}

/** Returns the error for an action that does not end after its token. */
function notClosed(template: string, open: number, tokenEnd: number, at: number): HeadgateError {
  const rest = template.slice(at);
  if (rest === '') {
    return rejection(template, open, `${quote(template, open)}, which is unterminated`, 'expected }} after it');
  }
  const reject = (found: string, fix: string): HeadgateError => rejection(template, at, found, `expected }}; ${fix}`);
  if (rest.startsWith('-')) return reject('a trim marker', 'remove the - and the whitespace that it trims');
  if (rest.startsWith('.') && at === tokenEnd) {
    const fix = 'a template cannot select a part of a field; write {{ .Field }} for its whole value';
    return reject(`text after the field: ${quote(template, at)}`, fix);
  }
  const what = rest.startsWith('|') ? 'a pipeline' : `more than one token in an action: ${quote(template, at)}`;
  return reject(what, 'write a separate action for each field and constant');
}

function rejection(template: string, at: number, found: string, expected: string): HeadgateError {
  return new HeadgateError(
    'template-invalid',
    `cannot use the record_template: found ${found} at character ${[...template.slice(0, at)].length + 1}, ${expected}`,
    { kind: 'negative' },
  );
}

function quote(template: string, at: number): string {
  const rest = template.slice(at);
  const close = rest.indexOf(CLOSE);
  const whole = close < 0 ? rest : rest.slice(0, close + CLOSE.length);
  return cutText(whole, MAX_QUOTED);
}

function spaceAt(template: string, at: number): number {
  return matchAt(SPACE, template, at)![0].length;
}
