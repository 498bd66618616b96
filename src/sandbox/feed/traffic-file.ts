// Reads a traffic file, plain, gzip or Zstandard, in chunks of bounded memory. Counts what is skipped, and decides whether the file as
// a whole is traffic.
import { HeadgateError, printCount, printPlural } from '../../base/index.ts';
import { DEFAULT_DATASET, getDataset, isKnownField } from '../../dataset/index.ts';
import { openDestination, parseLocation, readObject } from '../../destination/index.ts';
import { type Exchange, type TrafficProblem, TrafficReader } from '../../traffic/index.ts';
import { fieldCheckFor } from '../line/check-fields.ts';

/** A problem of the whole file. */
type FileProblem = Pick<TrafficProblem, 'offset' | 'message'>;

const EXPECTED = 'expected a HAR file saved by a browser, or NDJSON of exchanges';

/** One file; read it once. */
export class TrafficFile {
  /** Entries that are not pushed: broken, or never sent to the edge. */
  skipped = 0;
  #broken = 0;
  #exchanges = 0;
  #found: Exchange[] = [];
  #damage: FileProblem | undefined;
  #first: FileProblem | undefined;
  readonly #path: string;
  /** As messages name it: `stdin` for `-`. */
  #display: string;
  readonly #onProblem: (problem: TrafficProblem) => void;
  readonly #reader: TrafficReader;

  /** @param onProblem called for each broken entry, and for a problem of the file */
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
        passedOver: () => {
          this.skipped += 1;
        },
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
    this.#reader.end(isTruncated);
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

  #report(problem: TrafficProblem): void {
    const { code, offset, message } = problem;
    if (code === 'broken-entry') {
      this.skipped += 1;
      this.#broken += 1;
      this.#first ??= { offset, message };
    } else if (code !== 'not-traffic') this.#damage ??= { offset, message };
    else this.#first = { offset, message };
    this.#onProblem(problem);
  }

  #describeSkipped(): string {
    if (this.skipped === 0) return '';
    const unsent = printCount(this.skipped - this.#broken);
    return ` (${printPlural(this.#broken, 'broken entry', 'broken entries')}, ${unsent} that never reached the edge)`;
  }

  #judge(): void {
    const damage = this.#damage ?? (this.#exchanges === 0 ? this.#first : undefined);
    const where = damage === undefined ? '' : ` at byte ${printCount(damage.offset)}: ${damage.message}`;
    if (this.#reader.isLogs) {
      throw new HeadgateError(
        'logs-not-traffic',
        `cannot read the traffic ${this.#display}: found log lines, ${EXPECTED}`,
      );
    }
    if (this.#exchanges === 0) {
      const problem = where === '' ? '' : `; the first problem is${where}`;
      throw new HeadgateError(
        'no-exchanges',
        `cannot read the traffic ${this.#display}: found no exchange${this.#describeSkipped()}, ${EXPECTED}${problem}`,
      );
    }
    if (damage === undefined) return;
    throw new HeadgateError(
      'traffic-damaged',
      `cannot read all of the traffic ${this.#display}: found damage${where}; the ${printPlural(this.#exchanges, 'exchange')} before it ${this.#exchanges === 1 ? 'was' : 'were'} pushed`,
    );
  }
}
