// The style sheet of an HTML report: light, dark and print, from a phone to a wide screen. System fonts only: the file loads nothing.

/** Colors have a contrast of at least 4.5 for text and 3 for shapes, on every ground that they appear on. */
export const LIGHT = `
  --ground: #ffffff; --raised: #f6f7f9; --ink: #16191d; --muted: #555d68; --rule: #dfe3e8; --grid: #e8ebef;
  --kept: #1d63c4; --dropped: #949ba6; --undecided: #a15c07; --lost: #c0341d; --gained: #1a7f43; --written: #0e7490;
  --good: #136c37; --good-ground: #e9f6ee; --bad: #b42318; --bad-ground: #fdeeec; --unclear: #8a4b08; --unclear-ground: #fdf3e1;
  --shade: rgb(22 25 29 / 0.28);`;
export const DARK = `
  --ground: #101317; --raised: #181c22; --ink: #e7eaee; --muted: #a3abb6; --rule: #2c323b; --grid: #232931;
  --kept: #5c9dff; --dropped: #6b7480; --undecided: #e0a33e; --lost: #ff7a66; --gained: #4cc57c; --written: #46b8d0;
  --good: #63d391; --good-ground: #12291c; --bad: #ff9485; --bad-ground: #351916; --unclear: #f0bb5f; --unclear-ground: #2e230f;
  --shade: rgb(231 234 238 / 0.34);`;

/** The whole style sheet. */
export const STYLE_SHEET = `
:root { color-scheme: light dark; ${LIGHT}
}
@media (prefers-color-scheme: dark) { :root { ${DARK}
} }
@media print { :root { color-scheme: light; ${LIGHT}
} }
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body { margin: 0; background: var(--ground); color: var(--ink);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif; }
main { max-width: 64rem; margin: 0 auto; padding: 3rem 1.5rem 4rem; }
code, pre { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace; font-size: 0.875em;
  overflow-wrap: anywhere; }
p, ul, dl, h1, h2, h3, h4, figure, pre { margin: 0; }
.kind { color: var(--muted); font-size: 0.875rem; letter-spacing: 0.02em; }
h1 { font-size: clamp(1.25rem, 3vw, 1.5rem); line-height: 1.3; font-weight: 600; margin-top: 0.25rem; overflow-wrap: anywhere; }
h1 code, h2 code { font-size: 1em; font-family: inherit; }
h2 { font-size: 1.25rem; line-height: 1.3; font-weight: 600; margin: 2.75rem 0 1rem; padding-top: 1.125rem;
  border-top: 1px solid var(--rule); overflow-wrap: anywhere; }
h3, h4 { font-size: 0.9375rem; line-height: 1.4; font-weight: 600; margin: 0 0 0.5rem; overflow-wrap: anywhere; }
.part > h3 { font-size: 1.0625rem; margin: 2.25rem 0 0.875rem; } .part h3 code { font-size: 1em; font-family: inherit; }
.answer { display: flex; gap: 0.75rem; align-items: baseline; margin-top: 1.25rem; font-size: clamp(1.5rem, 4.5vw, 2.25rem);
  line-height: 1.2; font-weight: 650; letter-spacing: -0.015em; overflow-wrap: anywhere; }
.answer code { font-family: inherit; font-size: 1em; }
.answer > span:last-child { min-width: 0; }
.good { color: var(--good); } .bad { color: var(--bad); } .unclear { color: var(--unclear); }
.statement { display: flex; gap: 0.5rem; margin-top: 0.5rem; font-size: 1.0625rem; line-height: 1.4; overflow-wrap: anywhere; }
.statement > span:last-child { min-width: 0; color: var(--ink); } .answer + .statement { margin-top: 0.875rem; }
.notice { margin-top: 0.75rem; padding: 0.5rem 0.875rem; border-left: 4px solid currentColor; background: var(--raised); }
.notice span { color: var(--ink); }
.notice.bad { background: var(--bad-ground); } .notice.unclear { background: var(--unclear-ground); }
.notice.good { background: var(--good-ground); }
.filters { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 0.375rem 0.875rem; margin-top: 1.25rem; }
.filters div { display: contents; } .filters dt { color: var(--muted); max-width: 14rem; overflow-wrap: anywhere; } .filters dd { margin: 0; }
.highlights { display: flex; flex-wrap: wrap; gap: 1.5rem 2rem; margin: 2rem 0 1.75rem; }
.highlights > div { flex: 0 1 auto; min-width: 7.5rem; }
.highlights dt { color: var(--muted); font-size: 0.875rem; }
.highlights dt::first-letter { text-transform: uppercase; }
.highlights dd { margin: 0; }
.highlights .figure { font-size: clamp(1.625rem, 3.5vw, 1.875rem); line-height: 1.2; font-weight: 600; letter-spacing: -0.02em;
  font-variant-numeric: tabular-nums; white-space: nowrap; }
.highlights .figure.long { font-size: 1.25rem; white-space: normal; overflow-wrap: anywhere; }
.highlights .note { max-width: 16rem; color: var(--muted); font-size: 0.875rem; }
.facts { list-style: none; padding: 0; margin-top: 1rem; color: var(--muted); font-size: 0.875rem; }
.block { margin-top: 1.5rem; }
h2 + .block, .part > h3 + .block { margin-top: 0; }
.list { padding-left: 1.25rem; } .list li { margin-top: 0.25rem; }
.code { padding: 0.75rem 1rem; background: var(--raised); border-radius: 6px; white-space: pre-wrap; }
.aligned { white-space: pre; overflow-x: auto; } .aligned code { overflow-wrap: normal; }
.strip { display: block; width: 100%; height: 1.75rem; border-radius: 4px; }
.legend { display: flex; flex-wrap: wrap; gap: 0.375rem 1.75rem; list-style: none; padding: 0; margin-top: 0.625rem; font-size: 0.9375rem; }
.legend li { display: flex; align-items: baseline; gap: 0.5rem; font-variant-numeric: tabular-nums; }
.legend b { font-weight: 600; }
.legend b::first-letter { text-transform: uppercase; }
.swatch { flex: none; width: 0.75rem; height: 0.75rem; border-radius: 2px; align-self: center; }
.kept { fill: var(--kept); } .dropped { fill: var(--dropped); } .gained { fill: var(--gained); } .written { fill: var(--written); }
.undecided { fill: url(#undecided); } .lost { fill: url(#lost); } .missing { fill: url(#missing); }
#undecided rect { fill: var(--unclear-ground); } #undecided path { stroke: var(--undecided); stroke-width: 2; }
#lost rect { fill: var(--lost); } #lost path { stroke: var(--ground); stroke-opacity: 0.45; stroke-width: 1.5; }
#missing rect { fill: var(--raised); } #missing path { stroke: var(--muted); stroke-width: 1; stroke-opacity: 0.7; }
.patterns { position: absolute; width: 0; height: 0; }
.plot { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 0 0.625rem; }
.plot svg { display: block; width: 100%; height: 9rem; border-bottom: 1px solid var(--muted); overflow: hidden; }
.plot line { stroke: var(--grid); }
.scale { display: flex; flex-direction: column; justify-content: space-between; text-align: right; line-height: 1; }
.axis { grid-column: 2; display: flex; justify-content: space-between; gap: 1rem; padding-top: 0.375rem; }
.scale, .axis, .summary { color: var(--muted); font-size: 0.8125rem; font-variant-numeric: tabular-nums; }
.summary { margin-top: 0.375rem; }
.scroll { overflow-x: auto; background:
  linear-gradient(to right, var(--ground) 40%, transparent) left / 2.5rem 100% no-repeat local,
  linear-gradient(to left, var(--ground) 40%, transparent) right / 2.5rem 100% no-repeat local,
  linear-gradient(to right, var(--shade), transparent) left / 0.875rem 100% no-repeat scroll,
  linear-gradient(to left, var(--shade), transparent) right / 0.875rem 100% no-repeat scroll; }
.scroll:focus-visible, summary:focus-visible { outline: 2px solid var(--kept); outline-offset: 2px; }
table { width: 100%; border-collapse: collapse; font-size: 0.9375rem; font-variant-numeric: tabular-nums; }
caption { text-align: left; font-weight: 600; font-size: 0.9375rem; padding-bottom: 0.375rem; }
caption span { display: block; position: sticky; left: 0; max-width: calc(100vw - 2rem); overflow-wrap: anywhere; }
th, td { padding: 0.4375rem 0.875rem 0.4375rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--rule); }
th:last-child, td:last-child { padding-right: 0; }
thead th { color: var(--muted); font-weight: 500; font-size: 0.8125rem; vertical-align: bottom; border-bottom-color: var(--muted); }
tbody th { font-weight: 400; }
.amount { text-align: right; white-space: nowrap; }
.prose { min-width: 9rem; } table code { overflow-wrap: inherit; }
.long, .examples .long { min-width: 14rem; overflow-wrap: anywhere; }
.wide { font-size: 0.8125rem; } .wide thead .amount { white-space: normal; min-width: 3.5rem; }
.wide th, .wide td { padding-right: 0.625rem; } .wide td small { font-size: 0.75rem; white-space: normal; }
@media (min-width: 40rem) { .wide tbody th:not(.prose, .long) { white-space: nowrap; } }
.barred { display: flex; justify-content: space-between; align-items: baseline; }
.examples table { font-size: 0.8125rem; } .examples thead th { font-size: 0.75rem; }
tbody th.good, tbody th.bad { white-space: nowrap; } .examples td.text, .examples th.text { min-width: 4rem; max-width: 18rem; }
.examples .short { white-space: nowrap; } .examples th { overflow-wrap: normal; }
td small { display: block; color: var(--muted); font-size: 0.8125rem; }
.cell-bar { flex: none; width: 4.5rem; height: 0.625rem; margin-right: 0.625rem; vertical-align: baseline; border-radius: 2px; }
.cell-bar .ground { fill: var(--grid); }
.more { color: var(--muted); font-size: 0.875rem; margin-top: 0.5rem; }
details { border: 1px solid var(--rule); border-radius: 6px; padding: 0.5rem 0.875rem; }
summary { cursor: pointer; font-size: 0.9375rem; font-weight: 500; }
details[open] > summary { margin-bottom: 0.75rem; }
.place { color: var(--muted); font-size: 0.8125rem; overflow-wrap: anywhere; }
.line { margin: 0.25rem 0 1rem; padding: 0.5rem 0.75rem; background: var(--raised); border-radius: 4px; font-size: 0.75rem; line-height: 1.45;
  white-space: pre-wrap; }
footer { margin-top: 4rem; padding-top: 1rem; border-top: 1px solid var(--rule); color: var(--muted); font-size: 0.8125rem; }
@media (max-width: 40rem) {
  main { padding: 1.5rem 1rem 3rem; }
  .filters { grid-template-columns: minmax(0, 1fr); gap: 0; } .filters dd { margin-bottom: 0.625rem; }
  .highlights { gap: 1.25rem 1rem; } .highlights > div { flex: 1 1 calc(50% - 0.5rem); min-width: min-content; }
  .cell-bar { display: none; } .barred { justify-content: flex-end; }
  h2 { margin-top: 2.5rem; }
  table { font-size: 0.875rem; } .prose { min-width: 7.5rem; } .long, .examples .long { min-width: 11rem; }
  th, td { padding-right: 0.625rem; } td small { white-space: normal; }
}
@media screen and (max-width: 40rem) {
  .stacked, .stacked tbody, .stacked caption { display: block; } .stacked thead { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden; }
  .stacked tr { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 0.25rem 1rem; padding: 0.75rem 0; border-bottom: 1px solid var(--rule); }
  .stacked th, .stacked td { display: block; padding: 0; border: 0; text-align: left; white-space: normal; overflow-wrap: anywhere; min-width: 0; }
  .stacked tbody th, .stacked .text { grid-column: 1 / -1; } .stacked tbody th { order: -1; font-weight: 600; }
  .stacked td::before { content: attr(data-title); display: block; color: var(--muted); font-size: 0.8125rem; }
  .stacked .barred { justify-content: flex-start; } .stacked .blank { display: none; }
}
@media print {
  @page { margin: 14mm; }
  body { font-size: 10pt; }
  main { max-width: none; padding: 0; }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  h2 { margin-top: 1.75rem; break-after: avoid; }
  h3, h4, caption, thead { break-after: avoid; }
  tr, .strip, .plot, .legend, .highlights { break-inside: avoid; }
  details { border: 0; padding: 0; } summary { list-style: none; font-weight: 600; }
  details::details-content { content-visibility: visible; display: block; height: auto; }
  .aligned { white-space: pre-wrap; }
  .scroll { overflow: visible; background: none; } .figures { display: none; }
  table { font-size: 8.5pt; } .wide { font-size: 7pt; } .wide .amount { white-space: normal; } .wide th, .wide td { padding-right: 0.5rem; }
  thead th, .examples thead th, td small { font-size: inherit; } caption span { max-width: none; }
  .prose, .long, .examples .text { min-width: 0; }
  .highlights { gap: 0.75rem 1.75rem; margin: 1rem 0; } .highlights .figure { font-size: 1.375rem; }
  .examples table { font-size: 6.5pt; } .examples th { overflow-wrap: anywhere; }
  .examples .short { white-space: normal; }
}
`;
