// The requests for the ruleset of a phase. docs/platform.md, "Management API".
import type { PhaseUpdateParams } from 'cloudflare/resources/rulesets/phases';
import type { RuleEditParams } from 'cloudflare/resources/rulesets/rules';
import { idsOf } from './api-owners.ts';
import type { ApiRule, ApiRuleset, ManagementApi } from './management-api.ts';
import type { Connection } from './request/api-request.ts';
import { requestIfPresent, requestResult } from './request/request-result.ts';
import { apiRuleset } from './result-schemas.ts';
import { isSameRule } from './write/same-values.ts';
import { writeOnce } from './write/write-once.ts';

/** Code of a 404 for a phase without rules. docs/platform.md, "Management API". */
const NO_RULESET = 10003;
const ADVICE = 'run the command again: it compares the ruleset first';

type Phase = Parameters<Connection['client']['rulesets']['phases']['get']>[0];

/** Creates the functions. */
export function rulesetRequests(connection: Connection) {
  const readEntryPoint: ManagementApi['readEntryPoint'] = (zone, phase) =>
    requestIfPresent(
      connection,
      {
        action: `read the ruleset of the phase ${phase} of the zone ${zone}`,
        permission: PERMISSION,
        send: ({ rulesets }, options) => rulesets.phases.get(phase as Phase, idsOf({ zone }), options),
      },
      apiRuleset,
      ({ status, messages }) => status === 404 && messages.some(({ code }) => code === NO_RULESET),
    );

  const readRuleset = (zone: string, id: string): Promise<ApiRuleset> =>
    requestResult(
      connection,
      {
        action: `read the ruleset ${id} of the zone ${zone}`,
        permission: PERMISSION,
        send: ({ rulesets }, options) => rulesets.get(id, idsOf({ zone }), options),
      },
      apiRuleset,
    );

  return {
    readEntryPoint,

    writeEntryPoint: (zone, phase, rules) =>
      writeOnce(connection, {
        request: {
          action: `write the ruleset of the phase ${phase} of the zone ${zone}`,
          permission: PERMISSION,
          send: ({ rulesets }, options) =>
            rulesets.phases.update(
              phase as Phase,
              { ...idsOf({ zone }), rules } as unknown as PhaseUpdateParams,
              options,
            ),
        },
        schema: apiRuleset,
        lookUp: async () => {
          const ruleset = await readEntryPoint(zone, phase);
          return ruleset !== undefined && hasRules(ruleset, rules)
            ? { state: 'done', result: ruleset }
            : { state: 'absent' };
        },
        advice: ADVICE,
      }),

    updateRule: (zone, rulesetId, ruleId, rule) =>
      writeOnce(connection, {
        request: {
          action: `change the rule ${ruleId} of the zone ${zone}`,
          permission: PERMISSION,
          send: ({ rulesets }, options) =>
            rulesets.rules.edit(
              ruleId,
              { ...rule, ...idsOf({ zone }), ruleset_id: rulesetId } as unknown as RuleEditParams,
              options,
            ),
        },
        schema: apiRuleset,
        lookUp: async () => {
          const ruleset = await readRuleset(zone, rulesetId);
          const found = ruleset.rules?.find(({ id }) => id === ruleId);
          if (found === undefined) return { state: 'unclear', found: 'the rule is gone' };
          return isSameRule(found, rule) ? { state: 'done', result: ruleset } : { state: 'absent' };
        },
        advice: ADVICE,
      }),
  } satisfies Partial<ManagementApi>;
}

/** Not documented for this phase; that of Logpush, to which the phase belongs. docs/platform.md, "Management API". */
const PERMISSION = 'Logs Write for this zone';

function hasRules({ rules: found = [] }: ApiRuleset, sent: readonly ApiRule[]): boolean {
  return found.length === sent.length && sent.every((rule, index) => isSameRule(found[index]!, rule));
}
