// Finds the policies that headgate created although the list of the API lags behind: a policy that the list lacks would be created twice.
// Reads only.
import { setTimeout as wait } from 'node:timers/promises';
import type { ApiPolicy } from '../../api/index.ts';
import type { ApplyRequest } from './apply-request.ts';

/** Most waits for what the API does not return yet. Chosen by headgate. */
export const MAX_WAITS = 5;

/** Where to read, and how long to wait. */
type Lagging = Pick<ApplyRequest, 'reader' | 'account' | 'delayMs' | 'signal'>;

/** The policies that a run and those that it continues have created. */
export class CreatedPolicies {
  readonly #lagging: Lagging;
  readonly #ids = new Set<string>();

  constructor(lagging: Lagging) {
    this.#lagging = lagging;
  }

  add(id: string): void {
    this.#ids.add(id);
  }

  /**
   * Adds the created policies that a list lacks, each read by its id. Waits for those that the API does not return either, and counts them
   * as deleted after {@link MAX_WAITS} waits.
   */
  async complete(listed: readonly ApiPolicy[]): Promise<readonly ApiPolicy[]> {
    const { reader, account } = this.#lagging;
    const read = new Map<string, ApiPolicy>();
    let newest = listed;
    for (let waits = 0; ; waits += 1) {
      const known = new Set(newest.map(({ id }) => id));
      const lacking = [...this.#ids].filter((id) => !known.has(id));
      const isLast = waits === MAX_WAITS;
      for (const id of lacking) {
        const policy = read.get(id) ?? (await reader.readPolicy(account, id));
        if (policy !== undefined) read.set(id, policy);
        else if (isLast) this.#ids.delete(id);
        // One that is missing is enough for a wait.
        else break;
      }
      if (isLast || lacking.every((id) => read.has(id))) {
        return [...newest, ...lacking.flatMap((id) => read.get(id) ?? [])];
      }
      await pause(this.#lagging, waits + 1);
      newest = await reader.listPolicies(account);
    }
  }
}

/** Waits twice as long each time. @param count from 1 */
export async function pause({ delayMs, signal }: Pick<Lagging, 'delayMs' | 'signal'>, count: number): Promise<void> {
  await wait(delayMs * 2 ** (count - 1), undefined, { signal }).catch(() => signal.throwIfAborted());
}
