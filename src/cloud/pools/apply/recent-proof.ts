// Keeps the proof of coverage recent while pools are cleared: that can take an hour, mostly in waits for the rate limit of the API, and
// another client can delete or silence a policy meanwhile.
import { type CoverageProof, proveCoverage } from '../coverage/prove-coverage.ts';
import { type AccountAccess, type AccountState, readPolicies } from '../read-account.ts';
import type { ApplyRequest } from './apply-request.ts';

/** Longest time between the reading of the policies and a clear. Chosen by headgate. Milliseconds. */
export const MAX_PROOF_AGE_MS = 60_000;

/** Most requests from the reading of the policies to the clear: policies, silences, pools, clear. */
const REQUESTS_OF_CLEAR = 4;

/** What must be covered. */
type ProofTerms = Pick<ApplyRequest, 'webhooks' | 'force'>;

/** A proof of the coverage of one listing. */
export class RecentProof {
  readonly #access: AccountAccess;
  readonly #terms: ProofTerms;
  #state: AccountState;
  #proof: CoverageProof;
  #hasExpired = false;

  constructor(access: AccountAccess, state: AccountState, terms: ProofTerms) {
    this.#access = access;
    this.#terms = terms;
    this.#state = state;
    this.#proof = prove(state, terms);
  }

  get proof(): CoverageProof {
    return this.#proof;
  }

  /**
   * Reads a pool or a page after the policies, so that the clear can follow without a wait: first waits for the rate limit, then reads the
   * policies again if they were read too long before.
   */
  async readWith<Pools>(read: () => Promise<Pools>): Promise<{ readonly found: Pools; readonly proof: CoverageProof }> {
    for (;;) {
      const hasWaited = await this.#access.api.waitForRequests(REQUESTS_OF_CLEAR);
      if (hasWaited || this.#isOld) await this.#renew();
      const found = await read();
      if (!this.#isOld) return { found, proof: this.#proof };
    }
  }

  /** Discards the proof: the next {@link readWith} reads the policies again. */
  expire(): void {
    this.#hasExpired = true;
  }

  get #isOld(): boolean {
    return this.#hasExpired || Date.now() - this.#state.now.getTime() > MAX_PROOF_AGE_MS;
  }

  async #renew(): Promise<void> {
    this.#state = { ...this.#state, ...(await readPolicies(this.#access)) };
    this.#proof = prove(this.#state, this.#terms);
    this.#hasExpired = false;
  }
}

function prove(state: AccountState, { webhooks, force }: ProofTerms): CoverageProof {
  return proveCoverage({ ...state, pools: state.listing.pools, webhooks, force });
}
