// The shape of `replay --format json`.
import { z } from 'zod';
import { costReport } from '../parts/cost.ts';
import { guardResult } from '../parts/guard.ts';
import { sourceCompleteness } from '../parts/logic.ts';
import { report } from '../parts/replay.ts';

export const replayResult = report.extend({
  guards: z.array(guardResult).exactOptional(),
  completeness: z.array(sourceCompleteness).exactOptional(),
  cost: costReport.exactOptional(),
});
