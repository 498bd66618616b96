// What the build makes of files that are not code.
declare module '*.css';
declare module '*.grammar' {
  import type { LRParser } from '@lezer/lr';
  export const parser: LRParser;
}
