// The bodies that write rulesets and rules. The error text of each part is what it expects: see read-body.ts.
// Source: the schemas of the official SDK; docs/platform.md, "Management API".
import { z } from 'zod';

const text = z.string('a string');
const object = z.record(z.string(), z.unknown(), 'an object');
/** An id or a ref. The length is not public; ours. */
const name = z
  .string('a name of 1 to 255 characters')
  .min(1, 'a name of 1 to 255 characters')
  .max(255, 'a name of 1 to 255 characters');
const filled = (what: string) => z.string(what).min(1, what);

/** The keys of a definition; `enabled` is true unless sent. */
const definition = {
  action: filled('the name of an action'),
  expression: filled('an expression'),
  enabled: z.boolean('true or false').default(true),
  description: text.optional(),
  action_parameters: object.optional(),
  categories: z.array(text, 'an array of strings').optional(),
  logging: object.optional(),
  ratelimit: object.optional(),
  exposed_credential_check: object.optional(),
};

/** `version` and `last_updated` are those of an answer, sent back: they have no effect. */
const ruleKeys = {
  ...definition,
  id: name.optional(),
  ref: name.optional(),
  version: z.unknown().optional(),
  last_updated: z.unknown().optional(),
};

const position = z
  .strictObject(
    {
      before: text.optional(),
      after: text.optional(),
      index: z.int('a place from 1').min(1, 'a place from 1').optional(),
    },
    'an object with one of before, after and index',
  )
  .refine(
    (found) => Object.values(found).filter((one) => one !== undefined).length === 1,
    'one of before, after and index',
  );

/** A rule in a list of rules. */
export const ruleSchema = z.strictObject(ruleKeys, 'a rule (an object)');
/** A rule with its place: the body of a call that changes one rule. */
export const placedRuleSchema = z.strictObject({ ...ruleKeys, position: position.optional() });
/** A body that only moves a rule. */
export const moveSchema = z.strictObject({ position });

const rules = z.array(ruleSchema, 'an array of rules');
const kinds = ['managed', 'custom', 'root', 'zone'];

/** Names of phases: `Phase` of the official client, `cloudflare` 7. */
const PHASES = `
  ddos_l4 ddos_l7 http_config_settings http_custom_errors http_log_custom_fields http_ratelimit http_request_cache_settings
  http_request_dynamic_redirect http_request_firewall_custom http_request_firewall_managed http_request_late_transform
  http_request_origin http_request_redirect http_request_sanitize http_request_sbfm http_request_transform http_response_cache_settings
  http_response_compression http_response_firewall_managed http_response_headers_transform magic_transit magic_transit_ids_managed
  magic_transit_managed magic_transit_ratelimit
`
  .trim()
  .split(/\s+/);

/** Creates a ruleset. */
export const newRulesetSchema = z.strictObject({
  name: filled('the name of the ruleset'),
  kind: z.enum(kinds, `one of ${kinds.join(', ')}`),
  phase: z.enum(PHASES, 'the name of a phase, such as http_log_custom_fields'),
  description: text.optional(),
  rules: rules.optional(),
});

/** Changes a ruleset. The keys that never change may be sent with their values. */
export const rulesetChangeSchema = z.strictObject({
  name: text.optional(),
  kind: text.optional(),
  phase: text.optional(),
  description: text.optional(),
  rules: rules.optional(),
});

/** Writes an entry point: `kind` and `phase` are rejected. `docs/platform.md`, "Management API". */
export const entryPointSchema = rulesetChangeSchema.omit({ kind: true, phase: true });

/** A rule as a client sends it. */
export type RuleInput = z.infer<typeof ruleSchema>;
/** Where a client wants a rule. */
export type Position = z.infer<typeof position>;
