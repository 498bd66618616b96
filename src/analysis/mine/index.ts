// Mining: selects the few lines of a source that test a filter best, and writes them as a suite. The pass reads records; see src/input/scan.
export { FilterGoals, type Goal } from './goals.ts';
export { type MineFigures, MinePass, sumMineFigures } from './mine-pass.ts';
export { createMinePass, filterOf, MINE_WORKER, type MinePlan } from './mine-plan.ts';
export { type GoalCount, type MinedSuite, mineSuiteFrom } from './mined-suite.ts';
