// Draws amounts as SVG: bars with sizes in percent, and one stacked column for each hour, hatched for an hour without any line.
import { MS_PER_HOUR, printCount } from '../../base/index.ts';
import { type ChartColumn, chartColumns } from '../page/chart-columns.ts';
import { type Bar, type Cell, type Chart, type Fill, present } from '../page/page.ts';
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

/** Maximum columns; more hours share a column. A month of hours is 744. */
const MAX_COLUMNS = 744;

/** Maximum columns with a gap between them, and with a text on hover. */
const MAX_WIDE_COLUMNS = 200;

/** Share of a column that is gap. */
const GAP = 0.12;

/** The chart with its scale, legend and summary. @param level of its heading */
export function chartHtml(chart: Chart, level: number): string {
  const { label, series, summary } = chart;
  const size = Math.ceil(chart.hours.length / MAX_COLUMNS);
  const columns = chartColumns(chart, size);
  const most = Math.max(1, ...columns.map(({ amounts }) => sumOf(amounts)));
  const drawn = columns.map((column, index) => drawColumn(column, index, columns.length, most, chart));
  const grid = ['0%', '50%'].map((y) => `<line x1="0" x2="100%" y1="${y}" y2="${y}"/>`).join('');
  const isAnyMissing = columns.some(({ isMissing }) => isMissing);
  const legend = present(
    ...series.map((one) => `<li>${swatch(one.fill)}<span><b>${escapeHtml(one.label)}</b></span></li>`),
    isAnyMissing && `<li>${swatch('missing')}<span><b>hours without any line</b></span></li>`,
  );
  const last = chart.startMs + chart.hours.length * MS_PER_HOUR;
  const per = size === 1 ? 'each column is one hour' : `each column is ${size} hours`;
  return [
    `<figure class="block"><h${level}>${escapeHtml(label)}</h${level}>`,
    `<div class="plot"><div class="scale" aria-hidden="true"><span>${printCount(most)}</span><span>${printCount(most / 2)}</span><span>0</span></div>`,
    `<svg role="img" aria-label="${escapeHtml([label, ...summary].join(', '))}">${grid}${drawn.join('')}</svg>`,
    `<div class="axis"><span>${timeText(chart.startMs)}</span><span>${timeText(last)} UTC</span></div></div>`,
    `<ul class="legend">${legend.join('')}</ul>`,
    `<p class="summary">${escapeHtml([...summary, per].join(' · '))}</p></figure>`,
  ].join('\n');
}

function drawColumn(
  { amounts, isMissing, startMs }: ChartColumn,
  index: number,
  count: number,
  most: number,
  { series }: Chart,
): string {
  const isWide = count <= MAX_WIDE_COLUMNS;
  const x = percent((index + (isWide ? GAP / 2 : 0)) / count);
  const width = percent((1 - (isWide ? GAP : 0)) / count);
  const missing = isMissing ? `<rect class="missing" x="${x}" width="${width}" height="100%"/>` : '';
  let top = 1;
  const rects = amounts.map((amount, at) => {
    top -= amount / most;
    return amount === 0
      ? ''
      : `<rect class="${series[at]!.fill}" x="${x}" width="${width}" y="${percent(top)}" height="${percent(amount / most)}"/>`;
  });
  if (!isWide) return missing + rects.join('');
  const figures = series.map(({ label }, at) => `${label} ${printCount(amounts[at]!)}`).join(', ');
  const text = isMissing ? 'no lines' : figures;
  return `<g><title>${escapeHtml(`${timeText(startMs)} UTC: ${text}`)}</title>${missing}${rects.join('')}</g>`;
}

function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0);
}

function timeText(ms: number): string {
  return new Date(ms).toISOString().slice(0, 16).replace('T', ' ');
}

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
function swatch(fill: Fill | 'missing'): string {
  return `<svg class="swatch" aria-hidden="true"><rect class="${fill}" width="100%" height="100%"/></svg>`;
}

/** The bar of a cell; empty without one. */
export function cellBar({ bar }: Cell): string {
  if (bar === undefined) return '';
  const width = bar === 0 ? 0 : Math.max(bar, 0.02);
  return `<svg class="cell-bar" aria-hidden="true"><rect class="ground" width="100%" height="100%"/><rect class="kept" width="${percent(width)}" height="100%"/></svg>`;
}
