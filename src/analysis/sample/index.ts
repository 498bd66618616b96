// Draws fair samples of lines, and estimates the share that a filter keeps from some of the objects. Prints nothing, opens nothing.
export { betaBelow, tQuantile } from './beta.ts';
export { memoryOfCandidates } from './candidates.ts';
export { DrawnLines } from './drawn-lines.ts';
export { firstRound, halfWidth, MISS, missAtRound, nextRound } from './estimate-rounds.ts';
export { binomialShare, type Cluster, estimateShare, type ShareEstimate } from './estimate-share.ts';
export { type DrawnLine, LineDraw } from './line-draw.ts';
export { createLineSpace, type LineSpace } from './line-space.ts';
export { inDrawnOrder, ObjectDraw } from './object-draw.ts';
export { emptyFigures, type SampleFigures, sumFigures } from './sample-figures.ts';
export { SamplePass, type Strata } from './sample-pass.ts';
export { createPass, SAMPLE_WORKER, type SamplePlan, type SpreadOver, timeToSpread } from './sample-plan.ts';
export { TimeBuckets, type TimeSpan } from './time-buckets.ts';
