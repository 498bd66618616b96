// What a replay asks, and the report of the answers.

export { askReplay, type ReplayedSource, type ReplayQuestionOptions } from './replay-question.ts';
export {
  type ConditionSamples,
  type Detail,
  failingLines,
  type JobReport,
  type Report,
  type TransformedExample,
  type TransformReport,
} from './report.ts';
export { exampleOf } from './transform-question.ts';
