// The lines in a table of any length: only the rows in view are elements. By effect, or by the condition that alone decides. Arrow keys move,
// Enter opens a line.
import { computed, signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { Effect, LineRow, Lines } from '../contract.ts';
import { createPanel, type Panel, revision } from './answers.ts';
import { count, EFFECTS, printTime, valueText } from './figures.ts';
import type { View } from './page-fragment.ts';
import { show, state, view } from './page-state.ts';
import { Answered, ageOf, Button, Dialog, Swatch, set } from './parts.tsx';
import { opened, verdict } from './questions.ts';
import { RowWindow } from './row-window.ts';

/** As in the style sheet. Pixels. */
const ROW_HEIGHT = 28;
/** Rows above and below those in view. */
const BEYOND = 12;
/** Rows of a request, and of it those beyond the rows in view at which others are asked for. */
const ROWS = 400;
const AHEAD = 60;
/** Rows have their places from every so many rows on: one transform for all is painted faster than one for each, and browsers limit places. */
const ORIGINS = 10_000;
/** After this pause the scroll bar of a long list goes where the rows are. Milliseconds. */
const SETTLE_MS = 200;
/** Columns that are shown first, where the dataset has them. */
const USUAL = [
  ...['EdgeStartTimestamp', 'Datetime', 'EdgeResponseStatus', 'Action', 'ClientRequestMethod', 'ClientRequestHost'],
  ...['ClientRequestPath', 'ClientCountry', 'ClientRequestUserAgent'],
];

const rows = new RowWindow(ROW_HEIGHT);
/** The row that has the focus of the table. */
const activeRow = signal(0);
const areColumnsOpen = signal(false);
const chosenColumns = computed(() => view.value.columns.join());
/** Changes when rows have to be drawn, or drawn elsewhere. */
const drawn = signal('');

/** The columns of the table. The same array until they change: rows are drawn again only if something in them has changed. */
const shownColumns = computed((): readonly string[] => {
  if (chosenColumns.value !== '') return chosenColumns.value.split(',');
  const fields = opened.value?.fields ?? [];
  const usual = USUAL.filter((name) => fields.some((field) => field.name === name));
  if (usual.length > 1) return usual;
  return fields
    .toSorted((a, b) => (b.share ?? 0) - (a.share ?? 0))
    .slice(0, USUAL.length)
    .map(({ name }) => name);
});

/** The guard whose lines are shown, for as long as the question has it. */
const broken = computed(() => (state.value.neverDrop.includes(view.value.breaks) ? view.value.breaks : ''));

/** The lines that are asked for. */
const wanted = computed(() => {
  const { effect, condition } = view.value;
  const part = { condition: condition || undefined, breaks: broken.value || undefined };
  return { ...state.value, effect, ...part, columns: [...shownColumns.value] };
});
/** The first row that is asked for. */
const firstRow = signal(0);
const asked = createPanel('lines', () =>
  opened.value === null ? null : { ...wanted.value, first: firstRow.value, count: ROWS },
);
/** Whether the rows are of the present question, which may ask for others of the same lines. */
const isCurrent = computed(() => {
  const { first: _, count: __, ...of } = asked.asked.value ?? { first: 0, count: 0 };
  const { over } = asked.answer.value ?? {};
  if (asked.failure.value !== null) return false;
  return over !== undefined && over.revision >= revision.value && JSON.stringify(of) === JSON.stringify(wanted.value);
});
const lines: Panel<Lines> = {
  ...{ ...asked, isCurrent },
  isWaiting: computed(() => asked.isWaiting.value && !isCurrent.value),
};

/** A row, if it has arrived. */
const rowAt = (index: number): LineRow | undefined => asked.answer.value?.rows[index - asked.asked.value!.first];

/** Shows the lines of an effect; of these, those that a condition alone decides, or that break a guard. */
export function showLines(part: Partial<Pick<View, 'condition' | 'breaks'>> & Pick<View, 'effect'>): void {
  show({ condition: '', breaks: '', ...part });
  document.getElementById('lines')?.scrollIntoView({ block: 'nearest' });
}

/** Moves the focus to the table. */
export function focusLines(): void {
  document.getElementById('line-rows')?.focus();
}

/** Opens the line after or before the open one. */
export function openNext(step: 1 | -1): void {
  const next = activeRow.value + step;
  if (next < 0 || next >= (lines.answer.value?.total ?? 0)) return;
  activeRow.value = next;
  const row = rowAt(next);
  if (row !== undefined) show({ line: `${row.offset}@${row.object}` }, 'same');
}

/** The choice of lines, and their table. */
export function LinesPanel(): JSX.Element {
  const { effect, condition } = view.value;
  const after = verdict.answer.value?.report.jobs[1];
  const decided = after?.conditions?.find(({ path }) => path === condition);
  return (
    <section id="lines" class="lines" aria-labelledby="lines-title">
      <header>
        <h2 id="lines-title">Lines</h2>
        <Effects />
        <ColumnChoice />
      </header>
      {(condition !== '' || broken.value !== '') && (
        <p class="chip">
          {condition !== '' ? (
            <>
              {effect === 'kept' ? 'Kept' : 'Dropped'} by <code>{decided?.text ?? condition}</code> alone
            </>
          ) : (
            <>
              {effect === 'dropped' ? 'Break' : 'May break'} never drop <code>{broken}</code>
            </>
          )}
          <Button class="quiet" name="Show all lines again" on={() => show({ condition: '', breaks: '' })}>
            ×
          </Button>
        </p>
      )}
      <Answered panel={lines} name="lines">
        <LineTable />
      </Answered>
    </section>
  );
}

/** Effects that only the bar of the verdict opens. */
const OF_BAR: ReadonlySet<Effect> = new Set(['kept-by-both', 'dropped-by-both', 'either-undecided']);

function Effects(): JSX.Element {
  const { effect } = view.value;
  const answer = verdict.answer.value;
  return (
    <fieldset class={`effects ${ageOf(verdict)}`} aria-label="Which lines">
      {(Object.keys(EFFECTS) as Effect[])
        .filter((one) => !OF_BAR.has(one) || one === effect)
        .map((one) => (
          <Button key={one} pressed={one === effect} on={() => show({ effect: one, condition: '', breaks: '' })}>
            {one !== 'all' && <Swatch tone={EFFECTS[one].tone} />}
            {EFFECTS[one].name} <span class="muted">{answer && count(EFFECTS[one].of(answer).lines)}</span>
          </Button>
        ))}
    </fieldset>
  );
}

function LineTable(): JSX.Element {
  const port = useRef<HTMLDivElement>(null);
  const space = useRef<HTMLDivElement>(null);
  const settle = useRef<ReturnType<typeof setTimeout>>(undefined);
  drawn.value;
  const { total } = lines.answer.value!;
  const columns = shownColumns.value;
  const { first, end, count: places } = rows.range(BEYOND);
  const active = activeRow.value;
  useLayoutEffect(() => {
    const element = port.current!;
    const adapt = (): void => {
      rows.resize(total, element.clientHeight - headHeight(element));
      space.current!.style.height = `${rows.space + headHeight(element)}px`;
      if (Math.abs(element.scrollTop - rows.scrollTop) > 1) element.scrollTop = rows.scrollTop;
      moved();
    };
    adapt();
    const resized = new ResizeObserver(adapt);
    resized.observe(element);
    return () => resized.disconnect();
  }, [total]);
  const moved = (): void => {
    const range = rows.range(BEYOND);
    const before = firstRow.peek();
    if ((before > 0 && range.first < before + AHEAD) || range.end > before + ROWS - AHEAD)
      firstRow.value = Math.max(0, Math.floor((range.first + range.end - ROWS) / 2));
    drawn.value = `${range.first} ${range.end} ${rows.placeOf(0)}`;
  };
  const onScroll = (): void => {
    const element = port.current!;
    rows.scroll(element.scrollTop);
    moved();
    clearTimeout(settle.current);
    settle.current = setTimeout(() => {
      const wanted = rows.scrollTop;
      if (Math.abs(wanted - element.scrollTop) < 1) return;
      element.scrollTop = wanted;
      rows.settle(element.scrollTop);
      moved();
    }, SETTLE_MS);
  };
  const reveal = (row: number): void => {
    activeRow.value = row;
    if (!rows.reveal(row)) return;
    const element = port.current!;
    element.scrollTop = rows.scrollTop;
    rows.settle(element.scrollTop);
    moved();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (total === 0 || event.target !== port.current) return;
    const page = Math.max(1, Math.floor(port.current!.clientHeight / ROW_HEIGHT) - 2);
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -total, End: total }[event.key];
    if (steps !== undefined) {
      event.preventDefault();
      reveal(Math.max(0, Math.min(total - 1, active + steps)));
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      const row = rowAt(active);
      if (row !== undefined) show({ line: `${row.offset}@${row.object}` });
    }
  };
  useEffect(() => {
    if (active >= total) activeRow.value = Math.max(0, total - 1);
  }, [total]);
  const { effect, condition, breaks, line } = view.value;
  // The panel of a line takes a part of the table.
  useEffect(() => {
    if (line !== '') reveal(activeRow.peek());
  }, [line]);
  const isFirst = useRef(true);
  useEffect(() => {
    if (!isFirst.current) reveal(0);
    isFirst.current = false;
  }, [effect, condition, breaks]);
  const shown = Array.from({ length: end - first }, (_, index) => first + index);
  if (total > 0 && (active < first || active >= end)) shown.push(active);
  const origin = first - (first % ORIGINS);
  const widths = columns.map((name) => widthOf(name));
  const grid = `7rem ${widths.map(([least, share]) => (share === 0 ? `${least}rem` : `minmax(${least}rem, ${share}fr)`)).join(' ')}`;
  return (
    <div
      id="line-rows"
      class="port"
      ref={port}
      role="grid"
      tabIndex={0}
      aria-label="Lines"
      aria-rowcount={total + 1}
      aria-colcount={columns.length + 1}
      aria-activedescendant={total > 0 ? `line-${active}` : undefined}
      onScroll={onScroll}
      onKeyDown={onKeyDown}
    >
      <div class="space" ref={space}>
        <div class="line-head" role="row" aria-rowindex={1} style={{ gridTemplateColumns: grid }}>
          <span role="columnheader">Verdict</span>
          {columns.map((name) => (
            <span key={name} role="columnheader" title={name}>
              {name}
            </span>
          ))}
        </div>
        <div class="line-rows" role="rowgroup" style={{ transform: `translateY(${rows.placeOf(origin)}px)` }}>
          {shown.map((index) => (
            <Row
              // A row that enters takes the element of one that leaves: to create elements takes longer.
              key={index < first || index >= end ? 'active' : index % places}
              index={index}
              row={rowAt(index)}
              columns={columns}
              place={(index - origin) * ROW_HEIGHT}
              grid={grid}
              isActive={index === active}
            />
          ))}
        </div>
        {total === 0 && <p class="muted none">No lines of this kind.</p>}
      </div>
    </div>
  );
}

const headHeight = (port: HTMLElement): number => port.querySelector<HTMLElement>('.line-head')?.offsetHeight ?? 0;

/** A column is as wide as its name, and as its values usually are. @returns rem, and the share of the space that is left */
function widthOf(name: string): readonly [least: number, share: number] {
  const named = name.length * 0.5 + 0.25;
  if (/Timestamp|Datetime/.test(name)) return [Math.max(11, named), 0];
  const type = opened.value?.fields.find((one) => one.name === name)?.type ?? 'string';
  if (type !== 'string' || /Method|Country|Colo|Protocol|Status/.test(name)) return [named, 0];
  return [Math.max(12, named), /Path|URI|Referer|Agent/.test(name) ? 2 : 1];
}

/** Whether a text may be wider than its column: only such a cell cuts it, because painting takes longer with each one that does. */
function mayOverflow(text: string, name: string): boolean {
  // The widest characters of the font of rows: digits, then ASCII. Others may have any width. Rem.
  const widest = /^[\d.:+ -]*$/.test(text) ? 0.6 : /^[ -~]*$/.test(text) ? 0.9286 : Number.POSITIVE_INFINITY;
  return text.length * widest > widthOf(name)[0];
}

interface RowProperties {
  index: number;
  row: LineRow | undefined;
  columns: readonly string[];
  /** Pixels from the row of the origin. */
  place: number;
  grid: string;
  isActive: boolean;
}

function Row({ index, row, columns, place, grid, isActive }: RowProperties): JSX.Element {
  const key = row === undefined ? '' : `${row.offset}@${row.object}`;
  const isOpen = key !== '' && view.value.line === key;
  return (
    <div
      id={`line-${index}`}
      class={`line-row${isActive ? ' is-active' : ''}${isOpen ? ' is-open' : ''}`}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isOpen}
      style={{ top: `${place}px`, gridTemplateColumns: grid }}
      onClick={(event) => {
        activeRow.value = index;
        // A selection of text is no click.
        if (key === '' || (getSelection()?.toString() ?? '') !== '' || event.altKey) return;
        show({ line: isOpen ? '' : key });
      }}
    >
      <span role="gridcell" class="row-verdict">
        {row === undefined ? <span class="muted">…</span> : <RowVerdict row={row} />}
      </span>
      {columns.map((name, column) => (
        <Cell key={name} name={name} value={row === undefined ? undefined : (row.values[column] ?? null)} />
      ))}
    </div>
  );
}

function RowVerdict({ row: { from, to } }: { row: LineRow }): JSX.Element {
  const effect: Exclude<Effect, 'all'> =
    from === 'kept' && to === 'dropped' ? 'newly-dropped' : from === 'dropped' && to === 'kept' ? 'newly-kept' : to;
  return (
    <>
      <Swatch tone={EFFECTS[effect].tone} /> {effect === to ? to : to === 'kept' ? '+ kept' : '− dropped'}
    </>
  );
}

function Cell({ name, value }: { name: string; value: string | null | undefined }): JSX.Element {
  if (value === undefined)
    return (
      <span role="gridcell" class="muted">
        …
      </span>
    );
  if (value === null)
    return (
      <span role="gridcell" class="absent" title={`The line has no ${name}`}>
        –
      </span>
    );
  const whole = valueText(value);
  const text = isTime(name, value) ? printTime(timeOf(value), view.value.clock, 'seconds') : whole;
  return (
    <span role="gridcell" class={mayOverflow(text, name) ? 'is-cut' : undefined} title={whole}>
      {text}
    </span>
  );
}

const isTime = (name: string, value: string): boolean =>
  /Timestamp|Datetime/.test(name) && !Number.isNaN(new Date(timeOf(value)).getTime());

/** A time in any of the forms of the platform: RFC 3339, seconds, milliseconds, nanoseconds. */
function timeOf(json: string): string | number {
  if (json.startsWith('"')) return valueText(json);
  const digits = json.replace(/^-/, '').length;
  const number = Number(json);
  return digits <= 11 ? number * 1000 : digits <= 14 ? number : number / 1e6;
}

function ColumnChoice(): JSX.Element {
  const columns = shownColumns.value;
  const toggle = (name: string): void =>
    show({ columns: columns.includes(name) ? columns.filter((one) => one !== name) : [...columns, name] }, 'same');
  const fields = opened.value!.fields.toSorted(
    (a, b) => Number(columns.includes(b.name)) - Number(columns.includes(a.name)),
  );
  return (
    <>
      <Button class="columns" on={set(areColumnsOpen, true)}>
        Columns
      </Button>
      <Dialog open={areColumnsOpen} title="Columns">
        <Button on={() => show({ columns: [] }, 'same')}>Usual columns</Button>
        <ul class="names">
          {fields.map(({ name }) => (
            <li key={name}>
              <label>
                <input
                  type="checkbox"
                  checked={columns.includes(name)}
                  disabled={columns.length === 1 && columns.includes(name)}
                  onChange={() => toggle(name)}
                />{' '}
                {name}
              </label>
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  );
}
