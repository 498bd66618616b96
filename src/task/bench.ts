// How fast is a filter on the user's own data and machine, where does the time go, and which of two is cheaper? Joins the
// measured part of a source, the passes over it, and what their times say; prints nothing.
import { availableParallelism, cpus } from 'node:os';
import { HeadgateError } from '../base/index.ts';
import { printExpression } from '../filter/index.ts';
import type { Detail, LinesTotal } from '../replay/index.ts';
import type { ReadStdin } from './argument-text.ts';
import { countLeft, type LeftLines } from './bench-kernel.ts';
import { cutHeld, type HeldObject, heldSource, holdPart } from './bench-part.ts';
import { countLines, inflatePass, type PassSettings, replayPass, requireSameLines } from './bench-pass.ts';
import {
  compareTimes,
  median,
  type Pass,
  ROUNDS_TO_TELL,
  runRounds,
  secondsOf,
  spreadOf,
  type Times,
} from './bench-rounds.ts';
import { SHARED_PASSES, type SharedPass, type StepTime, splitTime } from './bench-split.ts';
import { timeWhole, type WholeTime } from './bench-whole.ts';
import {
  compileFilters,
  type FilterArgument,
  type FilterSet,
  jobsOf,
  type NamedFilter,
  type NullReading,
  readFilters,
} from './named-filters.ts';
import type { ReadingRequest } from './replay-objects.ts';
import { listSources, type SourceListing, type SourceRequest } from './sources.ts';
import { unlessAborted } from './unless-aborted.ts';
