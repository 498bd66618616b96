// The pages of a sandbox: its buckets, its secrets, and the totals of a push. Computes sums, nothing else.
import { capitalized, printPlural } from '../../base/index.ts';
import type { PushTotals } from '../../sandbox/index.ts';
import type { BucketChange, BucketList, SecretChange, SecretList } from '../../verbs/index.ts';
import { printableAll } from '../printable.ts';
import { answerPage, commandSection, tableSection } from './answer-page.ts';
import { bytesCell, code, countCell, figureColumn } from './cells.ts';
import { type Cell, type Page, present } from './page.ts';

/** Creates the page of the buckets. */
export function bucketListPage(list: BucketList): Page {
  const { buckets } = printableAll(list);
  const count = buckets.length === 0 ? 'No buckets' : printPlural(buckets.length, 'bucket');
  const rows = buckets.map(({ name, created }) => [name, created ?? '–']);
  return answerPage('Buckets', 'neutral', count, { sections: tableSection('Name', ['Name', 'Created'], rows) });
}

/** Creates the page of a change, with what a job needs in order to push to a new bucket. */
export function bucketChangePage(change: BucketChange): Page {
  const { change: done, bucket } = printableAll(change);
  const destination = commandSection('Destination of a job', `s3://${bucket}/{DATE}?region=auto`);
  return answerPage('Bucket', 'good', [capitalized(done), ' the bucket ', code(bucket)], {
    sections: done === 'created' ? [destination] : [],
  });
}

/** Creates the page of the names of the secrets. */
export function secretListPage(list: SecretList): Page {
  const { script, secrets } = printableAll(list);
  const count = secrets.length === 0 ? 'No secrets' : printPlural(secrets.length, 'secret');
  return answerPage('Secrets', 'neutral', [count, ' in the script ', code(script)], {
    facts: secrets.map((name) => [code(name)]),
  });
}

/** Creates the page of a changed secret. */
export function secretChangePage(change: SecretChange): Page {
  const { change: done, secret, script } = printableAll(change);
  return answerPage('Secret', 'good', [
    capitalized(done),
    ' the secret ',
    code(secret),
    ' of the script ',
    code(script),
  ]);
}

/** Creates the page of the final figures of a push: batches, lines and bytes of each job, and what was lost. */
export function pushTotalsPage(found: PushTotals): Page {
  const { exchanges, jobs } = printableAll(found);
  const deleted = jobs.filter((job) => job.deleted === true).length;
  const isAnyLost = jobs.some(({ lostBatches }) => lostBatches > 0);
  const lostLines = jobs.reduce((sum, job) => sum + job.lostLines, 0);
  const lostCell = (count: number): Cell => ({ ...countCell(count), tone: count === 0 ? 'neutral' : 'bad' });
  const counts = present(
    printPlural(exchanges, 'exchange'),
    printPlural(jobs.length - deleted, 'job'),
    deleted !== 0 && printPlural(deleted, 'deleted job'),
    isAnyLost && printPlural(lostLines, 'lost line'),
  );
  const titles = ['Batches', 'Lines', 'Stored', ...(isAnyLost ? ['Lost batches', 'Lost lines'] : [])];
  const rows = jobs.map((job) => [
    job.name + (job.deleted === true ? ' (deleted)' : ''),
    countCell(job.batches),
    countCell(job.lines),
    bytesCell(job.storedBytes),
    ...(isAnyLost ? [lostCell(job.lostBatches), lostCell(job.lostLines)] : []),
  ]);
  return answerPage('Push', isAnyLost ? 'bad' : 'neutral', counts.join(', '), {
    sections: tableSection('Job', ['Job', ...titles.map((title) => figureColumn(title, ''))], rows),
  });
}
