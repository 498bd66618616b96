// The figures of the traffic that was read: files, exchanges, skipped and broken entries, and the problems in the data. Problems are
// bounded.
import { printCount, Smallest } from '../../base/index.ts';
import type { PassedOver, TrafficForm } from '../../sandbox/traffic/index.ts';

/** Problems stored for each code; docs/semantics.md, "Reports". */
const PROBLEMS_KEPT = 20;

/** The traffic that was read. */
export interface TrafficTotal {
  files: number;
  /** As stored. */
  bytes: number;
  exchanges: number;
  /** Skipped entries, by reason: they never reached the edge, or are for another host. */
  passedOver: Record<PassedOver | 'other-host', number>;
  /** Entries and lines that are not an exchange. */
  broken: number;
  /** Files of which a part could not be read. */
  damaged: number;
  /** Files of which nothing could be read. */
  unreadable: number;
  /** Every damaged or unreadable file, in the order of the traffic, with its first problem. Not bounded. */
  lost: TrafficFileProblem[];
}

/** A problem in a traffic file. */
export interface TrafficFileProblem {
  code: string;
  object: string;
  offset: number;
  message: string;
}

/** The problems of all files. */
export interface TrafficProblems {
  problemCounts: Record<string, number>;
  /** The first of each code by file and offset; the others are only counted. */
  problems: TrafficFileProblem[];
}

/** Returns the total of no traffic. */
export function emptyTraffic(): TrafficTotal {
  const passedOver = { 'from-cache': 0, 'no-response': 0, 'not-http': 0, 'other-host': 0 };
  return { files: 0, bytes: 0, exchanges: 0, passedOver, broken: 0, damaged: 0, unreadable: 0, lost: [] };
}

/** Returns why no entry reached the edge; undefined if one did, or if there is none. */
export function nothingSentNote({ exchanges, passedOver }: TrafficTotal): string | undefined {
  const { 'other-host': others, ...unsent } = passedOver;
  const kept = Object.values(unsent).reduce((sum, one) => sum + one, 0);
  if (exchanges + others > 0 || kept === 0) return undefined;
  const none = kept === 1 ? 'the only entry never reached' : `none of ${printCount(kept)} entries reached`;
  return `${none} the edge; disable the browser's cache, reload, and save again`;
}

/** Returns a note if no request has a Cookie header; undefined if one has, or if there is no exchange. */
export function noCookieHeaderNote(
  { exchanges }: TrafficTotal,
  forms: ReadonlySet<TrafficForm>,
  withCookies: number,
): string | undefined {
  if (exchanges === 0 || withCookies > 0) return undefined;
  const har = forms.has('har') ? ': browsers leave it out of a HAR file unless it is saved with sensitive data' : '';
  return `no request has a Cookie header${har}`;
}

/** Counts problems by code and stores the first ones of each. */
export class ProblemList {
  readonly #byCode = new Map<
    string,
    { count: number; kept: Smallest<{ file: number; problem: TrafficFileProblem }> }
  >();

  add(file: number, problem: TrafficFileProblem): void {
    const found = this.#byCode.get(problem.code) ?? {
      count: 0,
      kept: new Smallest(PROBLEMS_KEPT, (a, b) => a.file - b.file || a.problem.offset - b.problem.offset),
    };
    this.#byCode.set(problem.code, found);
    found.count += 1;
    found.kept.add({ file, problem });
  }

  toReport(): TrafficProblems {
    const codes = [...this.#byCode].sort(([a], [b]) => (a < b ? -1 : 1));
    return {
      problemCounts: Object.fromEntries(codes.map(([code, { count }]) => [code, count])),
      problems: codes.flatMap(([, { kept }]) => kept.toArray().map(({ problem }) => problem)),
    };
  }
}
