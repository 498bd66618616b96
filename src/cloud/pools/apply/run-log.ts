// What a run has done, for its result: policies, pools, changes by other clients. Continues the log of an earlier run that did not finish.
import type { ApiPolicy } from '../../api/index.ts';
import type { CreatedPolicy, PlannedPool, RemainingPool } from '../migration.ts';
import type { Progress } from '../progress/progress.ts';
import { findCreation } from './compare-policy.ts';

/** The log of one run. */
export class RunLog {
  readonly created: CreatedPolicy[] = [];
  /** Pools whose recipients are known to be removed by this run or by one that it continues. */
  readonly #cleared = new Set<string>();
  readonly #changes = new Set<string>();
  readonly #progress: Progress;

  constructor(progress: Progress) {
    this.#progress = progress;
  }

  /** Takes over what the earlier run created. A creation whose answer was lost is found by its content, or was never made. */
  continueEarlier(policies: readonly ApiPolicy[]): void {
    const { continues, earlier } = this.#progress;
    if (continues === undefined) return;
    this.note(`This run continues the one of ${continues}, which did not finish.`);
    const known = new Set<string>();
    for (const creation of earlier) {
      const id = creation.id ?? findCreation(policies, creation)?.id;
      if (id === undefined || known.has(id)) continue;
      known.add(id);
      this.created.push({ id, name: creation.name, isEarlier: true });
    }
  }

  /** Adds a complete sentence, once. */
  note(...sentences: readonly string[]): void {
    for (const sentence of sentences) this.#changes.add(sentence);
  }

  get changes(): readonly string[] {
    return [...this.#changes];
  }

  /** @param pools whose recipients an answer of the API shows as removed */
  addCleared(pools: readonly { readonly id: string }[]): void {
    for (const { id } of pools) this.#cleared.add(id);
  }

  /** Compares with a listing: a pool was cleared if its recipients were to be removed and are gone. @param pools those with recipients */
  countCleared(pools: readonly PlannedPool[]): void {
    const remaining = new Set(pools.map(({ id }) => id));
    for (const id of this.#progress.cleared) {
      if (remaining.has(id)) this.#cleared.delete(id);
      else this.#cleared.add(id);
    }
  }

  get cleared(): number {
    return this.#cleared.size;
  }

  /** Returns the pools that still have recipients, as far as the run knows. @param pools of the newest plan */
  remaining(pools: readonly PlannedPool[]): RemainingPool[] {
    return pools
      .filter(({ id }) => !this.#cleared.has(id))
      .map(({ id, name, action, problems }) => ({
        id,
        name,
        reason: action === 'keep' ? problems.join(' ') : 'The recipients were not removed.',
      }));
  }

  /** Whether the run, or one that it continues, has changed the account. */
  get hasChanged(): boolean {
    return this.created.length > 0 || this.#cleared.size > 0;
  }
}
