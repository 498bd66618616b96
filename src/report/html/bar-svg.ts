// Draws bars as SVG with sizes in percent, so that they fit any width and patterns keep their shape.
import type { Bar, Cell, Fill } from '../page/page.ts';
import { escapeHtml, percent } from './html-text.ts';

/** Minimum width of a part that is not zero: a single line of a million is visible. Share of the bar. */
const LEAST_SHARE = 0.002;

/** The patterns that distinguish amounts without color. The page contains them once. */
export const PATTERNS =
  '<svg class="patterns" aria-hidden="true" focusable="false"><defs>' +
  '<pattern id="undecided" width="6" height="6" patternUnits="userSpaceOnUse"><rect width="6" height="6"/><path d="M0 3H6"/></pattern>' +
  '<pattern id="lost" width="6" height="6" patternUnits="userSpaceOnUse"><rect width="6" height="6"/><path d="M-1 1L1 -1M0 6L6 0M5 7L7 5"/></pattern>' +
  '<pattern id="missing" width="8" height="8" patternUnits="userSpaceOnUse"><rect width="8" height="8"/><path d="M-1 7L1 9M0 0L8 8M7 -1L9 1"/></pattern>' +
  '</defs></svg>';

/** A bar in parts, with a legend that has each figure in words. */
export function barHtml({ label, parts }: Bar): string {
  const summary = parts.map((part) => `${part.label} ${part.figures.join(' · ')}`).join(', ');
  let at = 0;
  const rects = parts.map(({ share, fill }) => {
    const width = share === 0 ? 0 : Math.max(share, LEAST_SHARE);
    const x = Math.min(at, 1 - width);
    at += share;
    return width === 0 ? '' : `<rect class="${fill}" x="${percent(x)}" width="${percent(width)}" height="100%"/>`;
  });
  const items = parts.map(
    (part) =>
      `<li>${swatch(part.fill)}<span><b>${escapeHtml(part.label)}</b> ${escapeHtml(part.figures.join(' · '))}</span></li>`,
  );
  return `<figure class="block"><svg class="strip" role="img" aria-label="${escapeHtml(`${label}: ${summary}`)}">${rects.join('')}</svg><ul class="legend">${items.join('')}</ul></figure>`;
}

/** A small square in the look of an amount. */
export function swatch(fill: Fill | 'missing'): string {
  return `<svg class="swatch" aria-hidden="true"><rect class="${fill}" width="100%" height="100%"/></svg>`;
}

/** The bar of a cell; empty without one. */
export function cellBar({ bar }: Cell): string {
  if (bar === undefined) return '';
  const width = bar === 0 ? 0 : Math.max(bar, 0.02);
  return `<svg class="cell-bar" aria-hidden="true"><rect class="ground" width="100%" height="100%"/><rect class="kept" width="${percent(width)}" height="100%"/></svg>`;
}
