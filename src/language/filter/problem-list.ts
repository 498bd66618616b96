// Collects problems up to a limit and only counts the rest, which bounds the cost of a hostile filter.
import { printPlural } from '../../base/index.ts';
import { MAX_REPORTED_PROBLEMS } from './limits.ts';
import { type Problem, type ProblemCode, type ProblemParts, problemFrom } from './problem.ts';

/** Parts of a problem, or a function that composes them: not called when the list is full. */
type Lazy<Parts> = Parts | (() => Parts);

/** Problems in the order of the filter. */
export class ProblemList {
  readonly #problems: Problem[] = [];
  readonly #hidden = new Map<ProblemCode, number>();
  #errors = 0;

  /** Whether the filter must be rejected. */
  get hasErrors(): boolean {
    return this.#errors > 0;
  }

  /** @param parts without code and severity; a function when composing them is expensive */
  add(severity: Problem['severity'], code: ProblemCode, parts: Lazy<Omit<ProblemParts, 'severity' | 'code'>>): void {
    if (severity === 'error') this.#errors += 1;
    if (this.#problems.length < MAX_REPORTED_PROBLEMS) {
      this.#problems.push(problemFrom({ ...(typeof parts === 'function' ? parts() : parts), severity, code }));
    } else {
      this.#hidden.set(code, (this.#hidden.get(code) ?? 0) + 1);
    }
  }

  /** Replaces all errors of one code with a single error. */
  replace(code: ProblemCode, parts: Omit<ProblemParts, 'severity'>): void {
    const first = this.#problems.findIndex((problem) => problem.code === code);
    const others = this.#problems.filter((problem) => problem.code !== code);
    this.#hidden.delete(code);
    others.splice(Math.max(first, 0), 0, problemFrom({ ...parts, severity: 'error' }));
    this.#problems.splice(0, this.#problems.length, ...others);
  }

  /** The problems; when the limit was exceeded, the last one reports how many are not shown. */
  toArray(): Problem[] {
    const hidden = [...this.#hidden.values()].reduce((sum, count) => sum + count, 0);
    if (hidden === 0) return [...this.#problems];
    const severity = this.#errors > 0 ? 'error' : 'warning';
    const failed = `${printPlural(hidden, 'more problem is', 'more problems are')} not shown`;
    return [...this.#problems, problemFrom({ severity, code: 'more-problems', path: '', failed })];
  }
}
