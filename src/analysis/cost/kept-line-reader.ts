// Reads whole objects a second time, and delivers the lines that at least one of several filters may keep. The kernel, or a scanner of columns, skips the others.
import type { TimeRange } from '../../base/index.ts';
import { createScanner, type Scanner, type ScanRequest } from '../../input/kernel/index.ts';
import type { LineRecord, RecordReaderOptions } from '../../input/record/index.ts';
import {
  ColumnScanner,
  KernelScanners,
  type LineTally,
  type ObjectPass,
  ObjectScan,
  objectHash,
  type Pass,
} from '../../input/scan/index.ts';
import type { Dataset } from '../../language/dataset/index.ts';
import { type CompiledFilter, KEEP } from '../../language/filter/index.ts';

/** Above every hash of a place: the kernel defers all lines of a verdict. */
const ALL_HASHES = 2 ** 32;

/** What to read. */
export interface KeptLineRequest {
  range: TimeRange;
  dataset: Dataset;
  /** Undefined: every line is delivered. */
  filters: readonly CompiledFilter[] | undefined;
}

/** What receives the lines of one object. */
export interface KeptLineSink {
  tally: LineTally;
  /** Called with each line in the range that a filter keeps, and with others. */
  onRecord: (record: LineRecord) => void;
  /** Called with all bytes of the object. @default not all of them are needed */
  onBytes?: ((bytes: Uint8Array) => void) | undefined;
  /** Called at the end. @param areLines whether the object contains its records as lines */
  onEnd: (areLines: boolean) => void;
}

/** Creates the pass of each object. One instance serves one thread. */
export class KeptLineReader {
  readonly #request: KeptLineRequest;
  readonly #scanners: KernelScanners;
  readonly #columns: ColumnScanner;
  /** Of the object that is read from columns. */
  #tally: LineTally | undefined;

  constructor(request: KeptLineRequest) {
    this.#request = request;
    const { filters = [], dataset, range } = request;
    const scan: ScanRequest = {
      dataset,
      filters,
      range,
      detail: 'counts',
      examinedHeadBytes: 0,
      examinedOneIn: 1,
    };
    this.#scanners = new KernelScanners((kernel, onCounts) => createScanner(kernel, scan, onCounts));
    this.#columns = new ColumnScanner(scan, ({ lines }) => this.#tally!.addScanned(lines), true);
  }

  /** Returns a pass for one object. */
  passOf(sink: KeptLineSink): Pass {
    return { lineCount: 0, openObject: (name, options) => this.#open(name, options, sink) };
  }

  #open(name: string, options: RecordReaderOptions, { tally, onRecord, onBytes, onEnd }: KeptLineSink): ObjectPass {
    const { filters } = this.#request;
    const hash = objectHash(name);
    const deferKept = (scanner: Pick<Scanner, 'setSampleLimit'>): void => {
      for (const index of filters!.keys()) scanner.setSampleLimit(index, KEEP, ALL_HASHES);
    };
    const scan: ObjectScan = new ObjectScan(this.#scanners, options, {
      ...tally.openObject(name),
      record: (record) => {
        const isInRange = tally.countRecord(record);
        if (isInRange) onRecord(record);
        return isInRange;
      },
      counts: ({ lines }) => tally.addScanned(lines),
      begin:
        filters &&
        ((scanner, { maxLineBytes, defersNoField }) => {
          scanner.begin(hash, maxLineBytes, defersNoField);
          deferKept(scanner);
        }),
      columns: filters === undefined || onBytes !== undefined ? undefined : this.#columns,
      beginColumns: (start) => {
        this.#tally = tally;
        this.#columns.begin({ name, hash, ...start });
        deferKept(this.#columns);
      },
      bytes: onBytes,
      end: (isTruncated) => onEnd(!isTruncated && scan.shape === 'ndjson' && options.unwrap === undefined),
    });
    return scan;
  }
}
