// Why the filter drops a line, where a single condition is to blame. Looks the way of explain, for the few places that are shown.
import type { FieldSource } from '../base/index.ts';
import { type CompiledFilter, type Explanation, explainFilter } from '../filter/index.ts';

/** `found false: ClientRequestPath != "/healthz"`; empty where several conditions are false. @param source a line that is dropped */
export function falseCondition(filter: CompiledFilter, source: FieldSource): string {
  const found = falseConditions(explainFilter(filter, source));
  return found.length === 1 ? `found false: ${found[0]}` : '';
}

/** As expressions; only what is false all the way up. */
function falseConditions(part: Explanation): string[] {
  if (part.truth !== 'false') return [];
  return part.kind === 'condition' ? [part.text] : part.children.flatMap(falseConditions);
}
