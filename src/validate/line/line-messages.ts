// Why the filter drops a line: the conditions that are false and to blame. Looks the way of explain, for the few places that are shown.
import type { FieldSource } from '../../base/index.ts';
import { type CompiledFilter, type Explanation, explainFilter } from '../../filter/index.ts';

/** Conditions told of one line. */
const CONDITIONS_TOLD = 3;

/** `found false: ClientRequestPath != "/healthz"`; of several conditions the first ones. @param source a line that is dropped */
export function falseCondition(filter: CompiledFilter, source: FieldSource): string {
  const found = falseConditions(explainFilter(filter, source));
  const more = found.length > CONDITIONS_TOLD ? ` and ${found.length - CONDITIONS_TOLD} more` : '';
  return `found false: ${found.slice(0, CONDITIONS_TOLD).join('; ')}${more}`;
}

/** As expressions; only what is false all the way up. */
function falseConditions(part: Explanation): string[] {
  if (part.truth !== 'false') return [];
  return part.kind === 'condition' ? [part.text] : part.children.flatMap(falseConditions);
}
