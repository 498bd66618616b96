// Reads a transformer of the account with its SQL. Changes nothing. Loads nothing: commands ask it whether an argument is an id.
import type { ManagementApi } from '../../cloud/api/index.ts';
import type { LiveTransformer } from '../../cloud/transformers/index.ts';

/** A whole number. */
const ID = /^\d+$/;

/** Whether an argument is the id of a transformer of the account. A file with such a name is `./17`. */
export function isTransformerId(argument: string): boolean {
  return ID.test(argument);
}

/** Reads a transformer. @returns undefined if the account has none with the id */
export async function readLiveTransformer(
  api: ManagementApi,
  account: string,
  id: number,
): Promise<LiveTransformer | undefined> {
  const found = await api.readTransformer(account, id);
  const code = found && (await api.readTransformerCode(account, id));
  if (found === undefined || code === undefined) return undefined;
  const { name = '', description = '', dataset } = found;
  return { id, name, description, dataset, code };
}

/** `the account 9b1b… has no transformer 17; list them with headgate transformers list` */
export function noTransformer(account: string, id: number | string): string {
  return `the account ${account} has no transformer ${id}; list them with headgate transformers list`;
}
