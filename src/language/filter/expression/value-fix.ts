// Corrects the fix of a syntax error in a value by the type of its field: the parser of expressions knows no dataset.
import type { Dataset, FieldType } from '../../dataset/index.ts';

/** What the parser offers for a value that is neither a number nor a string. */
const AS_STRING = /^(?<number>write [\d.-]+, or |write )".*" as a string$/s;
/** The field and the operator before a value, which may be in a list. */
const FIELD_BEFORE = /(?<field>[A-Za-z_]\w*)\s*(?:[=!<>]=|[<>]|contains|in\s*\{[^{}"]*)\s*$/;

/** Types whose values are never text. */
const VALUES: Readonly<Partial<Record<FieldType, string>>> = {
  int: 'an integer',
  float: 'a number',
  bool: 'true or false',
};

/** Returns the fix of a syntax error: `write "5OO" as a string` does not apply to fields that contain no text. */
export function fixForField(
  fix: string | undefined,
  { text, offset, dataset }: { text: string; offset: number; dataset: Dataset },
): string | undefined {
  const offered = AS_STRING.exec(fix ?? '');
  const field = FIELD_BEFORE.exec(text.slice(0, offset))?.groups?.field;
  const type = field === undefined ? undefined : dataset.fields.get(field)?.type;
  const value = type && VALUES[type];
  if (offered === null || value === undefined) return fix;
  const number = offered.groups!.number!;
  return number === 'write ' ? `write ${value}, because ${field} has the type ${type}` : number.replace(', or ', '');
}
