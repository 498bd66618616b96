#!/usr/bin/env node
// Starts the program, which is start.ts; a file of its own, because what a file imports is compiled before its first line
// runs. Must import nothing of ours itself.
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// Stripping types is most of what a start from source costs: `check` takes 0.15 s with this cache, 0.22 s without. It lies
// where whoever can write could change the dependencies too, and goes when they go; where it cannot be written nothing
// happens. What is published has no types to strip and would gain a tenth, for files in a place nobody expects: no cache there.
if (import.meta.filename.endsWith('.ts')) {
  // As a variable, so that worker threads have it too.
  process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../../node_modules/.cache/headgate');
  enableCompileCache();
}
await import('./start.ts');
