// Describes the answer to a question about two filters for every format: one sentence with the answer, the record that refutes it, and what
// decides on that record. Prints nothing: the parts may contain control characters.
import type { CheckResult, FilterOnWitness, FilterProof } from '../../verbs/index.ts';
import { present } from './page.ts';
import { witnessJson } from './witness-json.ts';

/** Maximum conditions named for each filter. */
const CONDITIONS_SHOWN = 8;
/** What decides on a record if there is no filter. */
const NO_FILTER = 'no filter';
/** The name of a filter that has none, and its number; of a second filter that keeps every line. */
const UNNAMED = /^(?:filter|all)-\d+$/;
/** The only checked filter, if it has no name. */
const CHECKED = 'checked filter';

/** Text of this program, with names from outside marked. */
type Sentence = readonly (string | { readonly code: string })[];

/** What a filter decides on the record that refutes a statement. */
interface WitnessVerdict {
  /** See {@link filterLabels}. */
  label: string;
  verdict: FilterOnWitness['verdict'];
  /** The conditions that decide, with their truth; at least one line. */
  lines: string[];
}

/** An answer in words. */
export interface ProofDescription {
  answer: FilterProof['answer'];
  /** `proven`, `not implied`, `not equal`, `not decided`. */
  headline: string;
  sentence: Sentence;
  /** The question in a few words: `filter-1 implies new`. */
  question: string;
  /** Only if the statement is refuted: the record as JSON, and both verdicts. */
  record?: string;
  verdicts: readonly WitnessVerdict[];
  /** A remark about complete records, or why the question is not decided. */
  remark?: string;
}

/** Returns the label of each filter in reports: its name, or the flag that contains it if it has no name. Without questions, always the name. */
export function filterLabels({ checks }: CheckResult): ReadonlyMap<string, string> {
  const checked = checks.filter(({ question }) => question === undefined).length;
  const isOnly = checked === 1 && checks.length > 1;
  return new Map(
    checks.map(({ name, file, question }) => {
      if (file !== undefined || !UNNAMED.test(name)) return [name, name];
      return [name, question === undefined ? (isOnly ? CHECKED : name) : `--${question}`];
    }),
  );
}

/** Describes every answer of a check. */
export function describeProofs(result: CheckResult): ProofDescription[] {
  const labels = filterLabels(result);
  return (result.proofs ?? []).map((proof) => describeProof(proof, labels));
}

function describeProof(proof: FilterProof, labels: ReadonlyMap<string, string>): ProofDescription {
  const { answer, statement, witness, reason } = proof;
  const [from, to] = [labels.get(proof.from) ?? proof.from, labels.get(proof.to) ?? proof.to];
  const remark = answer === 'undecided' ? reason : remarkOf(proof);
  return {
    answer,
    headline: headlineOf(proof),
    sentence: sentenceOf(proof, inSentence(from), inSentence(to)),
    question: `${from} ${statement} ${to}`,
    ...(witness === undefined ? {} : { record: witnessJson(witness.record) }),
    verdicts: witness === undefined ? [] : [verdictOf(from, witness.fromFilter), verdictOf(to, witness.toFilter)],
    ...(remark === undefined ? {} : { remark }),
  };
}

function headlineOf({ answer, statement }: FilterProof): string {
  if (answer === 'proven') return 'proven';
  if (answer === 'undecided') return 'not decided';
  return statement === 'implies' ? 'not implied' : 'not equal';
}

function inSentence(label: string): Sentence[number][] {
  return label === CHECKED ? [`the ${CHECKED}`] : [{ code: label }];
}

function sentenceOf({ answer, statement, domain }: FilterProof, from: Sentence, to: Sentence): Sentence {
  const record = domain === 'any' ? 'record' : 'complete record';
  if (statement === 'equals') {
    if (answer === 'refuted') return [...from, ' and ', ...to, ` have different verdicts on a ${record}`];
    const same = [...from, ' and ', ...to, ` have the same verdict on every ${record}`];
    return answer === 'proven' ? same : ['whether ', ...same];
  }
  if (answer === 'refuted') return [...from, ` keeps a ${record} that `, ...to, ' does not keep'];
  if (answer === 'proven') return [`every ${record} that `, ...from, ' keeps, ', ...to, ' keeps too'];
  return ['whether ', ...to, ` keeps every ${record} that `, ...from, ' keeps'];
}

function verdictOf(label: string, { verdict, conditions }: FilterOnWitness): WitnessVerdict {
  const more = conditions.length - CONDITIONS_SHOWN;
  const lines = conditions.slice(0, CONDITIONS_SHOWN).map(({ text, truth }) => `${text} is ${truth}`);
  return {
    label,
    verdict,
    lines: present(...(lines.length === 0 ? [NO_FILTER] : lines), more > 0 && `… and ${more} more`),
  };
}

function remarkOf({ answer, domain, ofComplete }: FilterProof): string | undefined {
  if (answer !== 'refuted' || domain !== 'any' || ofComplete === 'refuted') return undefined;
  return ofComplete === 'proven'
    ? 'only records that lack fields refute it; it is proven for complete records, on which the platform evaluates filters (--complete)'
    : 'for complete records, on which the platform evaluates filters, it is not decided';
}

/** The sentence without marks. */
export function sentenceText(sentence: Sentence): string {
  return sentence.map((part) => (typeof part === 'string' ? part : part.code)).join('');
}
