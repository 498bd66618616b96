// Plans jobs: reads the files and the live jobs, compares them, and replays the old and the new filter over a source. Changes nothing.
import type { ApiJob } from '../../api/index.ts';
import { HeadgateError } from '../../base/index.ts';
import type { GuardRequest } from '../../guard/index.ts';
import type { LogsRequest, ThreadsRequest } from '../../run/logs-request.ts';
import type { SourceListing } from '../../run/sources.ts';
import { findJob } from './find-job.ts';
import type { JobOfPlan, JobsPlan } from './jobs-plan.ts';
