// A ruleset with several rules, which the API no longer accepts but may still have: its rules are never merged, replaced or lost.
import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { newId } from '../../../src/sandbox/state/identity.ts';
import { openState } from '../../../src/sandbox/state/state.ts';
import { serveApi } from '../../helpers/sandbox/serve-api.ts';
import { applyRule, readZoneRuleset, ruleOf } from '../../helpers/verbs/zone-fields.ts';

const OURS = {
  action: 'log_custom_field',
  expression: 'true',
  enabled: true,
  action_parameters: { cookie_fields: [{ name: 'a' }] },
};
const OTHER = { action: 'execute', expression: 'true', enabled: true };

it.each([
  ['two rules of custom fields', [OURS, OURS], { outcome: 'rejected', plan: { isApplicable: false } }],
  // The sandbox rejects every change of such a ruleset.
  ['a rule of another action', [OTHER, OURS], { outcome: 'failed', state: 'old', plan: { isApplicable: true } }],
])('%s', async (_, definitions, expected) => {
  const folder = mkdtempSync(join(tmpdir(), 'several-'));
  const file = join(folder, 'state.db');
  const state = openState({ file });
  const rules = (lastUpdated: number) =>
    definitions.map((definition, index) => ({
      id: newId(),
      ref: `rule-${index}`,
      version: 1,
      lastUpdated,
      definition,
    }));
  const head = { id: newId(), name: 'default', kind: 'zone', phase: 'http_log_custom_fields' };
  state.rulesets.create(head, { description: '', rules });
  state.close();

  const sandbox = await serveApi({ state: openState({ file }) });
  const before = await readZoneRuleset(sandbox);
  const undoFolder = mkdtempSync(join(tmpdir(), 'undo-'));
  const applied = await applyRule(sandbox, ruleOf({ cookie_fields: ['b'] }), { undoFolder });
  const now = await readZoneRuleset(sandbox);
  await sandbox.stop();
  expect(applied).toMatchObject(expected);
  expect(before?.rules).toHaveLength(2);
  expect(now).toEqual(before);
  expect(readdirSync(undoFolder)).toEqual([]);
});
