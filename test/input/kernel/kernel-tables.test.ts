// Tables that map a semantic to the kernel cover the whole union: `npm run types` fails where a table compiles that lacks an entry.
// That outcomes and verdicts have the numbers of src/language/filter is checked by the types of src/input/kernel themselves.
import { describe, expect, it } from 'vitest';
import { scannedHour } from '../../../src/analysis/aggregates/hour-tally.ts';
import type { HourTotals } from '../../../src/analysis/aggregates/index.ts';
import type { CheckOptions } from '../../../src/analysis/validate/line/check-options.ts';
import type { CustomKey, CustomPlan } from '../../../src/analysis/validate/line/custom-plan.ts';
import {
  KERNEL_FIELD_PARTS,
  KERNEL_KEY_PARTS,
  KERNEL_LIMITS,
  KERNEL_OPTIONS,
  KERNEL_PLAN_PARTS,
  KERNEL_RULES,
  KERNEL_SCHEMA_PARTS,
} from '../../../src/analysis/validate/line/kernel-coverage.ts';
import type { ExpectedField, LineSchema } from '../../../src/analysis/validate/line/line-schema.ts';
import type { ReadingRule } from '../../../src/analysis/validate/rules.ts';
import { type CheckedLines, scannedChecks } from '../../../src/analysis/validate/validation-totals.ts';
import { MILLISECONDS_BELOW, SECONDS_BELOW } from '../../../src/base/index.ts';
import * as abi from '../../../src/input/kernel/abi.ts';
import { CONDITION_TESTS, type OperatorTests } from '../../../src/input/kernel/condition-request.ts';
import type { ScanCounts, ScanRequest } from '../../../src/input/kernel/index.ts';
import { TIME_UNITS } from '../../../src/input/kernel/kernel-time.ts';
import { DETAILS, FILTER_OPTIONS, HINTS } from '../../../src/input/kernel/scan-request.ts';
import { VALUE_KINDS } from '../../../src/input/kernel/schema-request.ts';
import { GROUPS } from '../../../src/input/kernel/tree-request.ts';
import type { MalformedReason } from '../../../src/input/record/index.ts';
import { KERNEL_MALFORMED, type LinesTotal, scannedLines } from '../../../src/input/scan/totals.ts';
import type { CustomFieldLimits } from '../../../src/language/custom-fields/index.ts';
import type { EventTime } from '../../../src/language/dataset/field.ts';
import type { FieldType } from '../../../src/language/dataset/index.ts';
import {
  type CompileOptions,
  type Hint,
  OPERATOR_NAMES,
  OPERATORS,
  type OutcomeTree,
  type PositiveOperator,
} from '../../../src/language/filter/index.ts';

/** Operators that the kernel tests on no type of field: each costs speed wherever a filter uses it. */
const DEFERRED: ReadonlySet<PositiveOperator> = new Set();

type Table<Entry extends string> = Readonly<Record<Entry, unknown>>;

describe('an addition that the kernel does not know does not compile', () => {
  it('types', () => {
    const text = CONDITION_TESTS.string;
    const tests: OperatorTests = text === 'defer' ? expect.unreachable() : text.tests;
    const forgotten: unknown[] = [
      // @ts-expect-error the table lacks the operator
      tests satisfies Table<PositiveOperator | 'fake-operator'>,
      // @ts-expect-error the table lacks the type of field
      CONDITION_TESTS satisfies Table<FieldType | 'fake-type'>,
      // @ts-expect-error the table lacks the type of field
      VALUE_KINDS satisfies Table<FieldType | 'fake-type'>,
      // @ts-expect-error the table lacks the hint
      HINTS satisfies Table<Hint | 'fake-hint'>,
      // @ts-expect-error the table lacks the reason
      KERNEL_MALFORMED satisfies Table<MalformedReason | 'fake-reason'>,
      // @ts-expect-error the table lacks the option
      FILTER_OPTIONS satisfies Table<keyof CompileOptions | 'fake-option'>,
      // @ts-expect-error the counts lack the figure
      scannedLines satisfies (lines: ScanCounts['lines']) => Table<keyof LinesTotal | 'fake-figure'>,
      // @ts-expect-error the counts lack the figure
      scannedChecks satisfies (counts: ScanCounts) => Table<keyof CheckedLines | 'fake-figure'>,
      // @ts-expect-error the counts lack the figure
      scannedHour satisfies (hour: ScanCounts['hours'][number]) => Table<keyof HourTotals | 'fake-figure'>,
      // @ts-expect-error the table lacks the unit
      TIME_UNITS satisfies Table<EventTime['unit'] | 'fake-unit'>,
      // @ts-expect-error the table lacks the level of detail
      DETAILS satisfies Table<ScanRequest['detail'] | 'fake-detail'>,
      // @ts-expect-error the table lacks the kind of group
      GROUPS satisfies Table<Exclude<OutcomeTree['kind'], 'condition'> | 'fake-group'>,
      // @ts-expect-error the table lacks the rule
      KERNEL_RULES satisfies Table<ReadingRule | 'fake-rule'>,
      // @ts-expect-error the table lacks the part of a schema
      KERNEL_SCHEMA_PARTS satisfies Table<keyof LineSchema | 'fake-part'>,
      // @ts-expect-error the table lacks the part of a field
      KERNEL_FIELD_PARTS satisfies Table<keyof ExpectedField | 'fake-part'>,
      // @ts-expect-error the table lacks the option
      KERNEL_OPTIONS satisfies Table<keyof CheckOptions | 'fake-option'>,
      // @ts-expect-error the table lacks the part of a plan
      KERNEL_PLAN_PARTS satisfies Table<keyof CustomPlan | 'fake-part'>,
      // @ts-expect-error the table lacks the part of a key
      KERNEL_KEY_PARTS satisfies Table<keyof CustomKey | 'fake-part'>,
      // @ts-expect-error the table lacks the limit
      KERNEL_LIMITS satisfies Table<keyof CustomFieldLimits | 'fake-limit'>,
    ];
    // The same tables have every entry that there is.
    const complete: unknown[] = [
      tests satisfies Table<PositiveOperator>,
      CONDITION_TESTS satisfies Table<FieldType>,
      VALUE_KINDS satisfies Table<FieldType>,
      HINTS satisfies Table<Hint>,
      TIME_UNITS satisfies Table<EventTime['unit']>,
      DETAILS satisfies Table<ScanRequest['detail']>,
      GROUPS satisfies Table<Exclude<OutcomeTree['kind'], 'condition'>>,
      KERNEL_RULES satisfies Table<ReadingRule>,
      KERNEL_SCHEMA_PARTS satisfies Table<keyof LineSchema>,
      KERNEL_FIELD_PARTS satisfies Table<keyof ExpectedField>,
      KERNEL_OPTIONS satisfies Table<keyof CheckOptions>,
      KERNEL_PLAN_PARTS satisfies Table<keyof CustomPlan>,
      KERNEL_KEY_PARTS satisfies Table<keyof CustomKey>,
      KERNEL_LIMITS satisfies Table<keyof CustomFieldLimits>,
      KERNEL_MALFORMED satisfies Table<MalformedReason>,
      FILTER_OPTIONS satisfies Table<keyof CompileOptions>,
      scannedLines satisfies (lines: ScanCounts['lines']) => Table<keyof LinesTotal>,
      scannedChecks satisfies (counts: ScanCounts) => Table<keyof CheckedLines>,
      scannedHour satisfies (hour: ScanCounts['hours'][number]) => Table<keyof HourTotals>,
    ];
    expect(complete).toEqual(expect.arrayContaining(forgotten));
  });

  it('every operator has a test for every type that it may be used with, except the deferred ones', () => {
    for (const operator of OPERATOR_NAMES) {
      const { positive, types } = OPERATORS[operator];
      for (const type of types) {
        const tests = CONDITION_TESTS[type];
        const test = tests === 'defer' ? tests : tests.tests[positive];
        expect(test, `${operator} ${type}`).toEqual(DEFERRED.has(positive) ? 'defer' : expect.any(Number));
      }
    }
  });
});

it('a timestamp has the unit that src/base gives it', () => {
  expect(BigInt(abi.SECONDS_BELOW)).toBe(SECONDS_BELOW);
  expect(BigInt(abi.MILLISECONDS_BELOW)).toBe(MILLISECONDS_BELOW);
});
