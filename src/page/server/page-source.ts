// What the page is about, and the request that a state of it is for verbs. Types only: plain data that crosses threads.
import type { NullReading } from '../../language/filter/index.ts';
import type { FormRequest } from '../../verbs/request/logs-request.ts';
import type { PrintedFlag } from '../../verbs/request/print-source-flags.ts';
import type { PageState } from '../contract.ts';

/** What the page is about: plain data, for the thread that answers. */
export interface PageSource {
  /** Real path of the index. */
  folder: string;
  /** Whether it is built for this run. */
  isTemporary: boolean;
  dataset: string;
  reading: FormRequest | undefined;
  nullAs: NullReading;
  undecidedOk: boolean;
  /** The sources as on the command line, without secrets. */
  sources: readonly string[];
  /** Flags about the form of the objects, as on the command line: for commands to take along. */
  sourceFlags: readonly PrintedFlag[];
  /** What the page begins with. */
  state: PageState;
  version: string;
}

/** The request of `compare`, and without guards that of other verbs. */
export interface PageRequest {
  sources: string[];
  dataset: string;
  reading: FormRequest | undefined;
  nullAs: NullReading;
  signal: AbortSignal;
  threads: number;
  range: { since: string | undefined; until: string | undefined };
  guards: readonly string[];
  neverDrop: string[];
  price: readonly string[];
  undecidedOk: boolean;
}
