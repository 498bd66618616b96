// Which hosts the traffic is of, and which of them count: a browser saves what it asked of anybody, a ruleset is one zone's.
import { printCount, printPlural } from '../../base/index.ts';
import type { Exchange } from '../../traffic/index.ts';
import { hostOf } from './request-target.ts';

/** Most different hosts counted; further ones are counted together. Ours. */
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
  /** The raw host seen last and what it is called: in saved traffic it mostly comes again. */
  #lastRaw: string | undefined;
  #last = '';

  /** @param wanted names of hosts, in any case; `*.example.com` for all below; none: every host counts */
  constructor(wanted: readonly string[]) {
    const folded = wanted.map((name) => name.toLowerCase());
    this.#names = new Set(folded.filter((name) => !name.startsWith('*.')));
    this.#endings = folded.filter((name) => name.startsWith('*.')).map((name) => name.slice(1));
  }

  /** Counts an exchange. @returns whether its host is wanted */
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

  /** What to say of hosts; undefined: nothing. @param kept exchanges that counted */
  describe(kept: number): string | undefined {
    const isChosen = this.#names.size + this.#endings.length > 0;
    const total = [...this.#counts.values()].reduce((sum, count) => sum + count, this.#uncounted);
    if (total === 0 || (isChosen ? kept > 0 : this.#counts.size < 2)) return undefined;
    const found = `${printPlural(total, 'exchange')} of ${this.#listed()}`;
    return isChosen
      ? `no exchange is of the hosts given with --host: found ${found}`
      : `found ${found}; a ruleset is one zone's: --host keeps its hosts alone`;
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
