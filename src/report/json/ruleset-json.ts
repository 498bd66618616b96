// Renders the ruleset of a proposal as JSON that `--ruleset` and the API accept.
import type { FieldsProposal } from '../../verbs/index.ts';
import { renderJson } from './render-json.ts';

/** Renders the ruleset of a proposal; nothing if the proposal has none. */
export function renderRulesetJson({ ruleset }: FieldsProposal): Iterable<string> {
  return ruleset === null ? [] : renderJson(ruleset);
}
