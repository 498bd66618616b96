// The requests for the ruleset of a phase. docs/platform.md, "Management API".
import type { PhaseUpdateParams } from 'cloudflare/resources/rulesets/phases';
import type { RuleEditParams } from 'cloudflare/resources/rulesets/rules';
import type { ApiRule, ApiRuleset, ManagementApi } from './management-api.ts';
import type { ApiRequest, Connection } from './request/api-request.ts';
import { requestError } from './request/request-error.ts';
import { requestResult } from './request/request-result.ts';
import { isFailure, sendRequest } from './request/send-request.ts';
import { apiRuleset, readResult } from './result-schemas.ts';
import { idsOf } from './scope-words.ts';
import { isSameRule } from './write/same-values.ts';
import { writeOnce } from './write/write-once.ts';

/** Code of a 404 for a phase without rules. docs/platform.md, "Management API". */
const NO_RULESET = 10003;
const ADVICE = 'run the command again: it compares the ruleset first';

type RulesetRequests = Pick<ManagementApi, 'readEntryPoint' | 'writeEntryPoint' | 'updateRule'>;
type Phase = Parameters<Connection['client']['rulesets']['phases']['get']>[0];

/** Creates the functions. */
export function rulesetRequests(connection: Connection): RulesetRequests {
  const readEntryPoint: ManagementApi['readEntryPoint'] = async (zone, phase) => {
    const request: ApiRequest = {
      action: `read the ruleset of the phase ${phase} of the zone ${zone}`,
      permission: PERMISSION,
      hasEffects: false,
      send: ({ rulesets }, options) => rulesets.phases.get(phase as Phase, idsOf({ zone }), options),
    };
    const answer = await sendRequest(connection, request);
    if (isFailure(answer)) {
      if (answer.status === 404 && answer.messages.some(({ code }) => code === NO_RULESET)) return undefined;
      throw requestError(connection, request, answer);
    }
    const ruleset = readResult(apiRuleset, answer);
    if (isFailure(ruleset)) throw requestError(connection, request, ruleset);
    return ruleset;
  };

  const readRuleset = async (zone: string, id: string): Promise<ApiRuleset> => {
    const request: ApiRequest = {
      action: `read the ruleset ${id} of the zone ${zone}`,
      permission: PERMISSION,
      hasEffects: false,
      send: ({ rulesets }, options) => rulesets.get(id, idsOf({ zone }), options),
    };
    return requestResult(connection, request, apiRuleset);
  };

  const writeEntryPoint: ManagementApi['writeEntryPoint'] = (zone, phase, rules) =>
    writeOnce<ApiRuleset>(connection, {
      request: {
        action: `write the ruleset of the phase ${phase} of the zone ${zone}`,
        permission: PERMISSION,
        hasEffects: true,
        send: ({ rulesets }, options) =>
          rulesets.phases.update(
            phase as Phase,
            { ...idsOf({ zone }), rules } as unknown as PhaseUpdateParams,
            options,
          ),
      },
      read: (answer) => readResult(apiRuleset, answer),
      lookUp: async () => {
        const ruleset = await readEntryPoint(zone, phase);
        return ruleset !== undefined && hasRules(ruleset, rules)
          ? { state: 'done', result: ruleset }
          : { state: 'absent' };
      },
      isCreation: false,
      advice: ADVICE,
    });

  const updateRule: ManagementApi['updateRule'] = (zone, rulesetId, ruleId, rule) =>
    writeOnce<ApiRuleset>(connection, {
      request: {
        action: `change the rule ${ruleId} of the zone ${zone}`,
        permission: PERMISSION,
        hasEffects: true,
        send: ({ rulesets }, options) =>
          rulesets.rules.edit(
            ruleId,
            { ...rule, ...idsOf({ zone }), ruleset_id: rulesetId } as unknown as RuleEditParams,
            options,
          ),
      },
      read: (answer) => readResult(apiRuleset, answer),
      lookUp: async () => {
        const ruleset = await readRuleset(zone, rulesetId);
        const found = ruleset.rules?.find(({ id }) => id === ruleId);
        if (found === undefined) return { state: 'unclear', found: 'the rule is gone' };
        return isSameRule(found, rule) ? { state: 'done', result: ruleset } : { state: 'absent' };
      },
      isCreation: false,
      advice: ADVICE,
    });

  return { readEntryPoint, writeEntryPoint, updateRule };
}

/** Not documented for this phase; that of Logpush, to which the phase belongs. docs/platform.md, "Management API". */
const PERMISSION = 'Logs Write for this zone';

function hasRules({ rules: found = [] }: ApiRuleset, sent: readonly ApiRule[]): boolean {
  return found.length === sent.length && sent.every((rule, index) => isSameRule(found[index]!, rule));
}
