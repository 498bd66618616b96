// The shape of `replay --format json`.
import { z } from 'zod';
import { costReport, pushReport } from '../parts/cost.ts';
import { guardResult, unjudgedGuard } from '../parts/guard.ts';
import { sourceCompleteness } from '../parts/logic.ts';
import { jobReport, report } from '../parts/replay.ts';
import { listedValues, weighedValues } from '../parts/values.ts';

const replayedJob = jobReport.extend({
  ...pushReport,
  by: z.object({ dropped: listedValues, kept: listedValues }).exactOptional(),
});

export const replayResult = report.extend({
  jobs: z.array(replayedJob).exactOptional(),
  by: weighedValues.exactOptional(),
  guards: z.array(guardResult).exactOptional(),
  unjudgedGuards: z.array(unjudgedGuard).exactOptional(),
  completeness: z.array(sourceCompleteness).exactOptional(),
  cost: costReport.exactOptional(),
});
