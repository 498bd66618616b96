// How a user calls the program, for commands to copy from its output.

/** In a checkout, only npm knows the program. */
export const PROGRAM: string = import.meta.filename.endsWith('.ts') ? 'npm run -s headgate --' : 'headgate';
