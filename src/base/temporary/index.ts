// Files that do not outlive their run. Apart from base/file: every command loads this.
export {
  atExit,
  clearAbandoned,
  isTemporary,
  registerTemporary,
  releaseTemporary,
  temporaryPath,
} from './temporary-files.ts';
