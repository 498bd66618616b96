// A replay in this thread, fed object by object. Filters are named `job-0`, `job-1`, and so on.

import {
  type Answers,
  answersOf,
  mergeStates,
  type Query,
  type QueryPass,
  queryOf,
  type SelectedQuestion,
} from '../../../src/analysis/query/index.ts';
import { createPass } from '../../../src/analysis/query/run-query.ts';
import { askReplay, type Detail, type Report } from '../../../src/analysis/replay/index.ts';
import type { TimeRange } from '../../../src/base/index.ts';
import type { RecordReaderOptions } from '../../../src/input/record/index.ts';
import type { ObjectPass, SourceTotal } from '../../../src/input/scan/index.ts';
import type { Filter, FilterReading } from '../../../src/language/filter/index.ts';

/** What a pass replays. */
export interface ReplayPassOptions {
  /** @default http_requests */
  dataset?: string | undefined;
  /** Undefined keeps every line. @default none */
  filters?: readonly (Filter | undefined)[];
  /** @default job-0, job-1, … */
  names?: readonly string[];
  /** Further lines to count. @default none */
  selected?: readonly SelectedQuestion[];
  /** @default 'unknown' */
  nullAs?: 'unknown' | 'zero';
  /** @default all lines */
  range?: TimeRange;
  /** @default 0 */
  samples?: number;
  /** @default 'full' */
  detail?: Detail;
}

/** A replay. */
export class ReplayPass {
  readonly pass: QueryPass;
  readonly #query: Query;
  readonly #question: ReturnType<typeof askReplay>;

  constructor({ dataset = 'http_requests', filters = [], names, selected = [], ...options }: ReplayPassOptions = {}) {
    const { nullAs = 'unknown', range = {}, samples = 0, detail = 'full' } = options;
    this.#question = askReplay({
      ...{ dataset, samples, detail },
      filters: filters.map((filter, index) => ({
        name: names?.[index] ?? `job-${index}`,
        reading: { filter } as Pick<FilterReading, 'filter'>,
      })),
    });
    this.#query = queryOf([this.#question, ...selected].flatMap(({ aggregates }) => aggregates));
    this.pass = createPass({ datasetName: dataset, query: this.#query, nullAs, range });
  }

  openObject(name: string, options: RecordReaderOptions = { input: 'ndjson' }): ObjectPass {
    return this.pass.openObject(name, options);
  }

  /** Reads a whole object. */
  read(name: string, text: string | Uint8Array): this {
    const object = this.openObject(name);
    object.push(Buffer.from(text as string));
    object.end();
    object.close();
    return this;
  }

  /** @param others of the same options, whose counts are added */
  answers(...others: readonly ReplayPass[]): Answers {
    const states = [this, ...others].map(({ pass }) => pass.state());
    return answersOf(
      this.#query,
      states.reduce((sum, state) => mergeStates(this.#query, sum, state)),
    );
  }

  /** @param objects read @param others as in {@link answers} */
  report(objects = 1, ...others: readonly ReplayPass[]): Report {
    return this.#question.of(this.answers(...others))({ source: sourceTotal(objects), partial: false });
  }
}

/** So many objects, all of them listed and read without damage. */
export function sourceTotal(objects: number): SourceTotal {
  return {
    objects,
    bytes: 0,
    skipped: 0,
    pruned: 0,
    prunedFolders: 0,
    listed: objects,
    damaged: 0,
    unreadable: 0,
    unconfirmedLines: 0,
    lost: [],
  };
}
