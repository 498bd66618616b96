// Explains what a transformer does with one line: each condition and each column with its value, down to the fields. Decides nothing itself.

import type { FieldSource } from '../../base/index.ts';
import type { Expression } from '../../language/transformer/index.ts';
import { openTransformation, type Transformation, type TransformText } from './transformation.ts';

/** An expression with its value for the line. */
export interface ExplainedExpression {
  /** As in the SQL. */
  text: string;
  /** Arrow's name of the type: `Utf8`, `Int64`. */
  type: string;
  outcome: 'value' | 'failing' | 'undecided';
  /** The value; why there is none, otherwise. */
  result: string;
  /** Empty for fields and constants. */
  children: ExplainedExpression[];
}

/** What a transformer does with a line. */
export interface ExplainedTransformation {
  name: string;
  outcome: 'kept' | 'dropped' | 'failing' | 'undecided';
  /** Why the line fails or is undecided. Absent otherwise. */
  reason?: string;
  /** Of WHERE. */
  conditions: ExplainedExpression[];
  columns: (ExplainedExpression & { key: string })[];
  /** The delivered records as JSON. */
  records: string[];
}

/** Explains a line that reaches the transformer. */
export function explainTransformation(name: string, text: TransformText, record: FieldSource): ExplainedTransformation {
  const transformation = openTransformation(text);
  const { transformer } = transformation;
  const evaluation = transformation.evaluate(record);
  const reason = transformer.reasonOf(evaluation);
  return {
    name,
    outcome: evaluation.outcome === 'rows' ? 'kept' : evaluation.outcome,
    ...(reason !== undefined && { reason }),
    conditions: transformer.conditions.map((one) => explainExpression(one, transformation, record)),
    columns: transformer.columns.map((one) => ({
      ...explainExpression(one.expression, transformation, record),
      key: one.name,
    })),
    records: evaluation.outcome === 'rows' ? evaluation.rows.map((row) => transformer.printRow(row)) : [],
  };
}

function explainExpression(
  expression: Expression,
  transformation: Transformation,
  record: FieldSource,
): ExplainedExpression {
  const result = expression.evaluate(transformation.inputOf(record));
  return {
    ...{ text: expression.text, type: expression.type, outcome: result.outcome },
    result: result.outcome === 'value' ? result.text : transformation.transformer.reasonOf(result)!,
    children: operandsOf(expression).map((child) => explainExpression(child, transformation, record)),
  };
}

/** Without constants, which are their own values. The comparisons of a `BETWEEN` have the text of the whole, with other values: its operands take their place. */
function operandsOf({ text, children }: Expression): Expression[] {
  const operands = children.flatMap((child) => (child.text === text ? operandsOf(child) : [child]));
  return operands.filter(
    ({ fields, text: own }, index) => fields.length > 0 && operands.findIndex((one) => one.text === own) === index,
  );
}
