// What WHERE of a transformer and a filter have in common: conditions of one as conditions of the other. Pure.
export { sqlOfFilter } from './filter-to-where.ts';
export { type MovedCondition, type MovedWhere, moveWhere } from './move-where.ts';
export { nodeOfExpression } from './where-to-filter.ts';
