// Checks the names of configured fields: headers are in lower case, a header or cookie can have the name, no name occurs twice.
import type { CustomFieldLimits } from '../limits.ts';
import { quote } from './plain-value.ts';
import { type ConfiguredField, loggedKeyOf } from './ruleset.ts';
import { problem, type RulesetProblem } from './ruleset-problem.ts';

/** The name of a header: a token of RFC 9110, section 5.6.2. */
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
/** Characters that end a cookie's name or cannot be in it: RFC 6265, sections 5.2 and 5.4. */
const COOKIE_BREAK = /[=;\u0000-\u001f\u007f]|^\s|\s$/;

/** Checks names. */
export function checkNames(fields: readonly ConfiguredField[]): RulesetProblem[] {
  return [...fields.flatMap(checkName), ...checkRepeats(fields), ...checkForms(fields)];
}

/** Returns a warning for each legal name that logs nothing. */
export function remarkNames(fields: readonly ConfiguredField[], limits: CustomFieldLimits): RulesetProblem[] {
  return fields
    .filter((field) => isNeverLogged(field, limits))
    .map(({ name, path }) =>
      problem(
        'never-logged',
        path,
        `found the request header ${quote(name)}, expected a header that the platform logs under the ${limits.name} limits; remove it`,
      ),
    );
}

/** Whether the platform never logs a field. */
export function isNeverLogged({ array, name }: ConfiguredField, limits: CustomFieldLimits): boolean {
  return loggedKeyOf(array) === 'RequestHeaders' && limits.neverLogged.includes(name);
}

function checkName({ array, name, path }: ConfiguredField): RulesetProblem[] {
  if (array === 'cookie_fields') {
    if (!COOKIE_BREAK.test(name)) return [];
    return [
      problem(
        'impossible-name',
        path,
        `found ${quote(name)}, expected only the name of a cookie, without "=", ";", control characters or surrounding spaces`,
      ),
    ];
  }
  if (!TOKEN.test(name)) {
    const fix = name.trim().replace(/:$/, '');
    const hint = TOKEN.test(fix) ? `; write ${quote(fix.toLowerCase())}` : '';
    return [problem('impossible-name', path, `found ${quote(name)}, expected only the name of a header${hint}`)];
  }
  const lower = name.toLowerCase();
  if (lower === name) return [];
  return [problem('upper-case', path, `found ${quote(name)}, expected it in lower case: ${quote(lower)}`)];
}

/** Reports a name that occurs twice in one array. Header names are compared without case. */
function checkRepeats(fields: readonly ConfiguredField[]): RulesetProblem[] {
  const first = new Map<string, ConfiguredField>();
  return fields.flatMap((field) => {
    const { array, path } = field;
    const key = `${array} ${comparable(field)}`;
    const earlier = first.get(key);
    if (earlier === undefined) first.set(key, field);
    if (earlier === undefined) return [];
    return [
      problem(
        'duplicate-field',
        path,
        `found ${quote(field.name)} twice in ${array}, expected it once: the first is at ${earlier.path}; remove one`,
      ),
    ];
  });
}

/** Reports a header in both the raw and the transformed array: the platform logs one of the two. */
function checkForms(fields: readonly ConfiguredField[]): RulesetProblem[] {
  /** By header, the first field of each array that contains it: at most two. */
  const seen = new Map<string, ConfiguredField[]>();
  return fields.flatMap((field) => {
    if (field.array === 'cookie_fields') return [];
    const key = `${loggedKeyOf(field.array)} ${comparable(field)}`;
    const earlier = seen.get(key) ?? [];
    if (!earlier.some(({ array }) => array === field.array)) seen.set(key, [...earlier, field]);
    const other = earlier.find(({ array }) => array !== field.array);
    if (other === undefined) return [];
    return [
      problem(
        'raw-and-transformed',
        field.path,
        `found ${quote(field.name)} in ${other.array} and ${field.array}, expected it in only one of them, raw or transformed: the other is at ${other.path}; remove one`,
      ),
    ];
  });
}

function comparable({ array, name }: ConfiguredField): string {
  return array === 'cookie_fields' ? name : name.toLowerCase();
}
