// Answers the questions of the page over an index, in a thread of its own: by the verbs that the command line has, and by the table of lines. Keeps the
// index open, and the table of the newest state. Knows nothing of HTTP.

import { type GuardResult, GuardSyntaxError, isChange, parseGuard } from '../../analysis/guard/index.ts';
import type { NamedTransformer } from '../../analysis/query/index.ts';
import {
  type CountedTexts,
  countValues,
  FieldTexts,
  fieldLines,
  offsetOf,
  type RowTable,
  rankFields,
  rankTexts,
  readLineAt,
  readRows,
  readValues,
  type Selected,
  selectStates,
  storedLines,
  timeSpan,
  type ValueReading,
} from '../../analysis/rows/index.ts';
import { printBytes, printJson, printPlural } from '../../base/index.ts';
import { isIndex } from '../../input/columns/index.ts';
import { keepIndex } from '../../input/destination/index.ts';
import { Manifest } from '../../input/manifest/index.ts';
import type { LineRecord } from '../../input/record/index.ts';
import { countLines, DECISIVE, type RowState, VERDICT_KEYS, verdictIn } from '../../input/scan/index.ts';
import { listSources, type SourceListing } from '../../input/sources/index.ts';
import { type Dataset, getDataset } from '../../language/dataset/index.ts';
import {
  type CompiledFilter,
  compileFilter,
  DROP,
  type Explanation,
  explainFilter,
  KEEP,
  operatorsFor,
  type Verdict,
} from '../../language/filter/index.ts';
import { promisesOf } from '../../language/promises/index.ts';
import { comparisonRemarks, suggestionRemarks, transformationRemarks } from '../../report/index.ts';
import { compare } from '../../verbs/compare/compare.ts';
import { replay } from '../../verbs/replay/replay.ts';
import { describeDifference } from '../../verbs/request/index-difference.ts';
import { resolveLogs } from '../../verbs/request/logs-request.ts';
import { type FilterArgument, type FilterSet, NO_LINE } from '../../verbs/request/named-filters.ts';
import { InvalidTransformerError } from '../../verbs/request/named-transformer.ts';
import type * as Page from '../contract.ts';
import { EFFECTS, QUESTIONS } from '../question-schemas.ts';
import { checkText, type FilterText, ofJob, placeIn, readFilterText } from './filter-text.ts';
import { inPageWords, PageError } from './page-error.ts';
import type { PageSource } from './question-thread.ts';
import { type Asked, comparedFilters, type PageRequest, takeAlong, transformCommandOf } from './take-along.ts';
import { expressionsFor } from './value-expressions.ts';

/** How often a question may see what a build has added: panels of one state then have the same revision. Milliseconds; ours. */
const GROWTH_MS = 1000;
const MS_PER_SECOND = 1000;
/** Tables that are kept: that of the state, and those of its conditions. */
const MAX_TABLES = 3;
/** Fields whose texts are kept, and their bytes at most. */
const KEPT_TEXTS = { fields: 8, bytes: 96 * 1024 * 1024 };
/** Values of a completion. */
const MAX_COMPLETIONS = 100;
/** Distinct values that are searched for a completion, in the order in which they occur first. Ours: each key searches them again. */
const SEARCHED_VALUES = 100_000;
/** Distinct values of a field after which no other object is counted for completions. Ours: of a field with more, nearly every line has its own. */
const COUNTED_VALUES = 250_000;
/** JSON texts of an answer: beyond it, values are not listed. Bytes; ours. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;
/** Bytes of changed lines. Ours: a browser has them in memory twice. */
const MAX_LINES_BYTES = 64 * 1024 * 1024;

/** Lines with each field; the first and the last time, RFC 3339, empty without any. */
interface FieldFacts {
  shares: ReadonlyMap<string, number>;
  times: readonly string[];
}

/** Of a source without an object. */
const NO_FACTS: FieldFacts = { shares: new Map(), times: [] };

/** Questions about lines, of which at least one object is read: each answers the rest of what {@link Page.Answered} begins. */
type OverLines = {
  readonly [Name in Exclude<keyof Page.Api, 'check' | 'progress' | 'open'>]: (
    question: Page.Api[Name][0],
    asked: Asked,
  ) => Promise<Omit<Page.Api[Name][1], 'over'>>;
};

/** Guards of figures that depend on the fields that the job in force writes. Their sizes are measured. */
const OF_PUSHED = /\b(?:pushed|cost|saves)\b/;

/** Of a question without a state: every line. */
const NO_STATE: Page.PageState = { from: '', to: '', guards: [], neverDrop: [], prices: [] };

/** Answers questions. */
export class PageQuestions {
  readonly #source: PageSource;
  readonly #dataset: Dataset;
  #isGrowing: boolean;
  #failure: string | undefined;
  #pinnedAt = Number.NEGATIVE_INFINITY;
  #version: string | undefined;
  #over: Page.Coverage | undefined;
  /** By key, the latest used last. */
  readonly #tables = new Map<string, RowTable>();
  readonly #texts = new Map<string, FieldTexts>();
  #facts: FieldFacts | undefined;
  /** The fields that were ranked last, by table. */
  readonly #ranked = new WeakMap<RowTable, { selected: string; fields: string[] }>();
  /** The values of the field that was completed last. */
  #completed: { field: string; counted: CountedTexts } | undefined;
  readonly #overLines: OverLines = {
    verdict: (_, asked) => this.#verdict(asked),
    costs: (_, asked) => this.#costs(asked),
    values: (question, asked) => this.#values(question, asked),
    fields: ({ effect }, asked) => this.#fields(effect, asked),
    complete: (question, asked) => this.#complete(question, asked),
    lines: (question, asked) => this.#lines(question, asked),
    line: (question, asked) => this.#line(question, asked),
    suggest: (question, asked) => this.#suggest(question, asked),
    transform: ({ sql }, asked) => this.#transform(sql, asked),
    take: ({ what }, asked) => takeAlong(what, asked, () => this.#changedLines(asked)),
  };

  constructor(source: PageSource, isGrowing: boolean) {
    this.#source = source;
    this.#dataset = getDataset(source.dataset);
    this.#isGrowing = isGrowing;
  }

  /** Notes that the build has ended. @param failure why, if it has not read everything */
  endGrowth(failure: string | undefined): void {
    this.#isGrowing = false;
    this.#failure = failure;
    this.#pinnedAt = Number.NEGATIVE_INFINITY;
  }

  /** Answers a question. @throws PageError, HeadgateError */
  async answer(name: string, question: unknown, signal: AbortSignal): Promise<unknown> {
    const schema = QUESTIONS[name as keyof Page.Api];
    if (!Object.hasOwn(QUESTIONS, name))
      throw new PageError(
        404,
        'not-found',
        `cannot answer: found the question ${name}, expected one of ${Object.keys(QUESTIONS).join(', ')}`,
      );
    const { success, data, error } = schema.safeParse(question);
    if (!success) {
      const { path, message } = error.issues[0]!;
      const place = path.length === 0 ? 'the question' : path.join('.');
      throw new PageError(400, 'bad-question', `cannot read the question ${name}: ${place}: ${message}`);
    }
    if (name === 'check') return checkText((data as Page.Api['check'][0]).text, this.#dataset);
    if (name === 'progress') return { over: await this.#coverage() };
    if (name === 'open') return await this.#open(signal);
    const asked = this.#asked({ ...NO_STATE, ...data }, signal);
    const over = await this.#readable(signal);
    const answer = await this.#overLines[name as keyof OverLines](data as never, asked);
    signal.throwIfAborted();
    return { over, ...answer };
  }

  /** What is read so far. */
  async #coverage(): Promise<Page.Coverage> {
    const now = performance.now();
    if (this.#over !== undefined && this.#isGrowing && now - this.#pinnedAt < GROWTH_MS) return this.#over;
    if (this.#failure !== undefined && !isIndex(this.#source.folder)) {
      // The build leaves no index without a record.
      this.#over = { ...NOTHING_READ, revision: nextRevision(), isComplete: true, failure: this.#failure };
      return this.#over;
    }
    const version = await keepIndex(this.#source.folder, {
      isGrowing: this.#isGrowing,
      isTemporary: this.#source.isTemporary,
    });
    if (this.#over === undefined || version !== this.#version || this.#over.isComplete === this.#isGrowing) {
      const counted = countIndex(this.#source.folder, this.#isGrowing);
      // A count that fails leaves all of these as they were: the next question counts again.
      this.#version = version;
      this.#tables.clear();
      this.#completed = undefined;
      this.#facts = undefined;
      this.#over = { ...counted, revision: nextRevision(), isComplete: !this.#isGrowing };
      if (this.#failure !== undefined) this.#over.failure = this.#failure;
    }
    this.#pinnedAt = now;
    return this.#over;
  }

  /** The request that the state is for verbs. */
  #requestOf({ guards, neverDrop, prices, ...state }: Page.PageState, signal: AbortSignal): PageRequest {
    const { folder, reading, nullAs, undecidedOk } = this.#source;
    const isFile = prices.find((price) => price.trim().startsWith('@') && !this.#source.state.prices.includes(price));
    if (isFile !== undefined)
      throw new PageError(
        422,
        'price-file',
        'cannot use the price: found @, expected a price such as 0.50/GB; pass a price file with --price',
        { part: 'prices' },
      );
    const nevers = neverDrop.map((text) => readFilterText(text, this.#dataset, 'neverDrop').argument.value);
    return {
      ...{ sources: [folder], dataset: this.#source.dataset, reading, nullAs, signal, threads: 1 },
      ...{ range: { since: state.since, until: state.until }, guards, neverDrop: nevers, price: prices },
      undecidedOk: undecidedOk && guards.length + nevers.length > 0,
    };
  }

  #asked(state: Page.PageState, signal: AbortSignal): Asked {
    return {
      ...{ source: this.#source, state },
      from: readFilterText(state.from, this.#dataset, 'from'),
      to: readFilterText(state.to, this.#dataset, 'to'),
      request: this.#requestOf(state, signal),
    };
  }

  async #open(signal: AbortSignal): Promise<Page.Opened> {
    const { sources, state, sql, version, output } = this.#source;
    const over = await this.#coverage();
    const listing = over.objects === 0 ? undefined : await this.#listAll(signal);
    const { shares, times } = listing === undefined ? NO_FACTS : await this.#factsOf(signal, listing);
    const names = new Set([...this.#dataset.fields.keys(), ...shares.keys()]);
    const fields = [...names].map((name) => {
      const field = this.#dataset.fields.get(name);
      const type = field?.type ?? 'unknown';
      const isTested = field !== undefined && field.unfilterable !== true;
      const description =
        field?.removed !== undefined ? 'no longer pushed' : field?.deprecated === true ? 'deprecated' : '';
      return {
        ...{ name, type, description, operators: isTested ? [...operatorsFor(type)] : [] },
        ...{ share: over.lines === 0 ? null : (shares.get(name) ?? 0) / over.lines },
      };
    });
    const [firstTime = null, lastTime = null] = times;
    return {
      over,
      version,
      dataset: this.#dataset.name,
      sources: [...sources],
      state,
      isOfJob: output !== undefined,
      sql,
      fields,
      firstTime,
      lastTime,
      promises: promisesOf(this.#dataset).map(({ name, filter, covers, fields: tested }) => ({
        ...{ name, filter, covers, lacks: over.lines === 0 ? [] : tested.filter((field) => !shares.get(field)) },
      })),
      warnings: [
        ...(listing?.warnings ?? []),
        ...(listing?.indexes ?? []).flatMap((one) => describeDifference(one) ?? []),
      ],
    };
  }

  /** Lists the index, whatever time range a question has. */
  async #listAll(signal: AbortSignal): Promise<SourceListing> {
    return await listSources(resolveLogs({ sources: [this.#source.folder], signal }), []);
  }

  /** Lines with each field, and the first and the last time, of the rows in columns. */
  async #factsOf(signal: AbortSignal, listing?: SourceListing): Promise<FieldFacts> {
    if (this.#facts !== undefined) return this.#facts;
    const { objects } = listing ?? (await this.#listAll(signal));
    const shares = new Map<string, number>();
    const seen = new Set<object>();
    let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const { destination, object } of objects) {
      for (const { part } of destination.columnsOf?.(object, this.#dataset.name) ?? []) {
        if (seen.has(part)) continue;
        seen.add(part);
        for (const [name, lines] of fieldLines(part)) shares.set(name, (shares.get(name) ?? 0) + lines);
        const span = timeSpan(part);
        if (span !== undefined) [first, last] = [Math.min(first, span.first), Math.max(last, span.last)];
      }
    }
    this.#facts = { shares, times: first > last ? [] : [first, last].map((ms) => new Date(ms).toISOString()) };
    return this.#facts;
  }

  async #verdict(asked: Asked) {
    const { state, request } = asked;
    const {
      timing: _,
      hours: counted = [],
      ...report
    } = await compare({
      ...request,
      ...comparedFilters(
        asked,
        state.guards.some((guard) => OF_PUSHED.test(guard)),
      ),
      samples: 0,
      findsValues: false,
    });
    request.signal.throwIfAborted();
    const hours: Page.Verdict['hours'] = {
      starts: counted.map(({ hour }) => Date.parse(hour) / MS_PER_SECOND),
      kept: counted.map(({ jobs }) => jobs[1]!.kept.lines),
      undecided: counted.map(({ jobs }) => jobs[1]!.undecided.lines),
      dropped: counted.map(({ lines, jobs }) => lines - jobs[1]!.kept.lines - jobs[1]!.undecided.lines),
      before: counted.map(({ jobs }) => jobs[0]!.kept.lines),
    };
    const { facts, notices } = await comparisonRemarks({ ...report, hours: counted });
    const remarks = { facts: facts.map(inPageWords), notices: [...new Set(notices.map(inPageWords))] };
    const { kept, dropped, undecided } = report.jobs[1]!;
    const bytes = kept.bytes + dropped.bytes + undecided.bytes;
    const texts = [...state.guards, ...state.neverDrop];
    const guards = (report.guards ?? []).map((one, index) => ({
      ...one,
      guard: texts[index]!,
      shows: linesOfGuard(one),
    }));
    return { report, guards, remarks, hours, bytes, linesInAll: countLines(report.lines) };
  }

  async #costs(asked: Asked) {
    const { guards: _, neverDrop: __, undecidedOk: ___, ...rest } = asked.request;
    const { from, to } = comparedFilters(asked, true);
    const filters = [from, ...to];
    // Only a comparison has a side that keeps no line.
    const { cost, lines } = filters.some(({ value }) => value === NO_LINE)
      ? await compare({ ...rest, from, to, samples: 0, findsValues: false })
      : await replay({ ...rest, filters, detail: 'no-fields', samples: 0 });
    if (lines.read === 0) throw noLines(asked.state);
    return { cost: cost ?? null };
  }

  /** What is read, once there is an object. @throws PageError `superseded` before: asked again soon, the question has an answer */
  async #readable(signal: AbortSignal): Promise<Page.Coverage> {
    signal.throwIfAborted();
    const over = await this.#coverage();
    if (over.objects > 0) return over;
    this.#pinnedAt = Number.NEGATIVE_INFINITY;
    if (!over.isComplete) throw new PageError(409, 'superseded', 'no object is read yet');
    throw new PageError(422, 'no-objects', over.failure ?? 'cannot answer: no object of the source could be read');
  }

  /** The lines of a state, and whether they have a part in what is asked. */
  async #table(asked: Asked, part: Part = {}) {
    const { since, until } = asked.state;
    const key = JSON.stringify([asked.from.argument, asked.to.argument, since, until, part]);
    const logs = resolveLogs(asked.request);
    const reading: ValueReading = { dataset: this.#dataset, reading: logs.reading, signal: asked.request.signal };
    const known = this.#tables.get(key);
    const table = known ?? (await this.#read(asked, part, logs));
    this.#tables.delete(key);
    this.#tables.set(key, table);
    for (const old of [...this.#tables.keys()].slice(0, -MAX_TABLES)) this.#tables.delete(old);
    return { table, reading };
  }

  async #read(
    asked: Asked,
    { condition: path, breaks }: Part,
    logs: ReturnType<typeof resolveLogs>,
  ): Promise<RowTable> {
    const { signal } = asked.request;
    const filters = [asked.from, asked.to].map((one) => this.#compiled(one));
    const condition =
      path === undefined ? undefined : (filters[1]?.conditions.findIndex((one) => one.path === path) ?? -1);
    if (condition === -1)
      throw new PageError(
        400,
        'condition-unknown',
        `cannot list lines: found the condition ${path}, expected one of the candidate`,
      );
    if (breaks !== undefined) filters.push(this.#compiled(readFilterText(breaks, this.#dataset, 'neverDrop')));
    const listing = await listSources(logs, []);
    const table = await readRows({
      ...{
        dataset: this.#dataset,
        range: logs.range,
        filters,
        objects: listing.objects,
        reading: logs.reading,
        signal,
      },
      decisive: condition === undefined ? undefined : { filter: 1, condition },
    });
    signal.throwIfAborted();
    if (table.count(selectStates(() => true)) > 0) return table;
    const [lost] = table.total.lost;
    throw noLines(asked.state, lost && `${lost.object}: ${lost.message}`);
  }

  /** Undefined keeps every line; that of no line has no conditions. */
  #compiled({ argument, filter }: FilterText): CompiledFilter | undefined {
    const dataset = this.#dataset;
    if (filter !== undefined) return compileFilter(filter, dataset, { nullAs: this.#source.nullAs });
    if (argument.value !== NO_LINE) return undefined;
    const root = { kind: 'or', children: [] } as const;
    const drop = (): Verdict => DROP;
    const never = { verdict: drop, evaluate: drop, verdictOf: drop, forEachDecisive: () => {} };
    return { filter: { where: root }, dataset, conditions: [], fields: [], root, ...never };
  }

  async #lines({ effect, condition, breaks, first, count, columns }: Page.Api['lines'][0], asked: Asked) {
    const part = { condition, breaks };
    const { table, reading } = await this.#table(asked, part);
    const selected = linesOf(effect, part);
    const places = table.window(selected, first, count);
    const values = await readValues(places, columns, reading);
    const rows = places.map((place, index) => ({
      ...{ object: place.object.item.object.name, offset: offsetOf(place, reading), values: values[index]! },
      ...{ from: verdictOf(place.state, 0), to: verdictOf(place.state, 1) },
    }));
    return { total: table.count(selected), rows };
  }

  /** The lines that only one filter keeps, as they are stored. */
  async #changedLines(asked: Asked): Promise<string> {
    const { table, reading } = await this.#table(asked);
    const { text, isWhole } = await storedLines(table, CHANGED, MAX_LINES_BYTES, reading);
    if (isWhole) return text.toString('utf8');
    throw new PageError(
      422,
      'too-many-lines',
      `cannot download the changed lines: they take more than ${printBytes(MAX_LINES_BYTES)}; choose a shorter time range, or run the command with --emit-changed DIR`,
    );
  }

  async #line({ object, offset }: Page.Api['line'][0], asked: Asked) {
    const { table, reading } = await this.#table(asked);
    const place = table.objectNamed(object);
    let answer: Omit<Page.LineAnswer, 'over'> | undefined;
    const explain = (record: LineRecord, line: Uint8Array): void => {
      const [from = null, to = null] = [asked.from, asked.to].map((one) => {
        const filter = this.#compiled(one);
        return filter && treeOf(explainFilter(filter, record));
      });
      const fields = [...record.toMap()].map(([name, found]) => {
        const value = printJson(found);
        return { name, value, ...expressionsFor(name, value, this.#dataset) };
      });
      answer = { text: Buffer.from(line).toString('utf8'), from, to, fields };
    };
    if (place !== undefined) await readLineAt(place, offset, reading, explain);
    if (answer !== undefined) return answer;
    throw new PageError(
      422,
      'line-not-found',
      `cannot open the line: found none at byte ${offset} of ${object} in the time range; close it, or choose All time`,
    );
  }

  async #values({ field: chosen, search, count, by = 'all' }: Page.Api['values'][0], asked: Asked) {
    const { table, reading } = await this.#table(asked);
    const field = chosen || (await this.#fieldFor(by, asked));
    const counted = await countValues(table, field, this.#textsOf(field), reading);
    const matches = search === undefined || search === '' ? undefined : searchFor(search);
    const ranking = { by: linesOf(by), limit: count, matches };
    const { found, distinct } = await rankTexts(counted, ranking, reading.signal);
    const selections = EFFECTS.map((effect) => [effect, linesOf(effect)] as const);
    const byEffect = (count: (selected: Selected) => number) =>
      Object.fromEntries(selections.map(([effect, selected]) => [effect, count(selected)])) as Page.Values['rest'];
    const rest = byEffect((selected) => counted.all(selected));
    const absent = byEffect((selected) => counted.at(0, selected));
    subtract(rest, absent);
    let bytes = 0;
    const values: Page.Values['values'] = [];
    for (const { number, text: value } of found) {
      bytes += value.length;
      if (bytes > MAX_ANSWER_BYTES) break;
      const own = byEffect((selected) => counted.at(number, selected));
      subtract(rest, own);
      values.push({ value, counts: own, ...expressionsFor(field, value, this.#dataset) });
    }
    return { field, values, distinct, rest, absent };
  }

  async #fields(effect: Page.Effect, asked: Asked) {
    const { table, reading } = await this.#table(asked);
    const selections = effect === 'all' ? CHANGES.map((one) => linesOf(one)) : [linesOf(effect)];
    const selected = selections.find((one) => table.count(one) > 0) ?? linesOf('kept');
    const known = this.#ranked.get(table);
    if (known?.selected === selected.join()) return { fields: known.fields };
    const fields = await rankFields(table, selected, reading);
    this.#ranked.set(table, { selected: selected.join(), fields });
    return { fields };
  }

  /** The field whose values are shown if none is chosen. */
  async #fieldFor(effect: Page.Effect, asked: Asked): Promise<string> {
    const { fields } = await this.#fields(effect, asked);
    const { shares } = await this.#factsOf(asked.request.signal);
    const tested = [...this.#dataset.fields.values()].filter(
      ({ type, unfilterable }) => unfilterable !== true && operatorsFor(type).length > 0,
    );
    const most = Math.max(...tested.map(({ name }) => shares.get(name) ?? 0));
    return (
      fields.find((name) => tested.some((one) => one.name === name)) ??
      (tested.find(({ name, type }) => type === 'string' && (shares.get(name) ?? 0) > most / 2) ?? tested[0]!).name
    );
  }

  async #complete({ field, prefix }: Page.Api['complete'][0], asked: Asked) {
    // Each key of a value asks for the same field.
    if (this.#completed?.field !== field) {
      const { table, reading } = await this.#table(asked);
      const counted = await countValues(table, field, this.#textsOf(field), reading, COUNTED_VALUES);
      this.#completed = { field, counted };
    }
    const { counted } = this.#completed;
    const matches = prefix === '' ? undefined : searchFor(prefix);
    const by = linesOf('all');
    const ranking = { by, limit: MAX_COMPLETIONS, matches, among: SEARCHED_VALUES };
    const { found } = await rankTexts(counted, ranking, asked.request.signal);
    const countOf = (number: number): number | null => (counted.isWhole ? counted.at(number, by) : null);
    return { values: found.map(({ number, text }) => ({ value: text, lines: countOf(number) })) };
  }

  async #suggest({ goal, noPromise }: Page.Api['suggest'][0], { from, request }: Asked) {
    const { guards: _, undecidedOk: __, ...rest } = request;
    const { suggest } = await import('../../verbs/suggest/suggest.ts');
    const { timing: ___, ...found } = await suggest({ ...rest, goal, noPromise, from: from.argument });
    // The index may be of this process alone: the user knows its sources.
    const report = { ...found, sources: [...this.#source.sources], commands: [] };
    return { report, ...wordsOf(await suggestionRemarks(report)) };
  }

  async #transform(sql: string, { state, request: { signal } }: Asked) {
    const asked = this.#asked({ ...state, guards: state.guards.filter(isOfOne) }, signal);
    let reading: NamedTransformer['reading'] | undefined;
    const onListing = (_listing: unknown, set: FilterSet): void => {
      reading = set.filters[0]?.transformer?.reading;
    };
    const filters = [transformedFilter(asked)];
    const transformed = { filters, transformer: { sql }, samples: 1, onListing };
    const report = await replay({ ...asked.request, ...transformed }).catch((error) => {
      throw error instanceof InvalidTransformerError ? invalidSql(sql, error) : error;
    });
    signal.throwIfAborted();
    const { sections, ...words } = await transformationRemarks(report);
    return { sections, problems: problemsOfSql(sql, reading), command: transformCommandOf(asked), ...wordsOf(words) };
  }

  /** The texts of a field. Those of others are forgotten when they are many. */
  #textsOf(field: string): FieldTexts {
    const texts = this.#texts.get(field) ?? new FieldTexts();
    this.#texts.delete(field);
    this.#texts.set(field, texts);
    let bytes = [...this.#texts.values()].reduce((sum, { table }) => sum + table.size, 0);
    for (const [name, { table }] of this.#texts) {
      if (name === field || (this.#texts.size <= KEPT_TEXTS.fields && bytes <= KEPT_TEXTS.bytes)) break;
      this.#texts.delete(name);
      bytes -= table.size;
    }
    return texts;
  }
}

/** @param lost an object that could not be read, and why */
function noLines({ since, until }: Page.PageState, lost?: string): PageError {
  const hasRange = since !== undefined || until !== undefined;
  const because = lost !== undefined ? `; ${lost}` : hasRange ? ' in the time range; choose a longer one' : '';
  return new PageError(422, 'no-records', `cannot answer: found no line${because}`);
}

/** Microseconds of a clock that never goes back: a thread or a process that is started again has later revisions than the one before. */
function nextRevision(): number {
  return Math.floor(Number(process.hrtime.bigint()) / 1000);
}

/** Whether a guard needs no filter to compare with, or is invalid, which the verb reports. */
function isOfOne(guard: string): boolean {
  try {
    return !isChange(parseGuard(guard));
  } catch (error) {
    if (error instanceof GuardSyntaxError) return true;
    throw error;
  }
}

/** The sentences of a report, in the words of the page. */
function wordsOf({ answer: { tone, text }, remarks }: Pick<Page.Suggested, 'answer' | 'remarks'>) {
  return { answer: { tone, text: inPageWords(text) }, remarks: remarks.map(inPageWords) };
}

function hasEffect(state: RowState, effect: Page.Effect): boolean {
  const [from, to] = [verdictIn(state, 0), verdictIn(state, 1)];
  if (to === undefined) return false;
  if (effect === 'newly-dropped') return from === KEEP && to === DROP;
  if (effect === 'newly-kept') return from === DROP && to === KEEP;
  if (effect === 'kept-by-both') return from === KEEP && to === KEEP;
  if (effect === 'dropped-by-both') return from === DROP && to === DROP;
  if (effect === 'either-undecided') return [from, to].some((verdict) => verdict !== KEEP && verdict !== DROP);
  return effect === 'all' || VERDICT_KEYS[to] === effect;
}

/** Of all lines, those that a person looks for first. */
const CHANGES = ['newly-dropped', 'newly-kept'] as const;

/** The lines that only one filter keeps. */
const CHANGED = selectStates((state) => hasEffect(state, 'newly-dropped') || hasEffect(state, 'newly-kept'));

/** Lines with an effect, of which a condition alone decides, or which break a guard. */
type Part = { [Key in 'condition' | 'breaks']?: string | undefined };

/** The guard of {@link Part}, among the filters of a table. */
const GUARD = 2;

function linesOf(effect: Page.Effect, { condition, breaks }: Part = {}): Selected {
  return selectStates((state) => {
    if (!hasEffect(state, effect) || (condition !== undefined && (state & DECISIVE) === 0)) return false;
    if (breaks === undefined) return true;
    if (effect === 'dropped') return verdictIn(state, GUARD) === KEEP;
    return verdictIn(state, 1) !== KEEP && verdictIn(state, GUARD) !== DROP;
  });
}

/** Of a broken guard, the lines to look at: those that break it; of a figure that is too low, those that it lacks. */
function linesOfGuard({ kind, guard, holds, value }: GuardResult): Page.Effect | null {
  if (holds || value === null) return null;
  if (kind !== 'threshold') return value > 0 ? 'dropped' : 'all';
  const { figure, operator } = parseGuard(guard);
  const counted = figure.replace('-bytes', '');
  if (counted.startsWith('newly-') || counted === 'undecided') return counted as Page.Effect;
  const isOfKept = counted !== 'dropped' && counted !== 'saves';
  return isOfKept === operator.startsWith('>') ? 'dropped' : 'kept';
}

function verdictOf(state: RowState, filter: number): Page.LineVerdict {
  return VERDICT_KEYS[verdictIn(state, filter)!];
}

function subtract(from: Record<Page.Effect, number>, what: Record<Page.Effect, number>): void {
  for (const effect of EFFECTS) from[effect] -= what[effect];
}

/** Tests whether the JSON text of a value contains a text, whatever the case of its letters. */
function searchFor(search: string): (json: string) => boolean {
  const [plain, escaped] = [search, JSON.stringify(search).slice(1, -1)].map((text) => text.toLowerCase());
  return (json) => {
    const text = json.toLowerCase();
    return text.includes(escaped!) || (text.includes('\\') && plain !== escaped && text.includes(plain!));
  };
}

function treeOf(explanation: Explanation): Page.TruthNode {
  const { path, text, truth: outcome } = explanation;
  if (explanation.kind !== 'condition')
    return { text, path, outcome, value: null, reason: null, children: explanation.children.map(treeOf) };
  const { found, reason = null } = explanation;
  return { text, path, outcome, value: found === undefined ? null : printJson(found), reason, children: [] };
}

/** The candidate, behind which the transformer reads the fields that the job in force writes. */
function transformedFilter({ source, to }: Asked): FilterArgument {
  if (to.argument.value === NO_LINE) {
    const message = 'cannot replay the transformer: found a candidate that keeps no line, expected a filter';
    throw new PageError(422, 'no-filter', message, { part: 'to' });
  }
  return ofJob(to, 'candidate', source);
}

function invalidSql(sql: string, { transformer: { reading } }: InvalidTransformerError): PageError {
  const errors = reading.problems.filter(({ severity }) => severity === 'error').length;
  const where = { part: 'sql' as const, problems: problemsOfSql(sql, reading) };
  return new PageError(422, 'transformer-invalid', `cannot use the SQL: found ${printPlural(errors, 'error')}`, where);
}

/** A fix that names what to write in place of a name. */
const NAME_FIX = /^(?:did you mean|write(?: FROM)?) ([A-Za-z_]\w*)\??$/;

function problemsOfSql(sql: string, reading: NamedTransformer['reading'] | undefined): Page.TextProblem[] {
  return (reading?.problems ?? []).map(({ severity, message, fix = '', ...at }) => {
    const place = placeIn(sql, at);
    const [, name] = NAME_FIX.exec(fix) ?? [];
    const written = sql.slice(place.from, place.to);
    // A text in quotes has another end than its place.
    const isName = /^(?:\w+|"\w+")$/.test(written);
    const text = written.startsWith('"') ? `"${name}"` : name!;
    const fixes = name !== undefined && isName ? [{ label: `Write ${text}`, text, ...place }] : [];
    return { ...place, severity, message, fixes };
  });
}

const NOTHING_READ = { objects: 0, objectsInAll: 0, lines: 0 };

function countIndex(folder: string, isGrowing: boolean): Pick<Page.Coverage, 'objects' | 'objectsInAll' | 'lines'> {
  let manifest: Manifest;
  try {
    manifest = Manifest.open(folder, 'read', isGrowing);
  } catch (error) {
    // The build has not created it yet.
    if (isGrowing) return NOTHING_READ;
    throw error;
  }
  try {
    const states = manifest.db.prepare('SELECT state, count(*) AS objects FROM objects GROUP BY state').all() as {
      state: string;
      objects: number;
    }[];
    const inAll = states.reduce((sum, { objects }) => sum + objects, 0);
    const waiting = states.find(({ state }) => state === 'waiting')?.objects ?? 0;
    const { lines } = manifest.db.prepare('SELECT coalesce(sum(last - first), 0) AS lines FROM runs').get() as {
      lines: number;
    };
    return { objects: inAll - waiting, objectsInAll: inAll, lines };
  } finally {
    manifest.close();
  }
}
