// The verdict, always in sight: what the candidate keeps and drops, and how that differs from the filter in force. A sentence in a live region,
// figures before and after, the four kinds of lines as a bar, and the guards.
import { signal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { amountsOf, differenceOfCosts, type Estimated, printMoneyRange } from '../../analysis/cost/index.ts';
import { capitalized, printInterval, signed } from '../../base/index.ts';
import type { Effect, Verdict } from '../contract.ts';
import type { Panel } from './answers.ts';
import { connection, coverage } from './api.ts';
import { bytes, count, EFFECTS, money, moneyChange, moneyFormats, percent, printTime, share } from './figures.ts';
import { linesOfGuard, markOf } from './guards-panel.tsx';
import { showLines } from './lines-panel.tsx';
import { state, view } from './page-state.ts';
import { ageOf, Bar, Button, partsOf, Swatch } from './parts.tsx';
import { costs, opened, PARTS_OF_ALL, verdict } from './questions.ts';

/** New figures are announced after this pause. Milliseconds. */
const ANNOUNCE_MS = 1000;
/** Prices with a figure: the strip leaves room for what is below it. */
const MAX_PRICES = 4;
const announced = signal('');

/** The strip at the top. @param children what stops the whole page */
export function VerdictPanel({ children }: { children: ComponentChildren }): JSX.Element {
  const answer = verdict.answer.value;
  const failure = verdict.failure.value;
  const text = answer === null ? '' : headline(answer);
  const isCurrent = verdict.isCurrent.value;
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    // What scrolls below the strip has to know its height.
    const measured = new ResizeObserver(([entry]) => {
      const height = entry!.borderBoxSize[0]!.blockSize;
      document.documentElement.style.setProperty('--sticky', `${height}px`);
    });
    measured.observe(panel.current!);
    return () => measured.disconnect();
  }, []);
  useEffect(() => {
    if (!isCurrent) return undefined;
    const timer = setTimeout(() => {
      announced.value = text;
    }, ANNOUNCE_MS);
    return () => clearTimeout(timer);
  }, [isCurrent, text]);
  return (
    <section class="verdict" aria-label="Verdict" ref={panel}>
      <div class="headline">
        {children}
        <p class={`answer ${ageOf(verdict)}`}>{text || (failure === null && 'Counting the lines…')}</p>
        <Status hasFailed={failure !== null} />
      </div>
      <p class="for-readers" role="status" aria-live="polite">
        {announced.value}
      </p>
      {answer !== null && (
        <div class={`figures ${ageOf(verdict)}`} aria-busy={verdict.isWaiting.value}>
          <Figures answer={answer} />
          <Kinds answer={answer} />
        </div>
      )}
    </section>
  );
}

/** One sentence: never "0" while it is being counted, because without an answer there is no sentence. */
function headline({ report }: Verdict): string {
  const [before, after] = [report.jobs[0]!, report.jobs[1]!];
  const change = report.comparisons[0]!;
  const { read } = report.lines;
  const wasUndecided = after.kept.lines - change.keptByBoth.lines - change.onlyAfter.lines;
  const kept = `The candidate keeps ${count(after.kept.lines)} of ${count(read)} lines (${share(after.kept.lines, read)})`;
  const changes = [
    change.onlyBefore.lines > 0 ? `${count(change.onlyBefore.lines)} newly dropped` : '',
    change.onlyAfter.lines > 0 ? `${count(change.onlyAfter.lines)} newly kept` : '',
    wasUndecided > 0 ? `${count(wasUndecided)} kept that the filter in force leaves undecided` : '',
  ].filter((one) => one !== '');
  const undecided = after.undecided.lines > 0 ? `; ${count(after.undecided.lines)} are undecided` : '';
  if (read === 0) return 'No lines in this range.';
  if (changes.length > 0) return `${kept}: ${changes.join(', ')}${undecided}.`;
  if (undecided !== '') return `${kept}${undecided}.`;
  return before.filter === after.filter
    ? `${kept}, as the filter in force.`
    : `${kept}: the same lines as the filter in force.`;
}

/** The fact that says which lines the figures leave out. */
const OF_LINES = 'Lines: ';

/** What the figures are of, whether they are present, and the guards. */
function Status({ hasFailed }: { hasFailed: boolean }): JSX.Element {
  const answer = verdict.answer.value;
  const over = answer?.over ?? coverage.value;
  const objects = over === null ? '' : `${count(over.objectsInAll)} objects`;
  const { lines, source } = answer?.report ?? {};
  const leftOut = answer?.remarks.facts.find((one) => one.startsWith(OF_LINES)) ?? '';
  const { firstTime, lastTime } = opened.value!;
  const { clock } = view.value;
  // Old figures keep the range that they are of.
  const asked = verdict.asked.value ?? state.value;
  const [since, until] = [asked.since ?? firstTime, asked.until ?? lastTime];
  return (
    <p class="status">
      {hasFailed && answer !== null ? (
        <span class="unclear">figures of the last valid question</span>
      ) : (
        connection.value === 'answering' && verdict.isWaiting.value && <span class="computing">computing…</span>
      )}
      {over !== null && !over.isComplete && over.failure === undefined && (
        <span class="unclear">
          <progress max={Math.max(1, over.objectsInAll)} value={over.objects} aria-label="Objects read" /> over{' '}
          {share(over.objects, over.objectsInAll)} of {objects}
        </span>
      )}
      <Guards />
      <span class="muted">
        {lines && count(lines.read)}
        {lines && answer!.linesInAll > lines.read && ` of ${count(answer!.linesInAll)}`}
        {lines && ` lines${leftOut && ` (${leftOut.slice(OF_LINES.length)})`}, ${bytes(lines.bytes)}`}
        {source && over?.isComplete && `, ${count(source.objects)} objects`}
        {since &&
          until &&
          `, ${printTime(since, clock)} to ${printTime(until, clock)}${clock === 'utc' ? ' UTC' : ' local time'}`}
      </span>
    </p>
  );
}

/** What a report of the same question states beside its figures: what was not read, and what limits the figures. */
export function Remarks(): JSX.Element | null {
  const { facts = [], notices = [] } = verdict.answer.value?.remarks ?? {};
  const remarks = [...notices, ...facts];
  if (remarks.length === 0) return null;
  return (
    <details class="remarks">
      <summary class={notices.length > 0 ? 'unclear' : ''}>
        {notices.length > 0 ? `What limits these figures: ${notices[0]}` : 'What was read'}
      </summary>
      <ul>
        {remarks.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
    </details>
  );
}

/** A line of the guards: how many hold, and the figure that breaks one. */
function Guards(): JSX.Element | null {
  const guards = verdict.answer.value?.guards ?? [];
  const broken = guards
    .filter(({ holds }) => !holds)
    .toSorted((a, b) => Number(a.value === null) - Number(b.value === null));
  const [first] = broken;
  const { mark, tone } = first === undefined ? { mark: '✓', tone: 'good' } : markOf(first);
  const show = first && linesOfGuard(first);
  const more = broken.length > 1 ? `, and ${broken.length - 1} more` : '';
  const held = guards.length === 1 ? 'the guard holds' : `${guards.length} guards hold`;
  if (guards.length === 0) return null;
  return (
    <Button class={`guards-state ${tone} ${ageOf(verdict)}`} title={show && 'Show these lines'} on={show ?? goToGuards}>
      {mark} {first === undefined ? held : `${first.guard}: ${first.found}${more}`}
    </Button>
  );
}

/** Moves to the line that adds a guard. */
export function goToGuards(): void {
  const guards = document.getElementById('guards');
  guards?.scrollIntoView({ block: 'center' });
  guards?.querySelector<HTMLElement>('input')?.focus({ preventScroll: true });
}

/** A figure of the candidate, beside that of the filter in force. */
interface Shown {
  name: string;
  now: string;
  of?: string;
  /** In words. */
  before: string;
  change?: string;
  /** What answers, where it is not the verdict. */
  panel?: Panel<unknown>;
}

function Figures({ answer: { report, over, bytes: all } }: { answer: Verdict }): JSX.Element {
  const [before, after] = [report.jobs[0]!, report.jobs[1]!];
  // A part of the objects has no rate: that of the whole would differ.
  const rates = over.isComplete ? report.cost?.jobs.map(({ perMonth }) => perMonth.bytes) : undefined;
  const [was, is] = rates ?? [];
  // Rates of what a job pushes are measured with the costs.
  const { isOfJob } = opened.value!;
  const shown: Shown[] = [
    ...(['kept', 'dropped', 'undecided'] as const).map((name) => ({
      name: `${capitalized(name)} lines`,
      now: count(after[name].lines),
      of: share(after[name].lines, report.lines.read),
      ...changed([before[name].lines, after[name].lines], count),
    })),
    ...(was && is
      ? isOfJob
        ? []
        : [sizeFigure('Kept bytes a month', [was, is], 'before compression')]
      : [
          {
            name: 'Kept bytes',
            now: bytes(after.kept.bytes),
            of: share(after.kept.bytes, all),
            ...changed([before.kept.bytes, after.kept.bytes], bytes),
          },
        ]),
    ...costFigures(over.isComplete),
  ];
  return (
    <dl class="highlights" tabIndex={0} aria-label="Figures">
      {shown.map(({ name, now, of, before, change, panel }) => (
        <div key={name} class={panel?.answer.value ? ageOf(panel) : undefined} aria-busy={panel?.isWaiting.value}>
          <dt>{name}</dt>
          <dd class="figure">
            {now}
            {of !== undefined && <small>{of}</small>}
          </dd>
          <dd class="note">
            <span class="change">{change}</span> {before}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function changed(
  [before, after]: readonly number[],
  print: (value: number) => string,
): Pick<Shown, 'before' | 'change'> {
  const difference = after! - before!;
  return difference === 0
    ? { before: 'as in force' }
    : { before: `from ${print(before!)}`, change: signed(print)(difference) };
}

/** Bytes a month. An estimate has its interval. */
function sizeFigure(name: string, [was, is]: readonly [Estimated, Estimated], note: string): Shown {
  const interval = printInterval(is, bytes);
  return {
    name,
    now: `${interval && '~'}${bytes(is.value)}`,
    of: interval === '' ? note : `${note}, ${interval}`,
    ...changed([was.value, is.value], bytes),
  };
}

/** Sizes and money, which arrive later than counts: marked on their own. */
function costFigures(isComplete: boolean): Shown[] {
  const { answer, failure } = costs;
  const none = { name: 'Stored a month', panel: costs };
  if (!isComplete) return [{ ...none, now: '…', before: 'follows when all objects are read' }];
  if (answer.value === null && failure.value === null) return [{ ...none, now: '…', before: 'measuring' }];
  // Under an invalid question, the counts may be of a newer one than the measurement.
  if (verdict.failure.value !== null && JSON.stringify(costs.asked.value) !== JSON.stringify(verdict.asked.value))
    return [{ ...none, now: 'not measured', before: 'the filter changed before' }];
  const { cost = null } = answer.value ?? {};
  const [before, after] = [cost?.jobs[0], cost?.jobs[1]];
  if (cost === null || before === undefined || after === undefined)
    return [
      {
        ...none,
        now: 'not measured',
        before: failure.value === null ? 'the lines cover too little time' : 'the measurement failed',
      },
    ];
  const sizes = (['bytes', 'stored'] as const).flatMap((unit): Shown[] => {
    const [was, is] = [before.perMonth[unit], after.perMonth[unit]];
    const isStored = unit === 'stored';
    if (!isStored && !opened.value!.isOfJob) return [];
    if (was === null || is === null)
      return isStored ? [{ ...none, now: 'not measured', before: 'too few lines are kept' }] : [];
    const figure = isStored
      ? sizeFigure(none.name, [was, is], 'gzip')
      : sizeFigure('Pushed bytes a month', [was, is], 'before compression');
    return [{ ...figure, panel: costs }];
  });
  const formats = moneyFormats(cost);
  const prices = after.money.slice(0, MAX_PRICES).map((price, index): Shown => {
    const [old, format] = [before.money[index]!, formats[index]!];
    const difference = differenceOfCosts(price, old);
    const [first, ...others] = amountsOf(difference).map((amount) => amount?.value ?? 0);
    const isRange = others.some((other) => other !== first);
    const saved = old.amount?.value ? ` (${signed(percent)(first! / old.amount.value)})` : '';
    const change = `${moneyChange(difference, [old.amount, price.amount], format)}${isRange ? ';' : saved}`;
    // Several cases print as their range.
    const interval = price.cases === undefined ? printMoneyRange(price.amount, format) : '';
    return {
      name: price.price === 'price' ? 'Cost a month' : `Cost a month, ${price.price}`,
      now: `${interval && '~'}${money(price, format)}`,
      ...(interval && { of: interval }),
      ...(first === 0 && !isRange
        ? { before: 'as in force' }
        : { before: `${isRange ? 'before' : 'from'} ${money(old, format)}`, change }),
      panel: costs,
    };
  });
  const more = after.money.length - prices.length;
  if (more > 0) prices.push({ name: 'More prices', now: count(more), before: 'see the reports in Take along' });
  return [...sizes, ...prices];
}

/** The four kinds of lines, and undecided ones: each opens its lines. */
function Kinds({ answer }: { answer: Verdict }): JSX.Element {
  const { read } = answer.report.lines;
  const linesOf = (effect: Effect): number => EFFECTS[effect].of(answer).lines;
  const shown = PARTS_OF_ALL.filter((effect) => effect !== 'either-undecided' || linesOf(effect) > 0);
  return (
    <div class="kinds">
      <Bar class="strip" parts={partsOf(linesOf)} whole={read} />
      <ul class="legend">
        {shown.map((effect) => (
          <li key={effect}>
            <Button
              pressed={view.value.effect === effect}
              title={`${bytes(EFFECTS[effect].of(answer).bytes)}; show these lines`}
              on={() => showLines({ effect })}
            >
              <Swatch tone={EFFECTS[effect].tone} />
              <b>{EFFECTS[effect].name.toLowerCase()}</b> {count(linesOf(effect))}{' '}
              <span class="muted">{share(linesOf(effect), read)}</span>
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
