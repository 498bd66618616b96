// The shape of `replay --format json`.
import { z } from 'zod';
import { guardResult } from '../parts/guard.ts';
import { report } from '../parts/replay.ts';

export const replayResult = report.extend({ guards: z.array(guardResult).exactOptional() });
