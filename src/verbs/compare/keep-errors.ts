// Steps of several comparisons in which one may fail without ending the others: its error takes its place.
import { HeadgateError } from '../../base/index.ts';

/** The result of a step, or why it failed. */
export type OrError<Result> = Result | HeadgateError;

/** Runs a step for each item that has not failed. @throws any error that ends the run: an interruption, or one that is no HeadgateError */
export async function eachKeepingErrors<Item extends object, Result>(
  items: readonly OrError<Item>[],
  step: (item: Item) => Promise<Result>,
): Promise<OrError<Result>[]> {
  const results: OrError<Result>[] = [];
  for (const item of items) {
    results.push(item instanceof HeadgateError ? item : await step(item).catch(keep));
  }
  return results;
}

/** Runs one step for all items that have not failed; its error is that of each of them. @throws as {@link eachKeepingErrors} */
export async function togetherKeepingErrors<Item extends object, Result>(
  items: readonly OrError<Item>[],
  step: (items: readonly Item[]) => Promise<readonly Result[]>,
): Promise<OrError<Result>[]> {
  const ready = items.filter((item): item is Item => !(item instanceof HeadgateError));
  if (ready.length === 0) return items.filter((item) => item instanceof HeadgateError);
  const found = await step(ready).catch(keep);
  if (found instanceof HeadgateError) return items.map((item) => (item instanceof HeadgateError ? item : found));
  const rest = [...found];
  return items.map((item) => (item instanceof HeadgateError ? item : rest.shift()!));
}

function keep(error: unknown): HeadgateError {
  if (!(error instanceof HeadgateError) || error.kind === 'interrupted') throw error;
  return error;
}
