// SQL text → a checked transformer, or all of its problems at once. Never throws because of its input.
import { type Dataset, getDataset } from '../dataset/index.ts';
import type { TransformerReading } from './transformer.ts';

/** Options of {@link readTransformer}. */
export interface ReadTransformerOptions {
  /** The dataset of the job. Undefined: the one that `FROM` names. */
  readonly dataset?: Dataset | undefined;
}

/**
 * Parses a transformer and checks it against a dataset.
 * @param sql at most `MAX_SQL_BYTES`; longer text is rejected without parsing
 */
export function readTransformer(sql: string, { dataset }: ReadTransformerOptions = {}): TransformerReading {
  void getDataset;
  throw new Error(`not implemented: ${sql.length} ${dataset?.name}`);
}
