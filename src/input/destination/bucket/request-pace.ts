// Limits how many requests a server gets at a time. A rejection halves the number and a response raises it: up to half of
// the rejected number with each response, above that by one per round of responses, as TCP does. Knows nothing of the
// requests.

/** Requests at a time before the first rejection, and the maximum: more than the number of objects read at a time. */
const MOST_REQUESTS = 256;

/** A queue for requests to one server. */
export class RequestPace {
  readonly #isPaced: boolean;
  #limit = MOST_REQUESTS;
  /** Below this, the limit rises by one with each response. */
  #fastUntil = MOST_REQUESTS;
  #inFlight = 0;
  /** Number of rejections so far. A request that began before the last one does not count against the new limit. */
  #epoch = 0;
  readonly #waiting: (() => void)[] = [];

  /** @param isPaced whether requests wait at all */
  constructor(isPaced: boolean) {
    this.#isPaced = isPaced;
  }

  /** Requests that may be in flight at a time now. */
  get limit(): number {
    return this.#limit;
  }

  /**
   * Runs a request when its turn comes.
   * @param isRejection whether an error means that the server accepts fewer requests
   * @throws the error of the request; the signal's reason when aborted before its turn
   */
  async run<Answer>(
    request: () => Promise<Answer>,
    isRejection: (error: unknown) => boolean,
    signal: AbortSignal | undefined,
  ): Promise<Answer> {
    signal?.throwIfAborted();
    if (this.#isPaced && (this.#waiting.length > 0 || this.#inFlight + 1 > this.#limit)) await this.#turn(signal);
    else this.#inFlight += 1;
    const epoch = this.#epoch;
    try {
      const answer = await request();
      this.#raise();
      return answer;
    } catch (error) {
      if (isRejection(error) && epoch === this.#epoch) this.#lower();
      throw error;
    } finally {
      this.#inFlight -= 1;
      this.#admit();
    }
  }

  #raise(): void {
    this.#limit = Math.min(this.#limit + (this.#limit < this.#fastUntil ? 1 : 1 / this.#limit), MOST_REQUESTS);
  }

  #lower(): void {
    this.#epoch += 1;
    this.#fastUntil = Math.max(1, Math.floor(Math.min(this.#limit, this.#inFlight) / 2));
    this.#limit = this.#fastUntil;
  }

  /** Resolves when the request counts as in flight. */
  #turn(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const enter = (): void => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(enter), 1);
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', leave, { once: true });
      this.#waiting.push(enter);
    });
  }

  #admit(): void {
    while (this.#waiting.length > 0 && this.#inFlight + 1 <= this.#limit) {
      this.#inFlight += 1;
      this.#waiting.shift()!();
    }
  }
}
