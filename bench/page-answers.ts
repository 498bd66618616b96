// Measures what the page asks after each key, without a browser: the difference to page.bench.ts is the browser and its paint.
import { QuestionThread } from '../src/page/server/question-thread.ts';
import type { TargetRow } from './target-row.ts';

/** What is typed, key by key, between two texts that are there already. The filter is valid before and after each key. */
export const TYPED: readonly [before: string, keys: string, after: string][] = [
  ['EdgeResponseStatus >= 4', '04', ''],
  ['ClientRequestPath contains "a', 'pi/v1/orders', '"'],
  ['EdgeResponseStatus >= 400 and not starts_with(ClientRequestPath, "/', 'assets/', '")'],
  ['ClientCountry == "de" or ClientRequestUserAgent contains "M', 'ozilla/5.0 (X11', '"'],
  ['BotScore < 3', '0', ' and EdgeResponseStatus in {200 404} and ClientRequestHost contains "shop"'],
  ['ClientIP contains "2', '001:db8', '"'],
  ['RayID contains "8', 'f3a2', '"'],
];
/** Between two keys: a fast typist. Milliseconds. */
export const KEY_MS = 150;
const COLUMNS = [
  'EdgeStartTimestamp',
  'EdgeResponseStatus',
  'ClientRequestMethod',
  'ClientRequestHost',
  'ClientCountry',
];
const STATE = { from: '', to: '', guards: ['kept >= 1%'], neverDrop: [], prices: ['0.50/GB'] };
/** Milliseconds until the figures and until all panels have an answer. Zero: a newer key came first. */
export interface KeyTimes {
  figures: number;
  all: number;
}

/** Types into an index. Each second key waits for all panels, the others replace what is on its way. */
export async function answerTimes(folder: string): Promise<KeyTimes[]> {
  const thread = new QuestionThread({
    source: {
      ...{ folder, isTemporary: false, dataset: 'http_requests', reading: undefined, nullAs: 'unknown', state: STATE },
      ...{ undecidedOk: false, sources: [folder], sourceFlags: [], sql: '', output: undefined, version: '' },
    },
    isGrowing: false,
  });
  const times: KeyTimes[] = [];
  try {
    // In the first round, columns are read and code is compiled.
    for (const isCounted of [false, true]) {
      for (const [before, keys, after] of TYPED) {
        await answersTo(thread, before + after, new AbortController().signal);
        for (let typed = 1; typed <= keys.length; typed += 1) {
          const replaced = new AbortController();
          const answers = answersTo(thread, before + keys.slice(0, typed) + after, replaced.signal);
          const pause = new Promise((resolve) => setTimeout(resolve, KEY_MS));
          await (typed % 2 === 0 ? Promise.all([answers, pause]) : pause);
          replaced.abort();
          if (isCounted) times.push(await answers);
        }
      }
    }
    return times;
  } finally {
    await thread.stop();
  }
}

/** Asks what the page asks, all at once. */
async function answersTo(thread: QuestionThread, to: string, signal: AbortSignal): Promise<KeyTimes> {
  const state = { ...STATE, to };
  const started = performance.now();
  const times = { figures: 0, all: 0 };
  const ask = async (name: string, question: object) => {
    const answer = await thread.ask(name, question, signal);
    if (signal.aborted) throw signal.reason;
    if ('failure' in answer) throw new Error(`cannot measure ${name}: ${JSON.stringify(answer.failure.body)}`);
  };
  try {
    const figures = [ask('check', { text: to }), ask('verdict', state)];
    const panels = [
      ask('lines', { ...state, effect: 'all', columns: COLUMNS, first: 0, count: 400 }),
      ask('values', { ...state, field: '', count: 100, by: 'all', search: '' }),
      ask('fields', { ...state, effect: 'all' }),
      ask('costs', state),
    ];
    const all = Promise.all([...figures, ...panels]);
    await Promise.race([Promise.all(figures), all]);
    times.figures = performance.now() - started;
    await all;
    times.all = performance.now() - started;
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return times;
}

/** The same as rows, without a target: those of the page are on the screen. @param p95 of milliseconds */
export function answerRows(times: readonly KeyTimes[], p95: (values: readonly number[]) => number): TargetRow[] {
  const row = (work: string, key: keyof KeyTimes): TargetRow => {
    const found = times.flatMap((one) => (one[key] === 0 ? [] : [one[key]]));
    return { work: `${work} without a browser, p95`, target: '', measured: `${p95(found).toFixed(0)} ms` };
  };
  return [row('figures', 'figures'), row('every panel', 'all')];
}
