// The routes of rulesets. The zone has all of them; the account has no rulesets. docs/platform.md, "Management API".
import type { Context } from 'hono';
import type { JobScope } from '../../state/job-config.ts';
import type { RulesetStore } from '../../state/ruleset-store.ts';
import { presentHead, presentRuleset, type StoredRuleset } from '../../state/stored-ruleset.ts';
import { answer, answerNothing } from '../envelope.ts';
import { apiError, CODES } from '../request/api-error.ts';
import { readBody } from '../request/read-body.ts';
import { invalidQuery, readCount, readFlag } from '../request/read-query.ts';
import type { ApiContext, Routes } from '../routes.ts';
import {
  missingEntryPoint,
  missingRuleset,
  missingVersion,
  type PlannedChange,
  planCreation,
  planEntryPoint,
  planNewRule,
  planRuleChange,
  planRuleDeletion,
  planUpdate,
} from './write-ruleset.ts';

/** Rulesets on one page: by default, and at most. Not public; ours. */
const MAX_PER_PAGE = 50;

/** Returns the routes. */
export function rulesetRoutes(context: ApiContext): Routes {
  const { rulesets } = context.state;
  const rulesetOf = (c: Context, scope: JobScope): StoredRuleset => {
    const id = c.req.param('ruleset')!;
    const found = scope === 'zone' ? rulesets.get(id) : undefined;
    if (found === undefined) throw missingRuleset(id);
    return found;
  };
  const entryPointOf = (c: Context, scope: JobScope): StoredRuleset => {
    const phase = c.req.param('phase')!;
    const found = scope === 'zone' ? rulesets.entryPoint(phase) : undefined;
    if (found === undefined) throw missingEntryPoint(phase);
    return found;
  };

  return {
    '/rulesets': {
      GET: (c, scope) => listRulesets(c, scope, rulesets),
      POST: async (c, scope) => {
        checkZone(scope);
        return write(c, planCreation(context, await readBody(c)));
      },
    },
    '/rulesets/:ruleset': {
      GET: (c, scope) => answer(c, presentRuleset(rulesetOf(c, scope))),
      PUT: async (c, scope) => {
        const body = await readBody(c);
        return write(c, planUpdate(context, rulesetOf(c, scope), body));
      },
      DELETE: (c, scope) => {
        const { id } = rulesetOf(c, scope);
        if (!readFlag(c, 'dry_run')) rulesets.delete(id);
        return answerNothing(c);
      },
    },
    '/rulesets/:ruleset/rules': {
      POST: async (c, scope) => {
        const body = await readBody(c);
        return write(c, planNewRule(context, rulesetOf(c, scope), body));
      },
    },
    '/rulesets/:ruleset/rules/:rule': {
      PATCH: async (c, scope) => {
        const body = await readBody(c);
        return write(c, planRuleChange(context, rulesetOf(c, scope), c.req.param('rule')!, body));
      },
      DELETE: (c, scope) => write(c, planRuleDeletion(context, rulesetOf(c, scope), c.req.param('rule')!)),
    },
    '/rulesets/phases/:phase/entrypoint': {
      GET: (c, scope) => answer(c, presentRuleset(entryPointOf(c, scope))),
      PUT: async (c, scope) => {
        checkZone(scope);
        return write(c, planEntryPoint(context, c.req.param('phase')!, await readBody(c)));
      },
    },
    ...versionRoutes(rulesets, '/rulesets/:ruleset/versions', rulesetOf),
    ...versionRoutes(rulesets, '/rulesets/phases/:phase/entrypoint/versions', entryPointOf),
  };
}

/**
 * Adds the routes of the versions of a ruleset, below its id or the entry point of its phase.
 * @param rulesetOf finds the ruleset that a path names, or throws
 */
function versionRoutes(
  rulesets: RulesetStore,
  path: string,
  rulesetOf: (c: Context, scope: JobScope) => StoredRuleset,
): Routes {
  const versionOf = (c: Context, scope: JobScope): { current: StoredRuleset; found: StoredRuleset } => {
    const current = rulesetOf(c, scope);
    const asked = c.req.param('version')!;
    const found = rulesets.versions(current.id).find(({ version }) => String(version) === asked);
    if (found === undefined) throw missingVersion(asked, current.id);
    return { current, found };
  };
  return {
    [path]: {
      GET: (c, scope) => answer(c, rulesets.versions(rulesetOf(c, scope).id).map(presentHead)),
    },
    [`${path}/:version`]: {
      GET: (c, scope) => answer(c, presentRuleset(versionOf(c, scope).found)),
      DELETE: (c, scope) => {
        const { current, found } = versionOf(c, scope);
        // Not public; ours.
        if (found.version === current.version) {
          const message = `cannot delete version '${found.version}' of ruleset '${found.id}': it is the current version`;
          throw apiError(400, CODES.rulesetInvalid, message);
        }
        if (!readFlag(c, 'dry_run')) rulesets.deleteVersion(found.id, found.version);
        return answerNothing(c);
      },
    },
  };
}

/**
 * Answers with one page of the rulesets. A cursor names the last ruleset of a page, so that changes between two pages neither repeat nor skip
 * one.
 */
function listRulesets(c: Context, scope: JobScope, rulesets: RulesetStore): Response {
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

/** Writes a change and answers with the ruleset, or with `dry_run=true` answers with nothing. */
function write(c: Context, change: PlannedChange): Response {
  if (readFlag(c, 'dry_run')) return answer(c, null);
  return answer(c, presentRuleset(change.write()));
}

/** Not public; ours. */
function checkZone(scope: JobScope): void {
  if (scope === 'zone') return;
  throw apiError(
    403,
    CODES.rulesetInvalid,
    'the account cannot have rulesets: the sandbox has rulesets of the zone only',
  );
}
