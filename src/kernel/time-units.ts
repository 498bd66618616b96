// How the time of an event is written, as the kernel is told.
import type { Dataset } from '../dataset/index.ts';

/** Numbers of assembly/scan/request.ts. */
export const TIME_UNITS: Readonly<Record<Dataset['eventTime']['unit'], number>> = { timestamp: 1, ms: 2 };
