// The pass of mining: evaluates every line for the goals of a filter, and keeps the best lines of each. The record reader reads all
// lines: the goals need values that the kernel does not return. Reads no objects.
import { printJson, type TimeRange, type Value } from '../../base/index.ts';
import type { LineRecord, RecordReaderOptions } from '../../input/record/index.ts';
import {
  addLines,
  KernelScanners,
  type LinesTotal,
  LineTally,
  lineHash,
  noLines,
  type ObjectPass,
  ObjectScan,
  objectHash,
  type Pass,
  type Problem,
  ProblemTally,
} from '../../input/scan/index.ts';
import type { Dataset } from '../../language/dataset/index.ts';
import { type CompiledFilter, type NullReading, UNDECIDED } from '../../language/filter/index.ts';
import { FilterGoals } from './goals.ts';
import { LineSelection } from './line-selection.ts';
import type { MinedLine } from './mined-line.ts';

/** Longer lines are read, but not mined: a few of them would fill the memory. Bytes; our own choice. */
const MAX_MINED_BYTES = 256 * 1024;

/** The filter and the fields that the suite shows. */
interface MinePassOptions {
  dataset: Dataset;
  filter: CompiledFilter;
  /** The option that the filter was compiled with. */
  nullAs: NullReading;
  range: TimeRange;
  /** Fields of the cases; undefined: all. */
  fields: ReadonlySet<string> | undefined;
}

/** What a pass has found. Plain data; the figures of threads add up. */
export interface MineFigures {
  lines: LinesTotal;
  undecided: number;
  /** Lines over {@link MAX_MINED_BYTES}. */
  tooLong: number;
  candidates: MinedLine[];
  problemCounts: Record<string, number>;
  problems: Problem[];
}

/** Selects the lines of a suite. */
export class MinePass implements Pass {
  readonly #options: MinePassOptions;
  readonly #goals: FilterGoals;
  readonly #selection: LineSelection;
  readonly #tally: LineTally;
  readonly #scanners = new KernelScanners(() => undefined);
  #undecided = 0;
  #tooLong = 0;

  constructor(options: MinePassOptions) {
    this.#options = options;
    this.#goals = new FilterGoals(options.filter, options.nullAs);
    this.#selection = new LineSelection(this.#goals.goals.length);
    this.#tally = new LineTally(options.dataset, options.range);
  }

  get lineCount(): number {
    return this.#tally.lineCount;
  }

  openObject(name: string, reader: RecordReaderOptions): ObjectPass {
    const hash = objectHash(name);
    return new ObjectScan(this.#scanners, reader, {
      ...this.#tally.openObject(name),
      record: (record) => this.#record(record, name, hash),
      counts: () => {},
    });
  }

  /** The figures. No object may be read afterwards. */
  toFigures(): MineFigures {
    const { lines, problems } = this.#tally;
    return {
      lines: { ...lines },
      undecided: this.#undecided,
      tooLong: this.#tooLong,
      candidates: this.#selection.toLines(),
      problemCounts: problems.toCounts(),
      problems: problems.toProblems(),
    };
  }

  /** @returns false for a line outside the time range */
  #record(record: LineRecord, object: string, objectsHash: number): boolean {
    if (!this.#tally.countRecord(record)) return false;
    const { verdict, met } = this.#goals.evaluate(record);
    if (verdict === UNDECIDED) this.#undecided += 1;
    if (record.bytes > MAX_MINED_BYTES) {
      this.#tooLong += 1;
      return true;
    }
    const { offset } = record;
    const place = { object, offset, hash: lineHash(objectsHash, offset), met };
    this.#selection.offer(place, () => printFields(record, this.#options.fields));
    return true;
  }
}

/** Adds up the figures of threads. @param goals number of goals */
export function sumMineFigures(parts: readonly MineFigures[], goals: number): MineFigures {
  const lines = noLines();
  const problems = new ProblemTally();
  const selection = new LineSelection(goals);
  for (const part of parts) {
    addLines(lines, part.lines);
    problems.merge(part.problemCounts, part.problems);
    selection.addAll(part.candidates);
  }
  return {
    lines,
    undecided: parts.reduce((sum, { undecided }) => sum + undecided, 0),
    tooLong: parts.reduce((sum, { tooLong }) => sum + tooLong, 0),
    candidates: selection.toLines(),
    problemCounts: problems.toCounts(),
    problems: problems.toProblems(),
  };
}

/** Some fields of a record as compact JSON, in the order of the record. */
function printFields(record: LineRecord, fields: ReadonlySet<string> | undefined): string {
  if (fields === undefined) return printJson(record.toMap());
  const chosen = new Map<string, Value>();
  for (let index = 0; index < record.fieldCount; index += 1) {
    const name = record.fieldName(index);
    if (fields.has(name) && !record.isRepeat(index)) chosen.set(name, record.get(name)!);
  }
  return printJson(chosen);
}
