// The list of rulesets, by cursor. A cursor names the last ruleset of a page, so that changes between two pages neither
// repeat nor skip one.
import type { Context } from 'hono';
import type { JobScope } from '../../state/job-config.ts';
import type { RulesetStore } from '../../state/ruleset-store.ts';
import { presentHead } from '../../state/stored-ruleset.ts';
import { answer } from '../envelope.ts';
import { invalidQuery, readCount } from '../request/read-query.ts';

/** Rulesets on one page: by default, and at most. Not public; ours. */
const MAX_PER_PAGE = 50;

/** Answers with one page. */
export function listRulesets(c: Context, scope: JobScope, rulesets: RulesetStore): Response {
  const perPage = readCount(c, 'per_page', MAX_PER_PAGE, MAX_PER_PAGE);
  const after = placeFrom(c.req.query('cursor'));
  // One more shows whether another page follows.
  const found = scope === 'zone' ? rulesets.page(after, perPage + 1) : [];
  const page = found.slice(0, perPage);
  const cursor = found.length > perPage ? cursorAt(page.at(-1)!.place) : undefined;
  const items = page.map(({ ruleset }) => presentHead(ruleset));
  return answer(c, items, { count: items.length, per_page: perPage, ...(cursor !== undefined && { cursor }) });
}

function cursorAt(place: number): string {
  return Buffer.from(String(place)).toString('base64url');
}

function placeFrom(cursor: string | undefined): number {
  if (cursor === undefined || cursor === '') return 0;
  const text = Buffer.from(cursor, 'base64url').toString('latin1');
  if (!/^[0-9]{1,15}$/.test(text)) throw invalidQuery('cursor', 'the cursor of the page before');
  return Number(text);
}
