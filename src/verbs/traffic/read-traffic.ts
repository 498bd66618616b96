// Reads traffic files for the commands on custom fields: passes on each exchange of a requested host, and counts files, entries and
// problems. Prints nothing.
import { HeadgateError, printCount, printPlural } from '../../base/index.ts';
import type { LocationOptions } from '../../input/destination/index.ts';
import { feedObject, type Progress } from '../../input/objects/index.ts';
import type { ObjectDamage } from '../../input/scan/index.ts';
import { listSources, type SourceListing, type SourceObject, type SourceRequest } from '../../input/sources/index.ts';
import { isKnownField } from '../../language/dataset/index.ts';
import { type Exchange, hostOf, type TrafficForm, TrafficReader } from '../../sandbox/traffic/index.ts';
import { emptyTraffic, ProblemList, type TrafficProblems, type TrafficTotal } from './traffic-total.ts';

/** Maximum number of hosts counted separately; further hosts are counted together. Our choice. */
const MAX_HOSTS = 1024;

/** Hosts named in a note. */
const HOSTS_NAMED = 5;

/** Counts exchanges by host. */
class HostTally {
  readonly #names: ReadonlySet<string>;
  /** `.example.com` for `*.example.com`. */
  readonly #endings: readonly string[];
  readonly #counts = new Map<string, number>();
  #uncounted = 0;
  /** The previous raw host and its normalized name: in saved traffic the next exchange usually has the same host. */
  #lastRaw: string | undefined;
  #last = '';

  /** @param requested names of hosts, in any case; `*.example.com` selects all subdomains; empty: every host counts */
  constructor(requested: readonly string[]) {
    const folded = requested.map((name) => name.toLowerCase());
    this.#names = new Set(folded.filter((name) => !name.startsWith('*.')));
    this.#endings = folded.filter((name) => name.startsWith('*.')).map((name) => name.slice(1));
  }

  /** Counts an exchange. @returns whether its host is requested */
  add(exchange: Exchange): boolean {
    const raw = hostOf(exchange) ?? '';
    if (raw !== this.#lastRaw) {
      this.#lastRaw = raw;
      this.#last = raw.toLowerCase().replace(/:\d*$/, '');
    }
    const host = this.#last;
    const count = this.#counts.get(host);
    if (count !== undefined || this.#counts.size < MAX_HOSTS) this.#counts.set(host, (count ?? 0) + 1);
    else this.#uncounted += 1;
    if (this.#names.size === 0 && this.#endings.length === 0) return true;
    return this.#names.has(host) || this.#endings.some((ending) => host.endsWith(ending));
  }

  /** Returns a note on the hosts; undefined if none is needed. @param kept exchanges of requested hosts */
  describe(kept: number): string | undefined {
    const isChosen = this.#names.size + this.#endings.length > 0;
    const total = [...this.#counts.values()].reduce((sum, count) => sum + count, this.#uncounted);
    if (total === 0 || (isChosen ? kept > 0 : this.#counts.size < 2)) return undefined;
    const found = `${printPlural(total, 'exchange')} of ${this.#listed()}`;
    return isChosen
      ? `found ${found}, expected a host selected with --host`
      : `found ${found}; a ruleset belongs to one zone: select the hosts of the zone with --host`;
  }

  #listed(): string {
    const hosts = [...this.#counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
    const named = hosts.slice(0, HOSTS_NAMED).map(([host, count]) => `${host || '(no host)'} (${printCount(count)})`);
    const more = hosts.length - named.length;
    const atLeast = this.#uncounted > 0 ? 'more than ' : '';
    const count = `${atLeast}${printPlural(hosts.length, 'host')}`;
    return `${count}: ${named.join(', ')}${more > 0 ? ` and ${printCount(more)} more` : ''}`;
  }
}

/** If this many first files contain only log lines, the rest is assumed to contain log lines too. Chosen by headgate. */
const LOG_FILES_BELIEVED = 16;

/** The place of an exchange in the traffic. */
export interface ExchangePlace {
  object: string;
  /** Index of the file, from 0. */
  file: number;
  /** Index of the entry in its file, from 0. */
  index: number;
  offset: number;
}

/** The traffic that a verb reads. */
export interface TrafficRequest {
  /** Traffic: HAR files or NDJSON of exchanges, plain, gzip or Zstandard; a folder; `-`. */
  sources: readonly string[];
  /** Only exchanges of these hosts count; `*.example.com` for all below one. @default all */
  hosts?: readonly string[] | undefined;
  connection?: LocationOptions | undefined;
  /** Stops the run. Before the first file is read the promise rejects; after that the result is partial. @default never */
  signal?: AbortSignal | undefined;
  /** Called once, before any traffic is read. */
  onListing?: ((listing: SourceListing) => void) | undefined;
  /** Called often. */
  onProgress?: ((progress: Progress) => void) | undefined;
  /** Called often while sources are listed. @default nothing is */
  onListProgress?: SourceRequest['onListProgress'];
}

/** What becomes of the exchanges. */
export interface TrafficUse {
  /** What the traffic is for, in errors: `preview custom fields`. */
  purpose: string;
  /** Called for each exchange of a requested host. */
  onExchange: (exchange: Exchange, place: ExchangePlace) => void;
  /** Called after each chunk; the next one is read when the promise resolves. @default nothing is */
  drained?: (() => Promise<void> | undefined) | undefined;
}

/** What was read. */
export interface TrafficReading extends TrafficProblems {
  partial: boolean;
  traffic: TrafficTotal;
  /** The forms of the files. */
  forms: ReadonlySet<TrafficForm>;
  /** A note on the hosts of the exchanges; undefined if none is needed. */
  hostsNote: string | undefined;
}

/** Reads all files in order. @throws HeadgateError `logs-not-traffic` if every file contains pushed logs */
export async function readTraffic(request: TrafficRequest, use: TrafficUse): Promise<TrafficReading> {
  const { sources, connection = {}, signal = new AbortController().signal, onListProgress } = request;
  // Traffic has names of every kind.
  const listed = { sources, range: {}, slackMs: undefined, signal, connection, onListProgress };
  const listing = await listSources(listed, []);
  request.onListing?.(listing);
  const run = new Run({ ...request, signal }, use);
  for (const [file, item] of [...listing.objects].entries()) {
    if (signal.aborted) break;
    await run.read(item, file, listing);
    if (file + 1 === LOG_FILES_BELIEVED) run.rejectLogs();
  }
  if (!signal.aborted) run.rejectLogs();
  return run.finish(signal.aborted);
}

/** One pass over the traffic. */
class Run {
  readonly #request: TrafficRequest & { signal: AbortSignal };
  readonly #use: TrafficUse;
  readonly #hosts: HostTally;
  readonly #problems = new ProblemList();
  readonly #traffic = emptyTraffic();
  readonly #forms = new Set<TrafficForm>();
  /** Names of files with pushed logs. */
  readonly #logs: string[] = [];
  readonly #progress: Progress = { objects: 0, objectsInAll: 0, bytes: 0, bytesInAll: 0, lines: 0 };

  constructor(request: TrafficRequest & { signal: AbortSignal }, use: TrafficUse) {
    this.#request = request;
    this.#use = use;
    this.#hosts = new HostTally(request.hosts ?? []);
  }

  async read(item: SourceObject, file: number, listing: SourceListing): Promise<void> {
    const { name } = item.object;
    const traffic = this.#traffic;
    const reader = this.#openReader(name, file);
    this.#progress.objectsInAll = listing.objects.length;
    this.#progress.bytesInAll = listing.bytes;
    const { end, stored } = await feedObject(item, reader, {
      signal: this.#request.signal,
      onProblem: (found) => {
        reader.damage ??= found;
        this.#problems.add(file, { ...found, object: name });
      },
      onChunk: (bytes) => {
        this.#progress.bytes += bytes;
        this.#progress.lines = traffic.exchanges;
        this.#request.onProgress?.(this.#progress);
        return !reader.isLogs;
      },
    });
    if (reader.isLogs) this.#logs.push(name);
    if (reader.form !== undefined) this.#forms.add(reader.form);
    this.#progress.objects += 1;
    traffic.files += 1;
    traffic.bytes += item.object.bytes ?? stored;
    if (end === 'unreadable') traffic.unreadable += 1;
    else if (end === 'damaged') traffic.damaged += 1;
    else traffic.damaged += reader.damage === undefined ? 0 : 1;
    if (reader.damage !== undefined) traffic.lost.push({ object: name, ...reader.damage });
  }

  /** @throws HeadgateError `logs-not-traffic` if every file contains pushed logs */
  rejectLogs(): void {
    const [first, ...more] = this.#logs;
    if (first === undefined || this.#logs.length < this.#traffic.files) return;
    const others = more.length === 0 ? '' : ` and ${printCount(more.length)} more`;
    throw new HeadgateError(
      'logs-not-traffic',
      `cannot ${this.#use.purpose}: found log lines in ${first}${others}, expected traffic: a HAR file saved by a browser, or NDJSON of exchanges (see --help); to check the custom fields of log lines, run headgate validate SOURCE --job FILE --ruleset FILE`,
    );
  }

  finish(partial: boolean): TrafficReading {
    return {
      partial,
      traffic: this.#traffic,
      forms: this.#forms,
      hostsNote: this.#hosts.describe(this.#traffic.exchanges),
      ...this.#problems.toReport(),
    };
  }

  #openReader(object: string, file: number): FileReader {
    const traffic = this.#traffic;
    const reader = new FileReader(
      {
        exchange: (exchange, place) => {
          if (!this.#hosts.add(exchange)) {
            traffic.passedOver['other-host'] += 1;
            return;
          }
          traffic.exchanges += 1;
          this.#use.onExchange(exchange, { object, file, ...place });
        },
        passedOver: (reason) => {
          traffic.passedOver[reason] += 1;
        },
        problem: (problem) => {
          if (problem.code === 'broken-entry') traffic.broken += 1;
          const { code, offset, message } = problem;
          if (code !== 'broken-entry') reader.damage ??= { code, offset, message };
          this.#problems.add(file, { code, object, offset, message });
        },
      },
      { isLogField: isKnownField },
    );
    if (this.#use.drained !== undefined) reader.drained = this.#use.drained;
    return reader;
  }
}

/** Reads one traffic file and stores its first damage. */
class FileReader extends TrafficReader {
  damage: ObjectDamage | undefined;
  drained?: () => Promise<void> | undefined;
}
