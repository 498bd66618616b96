// Keeps the proof of coverage recent while pools are cleared: that can take an hour, mostly in waits for the rate limit of the API, and
// another client can delete or silence a policy meanwhile.
import { type CoverageProof, proveCoverage } from '../coverage/prove-coverage.ts';
import { type AccountAccess, type AccountState, readPolicies } from '../read-account.ts';

/** Longest time between the reading of the policies and a clear. Ours. Milliseconds. */
const MAX_PROOF_AGE_MS = 60_000;

/** What must be covered. */
export interface ProofTerms {
  readonly webhooks: readonly string[];
  readonly force: boolean;
}

/** A proof of the coverage of one listing. */
export class RecentProof {
  readonly #access: AccountAccess;
  readonly #terms: ProofTerms;
  #state: AccountState;
  #proof: CoverageProof;

  constructor(access: AccountAccess, state: AccountState, terms: ProofTerms) {
    this.#access = access;
    this.#terms = terms;
    this.#state = state;
    this.#proof = prove(state, terms);
  }

  get proof(): CoverageProof {
    return this.#proof;
  }

  /** Reads a pool or a page, and proves anew if the policies were read too long before: then the pool is read again. */
  async readWith<Pools>(read: () => Promise<Pools>): Promise<{ readonly found: Pools; readonly proof: CoverageProof }> {
    for (;;) {
      const found = await read();
      if (Date.now() - this.#state.readAt.getTime() <= MAX_PROOF_AGE_MS) return { found, proof: this.#proof };
      this.#state = { ...this.#state, ...(await readPolicies(this.#access)) };
      this.#proof = prove(this.#state, this.#terms);
    }
  }
}

function prove(
  { listing, policies, silences, readAt: now }: AccountState,
  { webhooks, force }: ProofTerms,
): CoverageProof {
  return proveCoverage({ pools: listing.pools, policies, silences, now, webhooks, force });
}
