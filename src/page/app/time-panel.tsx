// Lines by hour, or by longer bins where the time is long: what the candidate keeps, drops and leaves undecided, stacked, and what the filter in force
// keeps as a line. A drag or two inputs choose the range of the whole page. A table has the same figures.
import { computed, effect, signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import { count, plural, printTime, timeOfInput } from './figures.ts';
import { change, show, state, view } from './page-state.ts';
import { Answered, Button, Figures, Swatch, set } from './parts.tsx';
import { opened, verdict } from './questions.ts';

/** Names and widths of bins: the first of which the chart has room for all. Seconds. */
const BINS: readonly [string, number][] = [
  ['hour', 3600],
  ['6 hours', 21_600],
  ['day', 86_400],
  ['7 days', 604_800],
  ['28 days', 2_419_200],
];
/** A narrower bin is not seen. Pixels. */
const MIN_BIN = 2;
const MS_PER_SECOND = 1000;
/** Pixels. */
const HEIGHT = 132;
/** Between the marks of the axis of times: for hours, and where they are so far apart that dates are beside each other. Pixels. */
const MARK_SPACE = { hours: 50, dates: 96 };
const HALF_DAY = 43_200;
/** Shorter drags are clicks. Pixels. */
const MIN_DRAG = 3;

/** What is drawn. */
const SERIES = ['kept', 'undecided', 'dropped', 'before'] as const;
type Series = (typeof SERIES)[number];
/** Lines of some hours. `start`: seconds since 1970. */
type Bin = Record<Series | 'start', number>;
const NAMES: Readonly<Record<Series, string>> = {
  kept: 'kept',
  undecided: 'undecided',
  dropped: 'dropped',
  before: 'kept by the filter in force',
};
/** What a person has typed that is no time, by input. */
const badTimes = signal<{ since?: string; until?: string }>({});
const range = computed(() => `${state.value.since} ${state.value.until}`);
effect(() => {
  range.value;
  badTimes.value = {};
});

/** Of the chart. Pixels; 0 until it is drawn. */
const chartWidth = signal(0);

/** What the chart and its table show: sums of hours. */
const bins = computed(() => {
  const { hours } = verdict.answer.value ?? {};
  const starts = hours?.starts ?? [];
  const room = (chartWidth.value || Number.POSITIVE_INFINITY) / MIN_BIN;
  const [name, seconds] =
    BINS.find(([, size]) => ((starts.at(-1) ?? 0) - (starts[0] ?? 0)) / size < room) ?? BINS.at(-1)!;
  const shown: Bin[] = [];
  for (const [at, hour] of starts.entries()) {
    const start = floorTo(hour, seconds);
    if (shown.at(-1)?.start !== start) shown.push({ start, kept: 0, undecided: 0, dropped: 0, before: 0 });
    for (const series of SERIES) shown.at(-1)![series] += hours![series][at]!;
  }
  return { name, seconds, shown };
});

const floorTo = (value: number, step: number): number => Math.floor(value / step) * step;

/** Chooses a range, in whole bins. Undefined: to the start or the end. */
function choose(since: string | undefined, until: string | undefined): void {
  badTimes.value = {};
  change({ since, until });
}

const toText = (seconds: number): string => new Date(seconds * MS_PER_SECOND).toISOString().replace('.000Z', 'Z');

/** The chart, its legend, the range and the table. */
export function TimePanel(): JSX.Element {
  const { since, until } = state.value;
  const { clock } = view.value;
  const { name, shown } = bins.value;
  const isRanged = since !== undefined || until !== undefined;
  const bound = { since: opened.value?.firstTime, until: opened.value?.lastTime };
  const input = (name: 'since' | 'until', label: string): JSX.Element => (
    <label class="muted">
      {label}{' '}
      <input
        type="text"
        size={16}
        spellcheck={false}
        placeholder={bound[name] ? printTime(bound[name], clock) : 'YYYY-MM-DD hh:mm'}
        aria-invalid={badTimes.value[name] !== undefined}
        value={badTimes.value[name] ?? (state.value[name] === undefined ? '' : printTime(state.value[name], clock))}
        onChange={(event) => {
          const typed = event.currentTarget.value;
          const time = timeOfInput(typed, clock);
          if (time === null) badTimes.value = { ...badTimes.value, [name]: typed };
          else choose(name === 'since' ? time : since, name === 'until' ? time : until);
        }}
      />
    </label>
  );
  return (
    <section id="time" class="time" aria-labelledby="time-title">
      <header>
        <h2 id="time-title">Lines by {name}</h2>
        <ul class="legend">
          {SERIES.map((series) => (
            <li key={series}>
              {series === 'before' ? (
                <svg class="swatch" viewBox="0 0 12 12" aria-hidden="true">
                  <path class="before" d="M0 6H12" />
                </svg>
              ) : (
                <Swatch tone={series} />
              )}
              {NAMES[series]}
            </li>
          ))}
        </ul>
        <div class="range">
          {input('since', 'From')}
          {input('until', 'to')}
          <Button pressed={!isRanged} on={() => choose(undefined, undefined)}>
            All time
          </Button>
          <Button
            title="Change the clock of the page"
            on={() => show({ clock: clock === 'utc' ? 'local' : 'utc' }, 'same')}
          >
            {clock === 'utc' ? 'UTC' : 'Local time'}
          </Button>
        </div>
      </header>
      <p class="bad problem" role="alert">
        {Object.values(badTimes.value).map(
          (typed) => `cannot use the time: found ${typed}, expected YYYY-MM-DD or YYYY-MM-DD hh:mm. `,
        )}
      </p>
      <Answered panel={verdict} name="hours">
        {shown.length === 0 ? (
          <p class="muted">No line has a readable time.</p>
        ) : (
          <>
            <Chart />
            <BinsTable />
          </>
        )}
      </Answered>
    </section>
  );
}

function Chart(): JSX.Element {
  const host = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = host.current!;
    let chart: uPlot | undefined;
    let drawn = '';
    const measure = (): void => {
      chartWidth.value = element.clientWidth;
    };
    const draw = (): void => {
      const { clock } = view.value;
      const data = dataOf(bins.value);
      // What a chart cannot change later makes a new one.
      const key = `${clock} ${chartWidth.value} ${matchMedia('(prefers-color-scheme: dark)').matches}`;
      if (chart === undefined || key !== drawn) {
        chart?.destroy();
        chart = createChart(element, data, clock);
        drawn = key;
      } else chart.setData(data);
    };
    measure();
    const stop = effect(draw);
    const resized = new ResizeObserver(measure);
    resized.observe(element);
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    scheme.addEventListener('change', draw);
    return () => {
      stop();
      resized.disconnect();
      scheme.removeEventListener('change', draw);
      chart?.destroy();
    };
  }, []);
  return <figure class="chart" ref={host} aria-label="Lines by time; the table below has the figures" />;
}

/** Stacked: each series on top of those before it, in seconds. A gap has its ends only: a clock that jumps makes a long one. */
function dataOf({ shown, seconds }: typeof bins.value): uPlot.AlignedData {
  const data: number[][] = [[], [], [], [], []];
  const push = (time: number, bin?: Bin): void => {
    const { kept = 0, undecided = 0, dropped = 0, before = 0 } = bin ?? {};
    const row = [time, kept + undecided + dropped, kept + undecided, kept, before];
    for (const [index, value] of row.entries()) data[index]!.push(value);
  };
  for (const [index, bin] of shown.entries()) {
    const [time, next] = [bin.start, shown[index + 1]];
    push(time, bin);
    if (next === undefined) push(time + seconds, bin);
    else if (next.start > time + seconds) push(time + seconds);
  }
  return data as uPlot.AlignedData;
}

function createChart(element: HTMLElement, data: uPlot.AlignedData, clock: 'utc' | 'local'): uPlot {
  const styles = getComputedStyle(element);
  const color = (name: string): string => styles.getPropertyValue(`--${name}`).trim();
  const stepped = uPlot.paths.stepped!({ align: 1 });
  const area = (name: Series): uPlot.Series => ({
    ...{ paths: stepped, points: { show: false }, fill: color(name), stroke: color(name), width: 0 },
  });
  const axis: uPlot.Axis = {
    stroke: color('muted'),
    font: `12px ${styles.fontFamily}`,
    ticks: { show: false },
    grid: { stroke: color('grid'), width: 1 },
  };
  const chart = new uPlot(
    {
      width: element.clientWidth,
      height: HEIGHT,
      padding: [8, 40, 0, 0],
      ...(clock === 'utc' ? { tzDate: (seconds) => uPlot.tzDate(new Date(seconds * MS_PER_SECOND), 'UTC') } : {}),
      legend: { show: false },
      cursor: { y: false, points: { show: false }, drag: { x: true, y: false, setScale: false } },
      scales: { y: { range: (_, __, most) => [0, Math.max(1, most)] } },
      axes: [
        {
          ...axis,
          size: 36,
          space: (_, __, low, high, width) =>
            ((high - low) / width) * MARK_SPACE.hours > HALF_DAY ? MARK_SPACE.dates : MARK_SPACE.hours,
          grid: { show: false },
          values: [
            [3600 * 24 * 28, '{YYYY}-{MM}', null, null, null, null, null, null, 1],
            [3600 * 24, '{YYYY}-{MM}-{DD}', null, null, null, null, null, null, 1],
            [3600, '{HH}:{mm}', '\n{YYYY}-{MM}-{DD}', null, '\n{YYYY}-{MM}-{DD}', null, null, null, 1],
          ],
        },
        { ...axis, size: 58, values: (_, marks) => marks.map((mark) => count(mark)) },
      ],
      series: [
        {},
        area('dropped'),
        area('undecided'),
        area('kept'),
        { paths: stepped, points: { show: false }, stroke: color('ink'), width: 1.25, dash: [4, 3] },
      ],
      hooks: {
        setSelect: [takeSelection],
        setCursor: [describeHour],
      },
    },
    data,
    element,
  );
  const note = document.createElement('div');
  note.className = 'hour-note';
  note.hidden = true;
  chart.over.append(note);
  return chart;
}

/** A drag chooses the bins that it touches. */
function takeSelection(chart: uPlot): void {
  const { left, width } = chart.select;
  chart.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
  if (width < MIN_DRAG) return;
  const { seconds } = bins.value;
  const low = floorTo(chart.posToVal(left, 'x'), seconds);
  const high = -floorTo(-chart.posToVal(left + width, 'x'), seconds);
  choose(toText(low), toText(high));
}

/** The figures of the bin under the pointer. */
function describeHour(chart: uPlot): void {
  const note = chart.over.querySelector<HTMLElement>('.hour-note');
  if (note === null) return;
  const { left } = chart.cursor;
  const { seconds, shown } = bins.value;
  const start = left === undefined || left < 0 ? undefined : floorTo(chart.posToVal(left, 'x'), seconds);
  const figures = shown.find((one) => one.start === start);
  note.hidden = figures === undefined;
  if (figures === undefined) return;
  const { kept, undecided, dropped, before } = figures;
  note.textContent = `${printTime(figures.start * MS_PER_SECOND, view.value.clock)} · kept ${count(kept)} (in force ${count(before)}) · dropped ${count(dropped)}${undecided > 0 ? ` · undecided ${count(undecided)}` : ''}`;
  note.classList.toggle('on-left', left! > chart.over.clientWidth / 2);
}

const isTableOpen = signal(false);

/** The same figures as a table. Its hundreds of rows are drawn while it is open: each key changes them. */
function BinsTable(): JSX.Element {
  const { name, seconds, shown } = bins.value;
  return (
    <details class="hours" onToggle={(event) => set(isTableOpen, event.currentTarget.open)()}>
      <summary>
        Table by {name}, {plural(shown.length, 'row')}
      </summary>
      {isTableOpen.value && (
        <Figures
          label="Table of times"
          caption={`Lines by ${name} and verdict`}
          titles={[
            `${name === 'hour' ? 'Hour' : 'Start'}, ${view.value.clock === 'utc' ? 'UTC' : 'local time'}`,
            ...['Kept', 'Dropped', 'Undecided', 'Kept in force'],
          ]}
          rows={shown.map((one) => ({
            key: toText(one.start),
            name: (
              <Button
                class="link"
                title="Only this time"
                on={() => choose(toText(one.start), toText(one.start + seconds))}
              >
                {printTime(one.start * MS_PER_SECOND, view.value.clock)}
              </Button>
            ),
            cells: [one.kept, one.dropped, one.undecided, one.before].map(count),
          }))}
        />
      )}
    </details>
  );
}
