// Samples of the lines that one condition of a filter alone drops, or alone keeps: which conditions are meant, what to count for them, and
// the results.
// Reads no lines.

import { askSelected, type NamedFilter, type Question } from '../../analysis/query/index.ts';
import type { ConditionSamples } from '../../analysis/replay/index.ts';
import { HeadgateError, printPlural } from '../../base/index.ts';
import { conditionsOf, decidedAloneBy, printCondition } from '../../language/filter/index.ts';

/** How many lines to show that a condition alone decides. */
export interface ChosenCondition {
  /**
   * Its number in the report from 1, or its path (`where.and[1]`); with several filters, after the name of its filter and a colon:
   * `bots:where.and[1]`.
   */
  condition: string;
  /** Lines shown. */
  samples: number;
}

/** A condition of a filter. */
interface IndexedCondition {
  /** In depth-first order, from 0; the table of a report counts from 1. */
  index: number;
  path: string;
  text: string;
}

/**
 * Asks for the lines of conditions, by filter.
 * @throws HeadgateError `condition-unknown`, with the conditions that exist
 */
export function askConditionSamples(
  chosen: readonly ChosenCondition[],
  filters: readonly NamedFilter[],
): Question<ConditionSamples[][]> {
  const all = chosen.map((one) => ({ ...findCondition(one, filters), samples: one.samples }));
  const found = all
    .filter(({ filter, path }, at) => all.findIndex((one) => one.filter === filter && one.path === path) === at)
    .flatMap((one) =>
      verdictsAt(one.path).map((verdict) => {
        const selection = decidedAloneBy(filters[one.filter]!.reading.filter!, one.index, verdict);
        return { ...one, verdict, lines: askSelected(selection, { samples: one.samples }) };
      }),
    );
  return {
    aggregates: found.flatMap(({ lines }) => lines.aggregates),
    of: (answers) =>
      filters.map((_, wanted) =>
        found
          .filter(({ filter }) => filter === wanted)
          .map(({ path, text, verdict, lines }) => ({ path, text, verdict, ...lines.of(answers).kept })),
      ),
  };
}

/**
 * Returns which lines inform about a condition: those that it alone keeps in an `or`, those that it alone drops elsewhere, both in an `or`
 * and an `and`. All alternatives of an `or` alone drop the same lines, and all parts of an `and` alone keep the same ones.
 */
function verdictsAt(path: string): ConditionSamples['verdict'][] {
  if (!path.includes('.or[')) return ['drop'];
  return path.includes('.and[') ? ['drop', 'keep'] : ['keep'];
}

function findCondition(
  { condition: chosen, samples }: ChosenCondition,
  filters: readonly NamedFilter[],
): IndexedCondition & { filter: number } {
  const unknown = (reason: string): HeadgateError =>
    new HeadgateError('condition-unknown', `cannot use --samples ${samples}@${chosen}: ${reason}`);
  if (filters.length === 0) throw unknown('found no filter, expected --filter or --job');
  const filter = filters.length === 1 && !chosen.startsWith(`${filters[0]!.name}:`) ? 0 : filterIn(chosen, filters);
  if (filter === undefined) {
    const examples = filters.map(({ name }) => `${samples}@${name}:1`).join(', ');
    throw unknown(
      `found ${printPlural(filters.length, 'filter')}, expected the name of one, a colon and a condition, such as ${examples}`,
    );
  }
  const { name } = filters[filter]!;
  const wanted = chosen.startsWith(`${name}:`) ? chosen.slice(name.length + 1) : chosen;
  const conditions = conditionsIn(filters[filter]!);
  const condition = conditions.find(({ index, path }) => wanted === String(index + 1) || wanted === path);
  if (condition !== undefined) return { ...condition, filter };
  if (conditions.length === 0) throw unknown(`${name} has no condition: it keeps every line`);
  const existing = conditions.map(({ index, path, text }) => `${index + 1} (${path}: ${text})`).join(', ');
  const colon = chosen.lastIndexOf(':');
  // The name of a filter that is not there.
  const other =
    wanted === chosen && colon > 0 && colon < chosen.length - 1
      ? `; ${name} is the only filter, so write ${samples}@${chosen.slice(colon + 1)}`
      : '';
  throw unknown(`found no such condition in ${name}, expected ${existing}${other}`);
}

/** The filter with the longest matching name: a name may contain a colon. */
function filterIn(chosen: string, filters: readonly NamedFilter[]): number | undefined {
  const matching = filters
    .map(({ name }, index) => ({ name, index }))
    .filter(({ name }) => chosen.startsWith(`${name}:`))
    .sort((a, b) => b.name.length - a.name.length);
  return matching[0]?.index;
}

function conditionsIn({ reading: { filter } }: NamedFilter): IndexedCondition[] {
  if (filter === undefined) return [];
  return conditionsOf(filter.where).map(({ path, condition }, index) => ({
    index,
    path,
    text: printCondition(condition),
  }));
}
