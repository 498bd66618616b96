// A filter in every form that users paste.
import {
  canonicalFilter,
  type Filter,
  printExpression,
  printFilterJson,
  printJobString,
} from '../../language/filter/index.ts';

/** A filter in every form. */
export interface FilterForms {
  /** As an expression. */
  expression: string;
  /** Compact JSON in the platform's form. */
  json: string;
  /** The JSON as a JSON string literal, the value of `"filter":` in a job. */
  jobString: string;
}

/** Prints a filter in every form. */
export function formsOf(filter: Filter): FilterForms {
  return {
    expression: printExpression(canonicalFilter(filter)),
    json: printFilterJson(filter),
    jobString: printJobString(filter),
  };
}
