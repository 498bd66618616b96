// Warns about values of address fields in a notation that logs never contain, and about prefixes that match more addresses than they
// appear to. filter-warnings.ts reports ranges.
import { enumerate } from '../../../base/index.ts';
import type { Dataset } from '../../dataset/index.ts';
import { type Condition, joinPath, listOf } from '../node.ts';
import { OPERATORS } from '../operator.ts';
import type { ProblemList } from '../problem-list.ts';
import { quote } from '../quote.ts';
import { isAddressField } from './address-advice.ts';
import { addressFaultOf, ambiguousPrefixOf } from './address-form.ts';
import { readAddressRange } from './address-range.ts';

/** Maximum number of values quoted in one warning. */
const MAX_QUOTED_VALUES = 3;

/** Warns about the addresses in one condition on a field of the dataset. */
export function warnAboutAddresses(condition: Condition, path: string, dataset: Dataset, problems: ProblemList): void {
  const field = dataset.fields.get(condition.key)!;
  if (!isAddressField(field)) return;
  const { positive } = OPERATORS[condition.operator];
  const texts = listOf(condition).filter((value) => typeof value === 'string');
  const place = joinPath(path, 'value');
  if (positive === 'eq' || positive === 'in' || (positive === 'contains' && field.type !== 'string')) {
    warnAboutForms(texts, condition.key, place, problems);
  } else if (positive === 'startsWith') warnAboutPrefix(texts[0]!, condition.key, place, problems);
}

function warnAboutForms(texts: readonly string[], key: string, path: string, problems: ProblemList): void {
  const faults = texts.flatMap((text) => {
    const fault = readAddressRange(text.trim()) === undefined ? addressFaultOf(text) : undefined;
    return fault === undefined ? [] : [{ text, fault }];
  });
  if (faults.length === 0) return;
  problems.add('address-form', path, () => {
    const shown = faults.slice(0, MAX_QUOTED_VALUES);
    const texts = shown.map(({ text }) => quote(text));
    const fixes = shown.map(({ text, fault }) =>
      'canonical' in fault
        ? `write ${quote(fault.canonical)} in place of ${quote(text)}`
        : `${quote(text)}: ${fault.reason}`,
    );
    return {
      found: `${enumerate(texts, 'and')} for ${key}`,
      expected: 'an address as logs write it: lower case, shortest notation',
      fix: fixes.join('; '),
    };
  });
}

function warnAboutPrefix(text: string, key: string, path: string, problems: ProblemList): void {
  const open = ambiguousPrefixOf(text);
  const lower = text.toLowerCase();
  if (open !== undefined) {
    const { alsoMatches, closed } = open;
    problems.add('address-start', path, {
      found: `${quote(text)} for ${key}, which also matches ${alsoMatches}`,
      fix: closed === undefined ? `compare the whole address: ${key} == ${quote(text)}` : `write ${quote(closed)}`,
    });
  } else if (text !== lower && /^[0-9a-f]+:[0-9a-f:]*$/.test(lower)) {
    problems.add('address-form', path, {
      found: `${quote(text)} for ${key}`,
      expected: 'an address as logs write it, in lower case',
      fix: `write ${quote(lower)}`,
    });
  }
}
