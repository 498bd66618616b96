// The e-mails that the sandbox would send: held in memory, newest kept, and lost when it stops. Sends nothing.

/** Most mails that are held; the oldest are dropped first. Ours. */
export const MAX_MAILS = 20_000;

/** A mail as the API returns it. */
export interface Mail {
  readonly id: string;
  /** RFC 3339. */
  readonly sent: string;
  /** `pool-health-legacy`: to a recipient of a pool. `policy`: to one of a policy. `deprecation`: to the user of the account. */
  readonly kind: 'pool-health-legacy' | 'policy' | 'deprecation';
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly pool_id?: string;
  readonly policy_id?: string;
  /** The event; for a deprecation mail, the first of its request. */
  readonly event_id: string;
}

/** Mails after a place, and the place after them. */
export interface MailPage {
  readonly mails: readonly Mail[];
  /** Undefined if no further mail follows. */
  readonly next: number | undefined;
}

/** The mails in the order in which they were sent. */
export class Outbox {
  readonly #mails: Mail[] = [];
  readonly #most: number;
  /** Mails that were dropped: the place of the first that is held. */
  #dropped = 0;

  /** @param most mails that are held. Default {@link MAX_MAILS} */
  constructor(most: number = MAX_MAILS) {
    this.#most = most;
  }

  add(mail: Mail): void {
    this.#mails.push(mail);
    // Not one at a time: each removal at the front moves all others.
    if (this.#mails.length < this.#most * 2) return;
    this.#dropped += this.#mails.splice(0, this.#mails.length - this.#most).length;
  }

  /** Returns a page. @param from a `next` of an earlier page; 0 for the first page. Dropped mails are skipped */
  page(from: number, size: number): MailPage {
    const end = this.#dropped + this.#mails.length;
    const start = Math.max(from, end - this.#most, this.#dropped);
    const next = Math.min(start + size, end);
    const mails = this.#mails.slice(Math.max(0, start - this.#dropped), Math.max(0, next - this.#dropped));
    return { mails, next: next < end ? next : undefined };
  }

  /** Mails that a page may contain. */
  get count(): number {
    return Math.min(this.#mails.length, this.#most);
  }
}
