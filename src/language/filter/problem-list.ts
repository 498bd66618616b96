// Collects problems up to a limit and only counts the rest, which bounds the cost of a hostile filter.
import { printPlural } from '../../base/index.ts';
import { MAX_REPORTED_PROBLEMS } from './limits.ts';
import { type Problem, type ProblemCode, type ProblemParts, problemFrom, severityOf } from './problem.ts';

/** Problems in the order of the filter. */
export class ProblemList {
  readonly #problems: Problem[] = [];
  readonly #hidden = new Map<ProblemCode, number>();
  #errors = 0;

  /** Whether the filter must be rejected. */
  get hasErrors(): boolean {
    return this.#errors > 0;
  }

  /** @param parts a function when composing them is expensive: not called when the list is full */
  add(code: ProblemCode, path: string, parts: ProblemParts | (() => Omit<ProblemParts, 'severity'>)): void {
    const severity = 'severity' in parts ? parts.severity : severityOf(code);
    if (severity === 'error') this.#errors += 1;
    if (this.#problems.length < MAX_REPORTED_PROBLEMS) {
      this.#problems.push(problemFrom(code, path, typeof parts === 'function' ? parts() : parts));
    } else this.#hidden.set(code, (this.#hidden.get(code) ?? 0) + 1);
  }

  /** Replaces all errors of one code with a single error of another one. */
  replace(code: ProblemCode, by: ProblemCode, parts: ProblemParts): void {
    const first = this.#problems.findIndex((problem) => problem.code === code);
    const others = this.#problems.filter((problem) => problem.code !== code);
    this.#hidden.delete(code);
    others.splice(Math.max(first, 0), 0, problemFrom(by, '', parts));
    this.#problems.splice(0, this.#problems.length, ...others);
  }

  /** The problems; when the limit was exceeded, the last one reports how many are not shown. */
  toArray(): Problem[] {
    const hidden = [...this.#hidden.values()].reduce((sum, count) => sum + count, 0);
    if (hidden === 0) return [...this.#problems];
    const severity = this.hasErrors ? 'error' : 'warning';
    const failed = `${printPlural(hidden, 'more problem is', 'more problems are')} not shown`;
    return [...this.#problems, problemFrom('more-problems', '', { severity, failed })];
  }
}
