// The routes of rulesets. The zone has all of them; the account has no rulesets. docs/platform.md, "Management API".
import type { Context, Hono } from 'hono';
import type { JobScope } from '../../state/job-config.ts';
import { presentRuleset, type StoredRuleset } from '../../state/stored-ruleset.ts';
import type { ApiContext } from '../api-context.ts';
import { answer, answerNothing } from '../envelope.ts';
import { apiError } from '../request/api-error.ts';
import { CODES } from '../request/error-codes.ts';
import { readBody } from '../request/read-body.ts';
import { readFlag } from '../request/read-query.ts';
import { addScopedRoute } from '../routes.ts';
import { listRulesets } from './list-rulesets.ts';
import { missingEntryPoint, missingRuleset } from './missing.ts';
import { addVersionRoutes } from './version-routes.ts';
import { planNewRule, planRuleChange, planRuleDeletion } from './write-rule.ts';
import { type PlannedChange, planCreation, planEntryPoint, planUpdate } from './write-ruleset.ts';

/** Adds the routes. */
export function addRulesetRoutes(app: Hono, context: ApiContext): void {
  const { rulesets } = context.state;
  const add = (path: string, methods: Parameters<typeof addScopedRoute>[3]): void =>
    addScopedRoute(app, context.state.identity, path, methods);
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

  add('/rulesets', {
    GET: (c, scope) => listRulesets(c, scope, rulesets),
    POST: async (c, scope) => {
      checkZone(scope);
      return write(c, planCreation(context, await readBody(c.req.raw)));
    },
  });
  add('/rulesets/:ruleset', {
    GET: (c, scope) => answer(c, presentRuleset(rulesetOf(c, scope))),
    PUT: async (c, scope) => {
      const body = await readBody(c.req.raw);
      return write(c, planUpdate(context, rulesetOf(c, scope), body));
    },
    DELETE: (c, scope) => {
      const { id } = rulesetOf(c, scope);
      if (!readFlag(c, 'dry_run')) rulesets.delete(id);
      return answerNothing(c);
    },
  });
  add('/rulesets/:ruleset/rules', {
    POST: async (c, scope) => {
      const body = await readBody(c.req.raw);
      return write(c, planNewRule(context, rulesetOf(c, scope), body));
    },
  });
  add('/rulesets/:ruleset/rules/:rule', {
    PATCH: async (c, scope) => {
      const body = await readBody(c.req.raw);
      return write(c, planRuleChange(context, rulesetOf(c, scope), c.req.param('rule')!, body));
    },
    DELETE: (c, scope) => write(c, planRuleDeletion(context, rulesetOf(c, scope), c.req.param('rule')!)),
  });
  add('/rulesets/phases/:phase/entrypoint', {
    GET: (c, scope) => answer(c, presentRuleset(entryPointOf(c, scope))),
    PUT: async (c, scope) => {
      checkZone(scope);
      return write(c, planEntryPoint(context, c.req.param('phase')!, await readBody(c.req.raw)));
    },
  });
  addVersionRoutes(add, rulesets, '/rulesets/:ruleset/versions', rulesetOf);
  addVersionRoutes(add, rulesets, '/rulesets/phases/:phase/entrypoint/versions', entryPointOf);
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
