#!/usr/bin/env node
// Starts the program of a checkout from its sources: enables the compile cache, then loads start.ts. Must import no file of the program
// statically: Node compiles imports before the first line runs.
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// Stripping types is most of the start time from source: `check` takes 0.15 s with this cache, 0.22 s without. The cache is in
// node_modules: only users who can change the dependencies can write it, and it is removed with them. If it is not writable, Node
// continues without it. The published package has no types to strip and would gain only a tenth: no cache there. Worker threads inherit
// the variable.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../../node_modules/.cache/headgate');
enableCompileCache();
await import('./start.ts');
