// Prints what a listing leaves out, in --list and while a command reads.
import { printCount, printPlural } from '../../base/index.ts';

/** `20 outside the time range and 4 day folders not listed` */
export function printPruned({ pruned, prunedFolders }: { pruned: number; prunedFolders: number }): string {
  const folders = prunedFolders === 0 ? '' : ` and ${printPlural(prunedFolders, 'day folder')} not listed`;
  return `${printCount(pruned - prunedFolders)} outside the time range${folders}`;
}
