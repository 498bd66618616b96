// Counts exchanges by host and selects those of the requested hosts: a browser saves requests to every host, and a ruleset belongs
// to one zone.
import { printCount, printPlural } from '../../base/index.ts';
import { type Exchange, hostOf } from '../../sandbox/traffic/index.ts';

/** Maximum number of hosts counted separately; further hosts are counted together. Our choice. */
const MAX_HOSTS = 1024;
/** Hosts named in a note. */
const HOSTS_NAMED = 5;

/** Counts exchanges by host. */
export class HostTally {
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
