// The answers to questions about filters as cases: a refuted statement fails, and one that is not decided is an error.
import type { CheckResult } from '../../task/index.ts';
import { describeProofs, sentenceText } from '../text/proof/describe-proof.ts';
import { printable } from '../text/style.ts';
import type { Case } from './case.ts';

const RESULTS = { proven: 'passed', refuted: 'failed', undecided: 'error' } as const;

/** Creates a case for each answer, at the file of the checked filter. */
export function proofCases(result: CheckResult): Case[] {
  return describeProofs(result).map(
    ({ answer, headline, sentence, question, record, verdicts, remark }, index): Case => {
      const file = result.checks.find(({ name }) => name === result.proofs![index]!.from)?.file;
      const details = [
        ...(record === undefined ? [] : [`record: ${record}`]),
        ...verdicts.flatMap(({ label, verdict, lines }) => lines.map((line) => `${label}: ${verdict}, ${line}`)),
        ...(remark === undefined ? [] : [remark]),
      ];
      return {
        name: printable(question),
        result: RESULTS[answer],
        ...(answer === 'proven'
          ? {}
          : { message: printable(`${headline}: ${sentenceText(sentence)}`), details: details.map(printable) }),
        ...(file === undefined ? {} : { file }),
      };
    },
  );
}
