// Files that undo what was applied.
export { checkUndoFolder, type UndoFile, writeUndoFile } from './undo-file.ts';
export { rejectOtherScope, undoScopeIn, withUndoScope } from './undo-scope.ts';
