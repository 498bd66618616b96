// Renders the buckets and secrets of a sandbox as text.
import { printPlural } from '../../../base/index.ts';
import type { BucketChange, BucketList, SecretChange, SecretList } from '../../../verbs/index.ts';
import { printBlocks } from '../print-blocks.ts';
import { paint, printableAll, type Style } from '../style.ts';
import { printTable } from '../table.ts';

/** Renders the buckets, a row for each. */
export function renderBucketListText(list: BucketList, style: Style): Iterable<string> {
  const { buckets } = printableAll(list);
  const [head, ...rows] = printTable(
    [{ title: 'name' }, { title: 'created' }],
    buckets.map(({ name, created }) => [paint(style, 'bold', name), created ?? '–']),
  );
  if (buckets.length === 0) return printBlocks([['no buckets']]);
  return printBlocks([[printPlural(buckets.length, 'bucket')], [paint(style, 'dim', head!), ...rows]]);
}

/** Renders a change, with what a job needs in order to push to a new bucket. */
export function renderBucketChangeText(change: BucketChange): Iterable<string> {
  const { change: done, bucket } = printableAll(change);
  const use = done === 'created' ? [`  → destination of a job: s3://${bucket}/{DATE}?region=auto`] : [];
  return printBlocks([[`${done} the bucket ${bucket}`, ...use]]);
}

/** Renders the names of the secrets. */
export function renderSecretListText(list: SecretList, style: Style): Iterable<string> {
  const { script, secrets } = printableAll(list);
  if (secrets.length === 0) return printBlocks([[`no secrets in the script ${script}`]]);
  const names = secrets.map((name) => `  ${paint(style, 'bold', name)}`);
  return printBlocks([[`${printPlural(secrets.length, 'secret')} in the script ${script}`, ...names]]);
}

/** Renders a change. */
export function renderSecretChangeText(change: SecretChange): Iterable<string> {
  const { change: done, secret, script } = printableAll(change);
  return printBlocks([[`${done} the secret ${secret} of the script ${script}`]]);
}
