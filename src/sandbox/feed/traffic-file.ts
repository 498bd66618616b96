// Reads a traffic file, plain, gzip or Zstandard, in chunks of bounded memory. Counts what is skipped, and decides whether the file as
// a whole is traffic.
import { HeadgateError, printCount, printPlural } from '../../base/index.ts';
import { openDestination, parseLocation, readObject } from '../../input/destination/index.ts';
import { DEFAULT_DATASET, getDataset, isKnownField } from '../../language/dataset/index.ts';
import { fieldCheckFor } from '../line/check-fields.ts';
import { type Exchange, type TrafficProblem, TrafficReader } from '../traffic/index.ts';
import { printSkipped, type SkippedEntries } from './fed-traffic.ts';

/** A problem of the whole file. */
type FileProblem = Pick<TrafficProblem, 'offset' | 'message'>;

const EXPECTED = 'expected a HAR file saved by a browser, or NDJSON of exchanges';

/** One file; read it once. */
export class TrafficFile {
  /** Entries that are not pushed: broken, or never sent to the edge. */
  readonly skipped: SkippedEntries = {};
  #exchanges = 0;
  #found: Exchange[] = [];
  #damage: FileProblem | undefined;
  #first: FileProblem | undefined;
  readonly #path: string;
  /** As messages name it: `stdin` for `-`. */
  #display: string;
  readonly #onProblem: (problem: TrafficProblem) => void;
  readonly #reader: TrafficReader;

  /** @param onProblem called for each broken entry; `read` throws a problem of the whole file */
  constructor(path: string, onProblem: (problem: TrafficProblem) => void) {
    this.#path = path;
    this.#display = path;
    this.#onProblem = onProblem;
    this.#reader = new TrafficReader(
      {
        exchange: (exchange) => {
          this.#exchanges += 1;
          this.#found.push(exchange);
        },
        passedOver: (reason) => this.#skip(reason),
        problem: (problem) => this.#report(problem),
      },
      { isLogField: isKnownField, checkField: fieldCheckFor(getDataset(DEFAULT_DATASET)) },
    );
  }

  /**
   * Reads the exchanges of the file.
   * @throws HeadgateError if the file cannot be read, after the exchanges before the damage; if it contains no exchange
   */
  async *read(signal: AbortSignal): AsyncGenerator<readonly Exchange[]> {
    let isTruncated = false;
    const onFinding = ({ offset, message }: FileProblem): void => {
      isTruncated = true;
      this.#damage ??= { offset, message };
    };
    for await (const chunk of await this.#open(signal, onFinding)) {
      this.#reader.push(chunk);
      yield this.#take();
      if (this.#reader.isLogs) break;
    }
    // An unfinished last line is damage, as it is in HAR.
    this.#reader.end(isTruncated || (this.#reader.form === 'ndjson' && this.#exchanges > 0));
    yield this.#take();
    this.#judge();
  }

  async #open(signal: AbortSignal, onFinding: (finding: FileProblem) => void): Promise<AsyncIterable<Uint8Array>> {
    const location = await parseLocation(this.#path);
    this.#display = location.display;
    if (location.kind !== 'file' && location.kind !== 'stdin') {
      const found = location.kind === 'folder' ? 'a folder' : 'a bucket';
      throw new HeadgateError(
        'traffic-not-file',
        `cannot read the traffic ${this.#display}: found ${found}, ${EXPECTED}`,
      );
    }
    const destination = await openDestination(location);
    const { objects } = await destination.list({}, { signal });
    const [object] = [...objects];
    return readObject(destination, object!, { signal, onFinding });
  }

  #take(): readonly Exchange[] {
    const found = this.#found;
    this.#found = [];
    return found;
  }

  #skip(reason: keyof SkippedEntries): void {
    this.skipped[reason] = (this.skipped[reason] ?? 0) + 1;
  }

  #report(problem: TrafficProblem): void {
    const { code, offset, message } = problem;
    if (code === 'broken-entry' || code === 'cut-file') this.#skip('broken');
    if (code === 'cut-file' || code === 'broken-file') this.#damage ??= { offset, message };
    // The first broken entry says more than that there are only such.
    else this.#first ??= { offset, message };
    if (code === 'broken-entry') this.#onProblem(problem);
  }

  #judge(): void {
    const cannot = `cannot read the traffic ${this.#display}`;
    if (this.#reader.isLogs) {
      throw new HeadgateError('logs-not-traffic', `${cannot}: found log lines, ${EXPECTED}`);
    }
    const skipped = printSkipped(this.skipped);
    if (this.#exchanges === 0) {
      const problem = this.#damage ?? this.#first;
      const first = problem === undefined ? '' : `; the first problem is ${placeOf(problem)}`;
      const counts = skipped === '' ? '' : ` (${skipped})`;
      throw new HeadgateError('no-exchanges', `${cannot}: found no exchange${counts}, ${EXPECTED}${first}`);
    }
    if (this.#damage === undefined) return;
    const pushed = `${printPlural(this.#exchanges, 'exchange')} before it ${this.#exchanges === 1 ? 'was' : 'were'} pushed`;
    throw new HeadgateError(
      'traffic-damaged',
      `${cannot} to its end: ${placeOf(this.#damage)}; ${pushed}${skipped === '' ? '' : `, ${skipped}`}`,
    );
  }
}

/** Describes a problem within a sentence that already says what cannot be done. */
function placeOf({ offset, message }: FileProblem): string {
  return `at byte ${printCount(offset)}: ${message.replace(/^cannot [^:]+: /, '')}`;
}
