// The names of configured fields: lower case for headers, names that can occur at all, none twice. Counts nothing.

import type { CustomFieldLimits } from '../limits.ts';
import { quote } from './plain-value.ts';
import { type ConfiguredField, loggedKeyOf } from './ruleset.ts';
import type { RulesetProblem } from './ruleset-problem.ts';

/** The characters of a header's name: a token of RFC 9110, section 5.6.2. */
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
/** What ends or cannot stand in a cookie's name: RFC 6265, section 5.2 and 5.4. */
const COOKIE_BREAK = /[=;\u0000-\u001f\u007f]|^\s|\s$/;

/** Problems of names. */
export function checkNames(fields: readonly ConfiguredField[]): RulesetProblem[] {
  return [...fields.flatMap(checkName), ...checkRepeats(fields), ...checkForms(fields)];
}

/** Warnings on names that are legal and yet log nothing. */
export function remarkNames(fields: readonly ConfiguredField[], limits: CustomFieldLimits): RulesetProblem[] {
  return fields
    .filter((field) => isNeverLogged(field, limits))
    .map(({ name, path }) => ({
      code: 'never-logged',
      path,
      message: `found the request header ${quote(name)}, which the platform never logs under the ${limits.name} limits; leave it out`,
    }));
}

/** Whether the platform leaves a field out whatever the traffic holds. */
export function isNeverLogged({ array, name }: ConfiguredField, limits: CustomFieldLimits): boolean {
  return loggedKeyOf(array) === 'RequestHeaders' && limits.neverLogged.includes(name);
}

function checkName({ array, name, path }: ConfiguredField): RulesetProblem[] {
  if (array === 'cookie_fields') {
    if (!COOKIE_BREAK.test(name)) return [];
    const message = `found ${quote(name)}, expected the name of a cookie alone: without "=", ";", control characters or blanks around it`;
    return [{ code: 'impossible-name', path, message }];
  }
  if (!TOKEN.test(name)) {
    const fix = name.trim().replace(/:$/, '');
    const hint = TOKEN.test(fix) ? `; write ${quote(fix.toLowerCase())}` : '';
    return [
      { code: 'impossible-name', path, message: `found ${quote(name)}, expected the name of a header alone${hint}` },
    ];
  }
  const lower = name.toLowerCase();
  if (lower === name) return [];
  return [{ code: 'upper-case', path, message: `found ${quote(name)}, expected it in lower case: ${quote(lower)}` }];
}

/** A name twice in one array; headers do not differ by case. */
function checkRepeats(fields: readonly ConfiguredField[]): RulesetProblem[] {
  const first = new Map<string, ConfiguredField>();
  return fields.flatMap((field) => {
    const { array, path } = field;
    const key = `${array} ${comparable(field)}`;
    const earlier = first.get(key);
    if (earlier === undefined) first.set(key, field);
    if (earlier === undefined) return [];
    const message = `found ${quote(field.name)} a second time in ${array}, expected it once; it stands at ${earlier.path} already`;
    return [{ code: 'duplicate-field', path, message }];
  });
}

/** Raw and transformed of one header: either form may be logged, not both. */
function checkForms(fields: readonly ConfiguredField[]): RulesetProblem[] {
  /** By header, the first field of each array that has it: two at the most. */
  const seen = new Map<string, ConfiguredField[]>();
  return fields.flatMap((field) => {
    if (field.array === 'cookie_fields') return [];
    const key = `${loggedKeyOf(field.array)} ${comparable(field)}`;
    const earlier = seen.get(key) ?? [];
    if (!earlier.some(({ array }) => array === field.array)) seen.set(key, [...earlier, field]);
    const other = earlier.find(({ array }) => array !== field.array);
    if (other === undefined) return [];
    const message = `found ${quote(field.name)} in ${other.array} and ${field.array}, expected it in one: either raw or transformed; the other stands at ${other.path}`;
    return [{ code: 'raw-and-transformed', path: field.path, message }];
  });
}

function comparable({ array, name }: ConfiguredField): string {
  return array === 'cookie_fields' ? name : name.toLowerCase();
}
