// Writes text and tags of HTML. Every text passes through escapeHtml; nothing else in this folder writes text from outside.
import type { Text, Tone } from '../page/page.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for content and for quoted attributes. Replaces lone surrogates, which UTF-8 cannot encode. */
export function escapeHtml(text: string): string {
  return text.toWellFormed().replace(/[&<>"']/g, (found) => ENTITIES[found]!);
}

/** Writes text with its parts from outside as code. */
export function htmlText(text: Text): string {
  if (typeof text === 'string') return escapeHtml(text);
  return text
    .map((part) => (typeof part === 'string' ? escapeHtml(part) : `<code>${escapeHtml(part.code)}</code>`))
    .join('');
}

/** Symbols beside an answer: some readers do not see its color. */
export const MARKS: Readonly<Record<Tone, string>> = { good: '✓', bad: '✗', unclear: '?', neutral: '' };

/** A share as an attribute: `12.35%`. Positions and sizes are attributes, because the security policy of the page allows no style attributes. */
export function percent(share: number): string {
  return `${Number((Math.min(1, Math.max(0, share)) * 100).toFixed(2))}%`;
}
