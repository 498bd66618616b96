// The bound of a search, in steps of about the same time. Counts nothing itself.

/** Steps left; several searches may share them. A step is one visit of a node, or a part of the work on the values of a field. */
export interface StepBudget {
  left: number;
}
