// Answers a query over lines: receives bytes, and counts every aggregate. Does not know where bytes come from (src/input/destination) or how figures are
// printed (src/report). One instance serves one thread; their states add up.
import type { TimeRange } from '../../base/index.ts';
import {
  createScanner,
  type DeferReason,
  type ScanCounts,
  type Scanner,
  type ScanRequest,
} from '../../input/kernel/index.ts';
import { type LineRecord, LineView, type RecordReaderOptions } from '../../input/record/index.ts';
import {
  ColumnScanner,
  DEFERRED_FAULTS,
  type KeepingPass,
  KernelScanners,
  type LineLimits,
  LineTally,
  lineHash,
  type ObjectPass,
  ObjectScan,
  type OnKept,
  objectHash,
  SampledFields,
  VERDICT_KEYS,
} from '../../input/scan/index.ts';
import type { Dataset } from '../../language/dataset/index.ts';
import { type CompiledFilter, DROP, type Verdict } from '../../language/filter/index.ts';
import {
  type AggregateByKind,
  type AggregateKind,
  type AnswerByKind,
  ConditionCounter,
  DrawCounter,
  type HandedLines,
  HourCounter,
  KeptSetCounter,
  LineCounter,
  NONE,
  ObjectTally,
  offeredLine,
  SampleLimits,
  type ScanCounter,
  type SelectedLine,
  type SelectionText,
  Slots,
  TransformCounter,
  TransitionCounter,
  VerdictTally,
} from '../aggregates/index.ts';
import { type Query, type QueryState, STATE_VERSION } from './query.ts';

/** All lines that start within this many bytes of an object are examined for hints, so small sources are examined completely. */
export const EXAMINED_HEAD_BYTES = 65_536;
/** After {@link EXAMINED_HEAD_BYTES}, one line in this many is examined, selected by the hash of its place. */
export const EXAMINED_ONE_IN = 64;

type Detail = ScanRequest['detail'];

/** What the scanners do for an aggregate. */
type ScanDetail = Detail | 'each' | 'defer';

/**
 * The detail that the scanners of the kernel and of columns count for each kind of aggregate. `each`: they hand over each line that its selection
 * keeps, and its counter adds the line. `defer`: none, so the record reader reads all lines of a query with this kind.
 */
export const DETAIL_OF: { readonly [K in AggregateKind]: (asked: AggregateByKind[K]) => ScanDetail } = {
  lines: ({ examined }) => (examined ? 'no-fields' : 'counts'),
  verdicts: () => 'counts',
  objects: () => 'counts',
  conditions: () => 'no-fields',
  hours: () => 'counts',
  fields: () => 'full',
  overlap: () => 'counts',
  sample: () => 'counts',
  values: () => 'counts',
  transformed: () => 'each',
  batches: () => 'each',
  transitions: () => 'each',
  examples: () => 'each',
};

/** Without its answers, which are found by kind. */
type AnyCounter = Omit<ScanCounter<AggregateKind, unknown>, 'answer'>;

/** How a pass reads lines. */
export interface QueryPassOptions {
  dataset: Dataset;
  /** Only lines whose event time is in the range are read. */
  range: TimeRange;
  /** Compiles a selection other than `every` and `none`. */
  compile: (text: SelectionText) => CompiledFilter;
}

/** Answers a query. */
export class QueryPass implements KeepingPass {
  readonly #query: Query;
  readonly #options: QueryPassOptions;
  readonly #slots: Slots;
  readonly #detail: Detail;
  readonly #tally: LineTally;
  readonly #conditions: ConditionCounter;
  readonly #counters: { readonly [K in AggregateKind]: ScanCounter<K, AnswerByKind[K]> };
  /** Those whose aggregates the query has. */
  readonly #active: readonly AnyCounter[];
  readonly #draws: DrawCounter['draws'];
  /** The verdicts of which scanners hand over every line. */
  readonly #each: HandedLines['each'];
  /** The fields that are read of them; undefined: all. */
  readonly #fields: readonly string[] | undefined;
  /** The values that the scanners hand over; undefined: the line is read. */
  readonly #values: SampledFields | undefined;
  readonly #view: LineView = new LineView();
  /** By output: the slot and the verdict of its lines. */
  readonly #outputs: readonly { slot: number; verdict: 'kept' | 'undecided'; output: number }[];
  readonly #scanners: KernelScanners;
  /** Undefined if rows of columns do not answer the query. */
  readonly #columns: ColumnScanner | undefined;
  /** By slot, of the line that is being counted. */
  readonly #verdicts: Verdict[];

  constructor(query: Query, options: QueryPassOptions) {
    const { aggregates } = query;
    const { dataset, range, compile } = options;
    const has = (kind: AggregateKind): boolean => aggregates.some((one) => one.kind === kind);
    this.#query = query;
    this.#options = options;
    const written = query.outputs.map(({ of }) => of);
    this.#slots = new Slots(aggregates, written, compile);
    this.#verdicts = this.#slots.filters.map(() => DROP);
    const details = detailsOf(query);
    this.#detail = details.has('full') ? 'full' : details.has('no-fields') ? 'no-fields' : 'counts';
    this.#tally = new LineTally(dataset, range, has('hours'));
    this.#conditions = new ConditionCounter(this.#slots, aggregates);
    const sets = new KeptSetCounter(this.#slots, aggregates, dataset);
    const drawn = new DrawCounter(this.#slots, aggregates);
    const transformed = new TransformCounter(this.#slots, aggregates);
    const transitions = new TransitionCounter(this.#slots, aggregates);
    this.#counters = {
      lines: new LineCounter(this.#tally),
      verdicts: new VerdictTally(this.#slots),
      objects: new ObjectTally(this.#slots, aggregates),
      conditions: this.#conditions,
      hours: new HourCounter(this.#slots, aggregates),
      fields: sets,
      overlap: sets,
      sample: drawn,
      values: drawn,
      transformed,
      batches: transformed,
      transitions,
      examples: transformed,
    };
    const kinds = new Set<AggregateKind>(['lines', ...aggregates.map(({ kind }) => kind)]);
    this.#active = [...new Set([...kinds].map((kind) => this.#counters[kind] as AnyCounter))];
    this.#draws = drawn.draws;
    const handed = [transformed, transitions];
    this.#each = handed.flatMap(({ each }) => each);
    this.#fields = handed.some(({ fields }) => fields === undefined)
      ? undefined
      : [...new Set(handed.flatMap(({ fields = [] }) => fields))];
    this.#values = this.#fields && new SampledFields(this.#fields);
    this.#outputs = query.outputs.flatMap(({ of, verdict }, output) =>
      of === NONE ? [] : [{ slot: this.#slots.of(of), verdict, output }],
    );
    const isDeferred = details.has('defer');
    this.#scanners = new KernelScanners((kernel, onCounts) =>
      isDeferred ? undefined : createScanner(kernel, this.#scanRequest(), onCounts),
    );
    this.#columns = isDeferred
      ? undefined
      : new ColumnScanner(this.#scanRequest(), (counts, object) => this.#addCounts(counts, object), has('objects'));
  }

  get lineCount(): number {
    return this.#tally.lineCount + this.#scanners.lineCount + (this.#columns?.lineCount ?? 0);
  }

  /** Lines that the kernel deferred, by reason; none without a kernel. */
  get deferredLines(): Readonly<Partial<Record<DeferReason, number>>> {
    return this.#scanners.deferredLines;
  }

  /** Whether the kernel does not support a part of the query: the record reader has then read all lines. */
  get isBeyondKernel(): boolean {
    return this.#scanners.isBeyondKernel;
  }

  openObject(name: string, reader: RecordReaderOptions): ObjectPass {
    return this.#open(name, reader);
  }

  /** The record reader reads all lines, since the kernel reports none. */
  openKeeping(name: string, reader: RecordReaderOptions, onKept: OnKept): ObjectPass {
    return this.#open(name, reader, onKept);
  }

  /** The answers over what was read so far. */
  state(): QueryState {
    this.#columns?.flush();
    const answerTo = <K extends AggregateKind>(asked: AggregateByKind[K] & { kind: K }): unknown =>
      this.#counters[asked.kind].answer(asked);
    return { version: STATE_VERSION, answers: this.#query.aggregates.map((asked) => answerTo(asked)) };
  }

  #open(name: string, reader: RecordReaderOptions, onKept?: OnKept): ObjectPass {
    const hash = objectHash(name);
    let scanner: Pick<Scanner, 'verdictOf' | 'setSampleLimit' | 'valueOf'>;
    let limits: SampleLimits;
    const faults = this.#tally.openObject(name);
    for (const counter of this.#active) counter.opened?.(name);
    return new ObjectScan(this.#scanners, reader, {
      ...faults,
      record: (record) => {
        const isInRange = this.#tally.countRecord(record);
        if (isInRange) this.#count(record, name, hash, onKept);
        return isInRange;
      },
      counts: (counts) => this.#addCounts(counts, name),
      remark: (remark) => {
        if (remark.damaged) this.#lose(name);
        faults.remark(remark);
      },
      problem: (found) => {
        this.#lose(name);
        faults.problem(found);
      },
      begin:
        onKept === undefined
          ? (own: Scanner, { maxLineBytes, defersNoField }: LineLimits) => {
              own.begin(hash, maxLineBytes, defersNoField);
              scanner = own;
              limits = new SampleLimits(own, this.#draws, this.#each);
            }
          : undefined,
      columns: onKept === undefined ? this.#columns : undefined,
      beginColumns: (start) => {
        scanner = this.#columns!;
        this.#columns!.begin({ name, hash, ...start });
        limits = new SampleLimits(scanner, this.#draws, this.#each);
      },
      deferred: (deferral, offset) => {
        if (deferral.reason !== 'sampled') return false;
        const place = { hash: lineHash(hash, offset), object: name, offset };
        for (const draw of this.#draws) {
          if (scanner.verdictOf(draw.slot) === draw.verdict && place.hash < draw.hashesBelow())
            draw.draw(offeredLine(deferral, place));
        }
        if (this.#each.some(({ slot, verdict }) => scanner.verdictOf(slot) === verdict)) {
          this.#addSelected({
            ...{ ...place, bytes: deferral.size, verdictOf: (slot) => scanner.verdictOf(slot) },
            fields: this.#values === undefined ? this.#view.read(deferral.bytes) : this.#values.begin(scanner),
            text: () => offeredLine(deferral, place).json(),
          });
        }
        return true;
      },
      sampled: () => limits.update(),
    });
  }

  #scanRequest(): ScanRequest {
    const { dataset, range } = this.#options;
    const { filters, detailed, sets } = this.#slots;
    return {
      dataset,
      range,
      filters,
      detail: this.#detail,
      hourlyJobs: this.#query.aggregates.some(({ kind }) => kind === 'hours') ? detailed : undefined,
      conditionJobs: detailed,
      setJobs: sets,
      values: this.#fields,
      examinedHeadBytes: EXAMINED_HEAD_BYTES,
      examinedOneIn: EXAMINED_ONE_IN,
      noRecords: DEFERRED_FAULTS,
    };
  }

  #addCounts(counts: ScanCounts, object: string): void {
    for (const counter of this.#active) counter.addCounts(counts, object);
  }

  #addSelected(line: SelectedLine): void {
    for (const counter of this.#active) counter.addSelected?.(line);
  }

  #lose(object: string): void {
    for (const counter of this.#active) counter.lost?.(object);
  }

  #count(record: LineRecord, object: string, objectHash: number, onKept: OnKept | undefined): void {
    const hash = lineHash(objectHash, record.offset);
    const isExamined =
      this.#detail !== 'counts' && (record.offset < EXAMINED_HEAD_BYTES || hash % EXAMINED_ONE_IN === 0);
    const verdicts = this.#verdicts;
    for (let slot = 0; slot < verdicts.length; slot += 1) {
      verdicts[slot] = this.#conditions.decide(slot, record, isExamined);
    }
    const line = { record, object, hash, time: this.#tally.time, verdicts, isExamined };
    for (let index = 0; index < this.#active.length; index += 1) this.#active[index]!.addLine(line);
    if (onKept === undefined) return;
    for (const { slot, verdict, output } of this.#outputs) {
      if (VERDICT_KEYS[verdicts[slot]!] === verdict) onKept(output, record);
    }
  }
}

/** What the aggregates need of the kernel. */
function detailsOf({ aggregates }: Query): ReadonlySet<ScanDetail> {
  const detailFor = <K extends AggregateKind>(asked: AggregateByKind[K] & { kind: K }): ScanDetail =>
    DETAIL_OF[asked.kind](asked);
  return new Set(aggregates.map((asked) => detailFor(asked)));
}
