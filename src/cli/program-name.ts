// How a user calls the program, for commands to copy from its output.

/** Whether the program runs from source. A checkout also contains the samples. */
export const IS_CHECKOUT: boolean = import.meta.filename.endsWith('.ts');
/** In a checkout, only npm knows the program. */
export const PROGRAM: string = IS_CHECKOUT ? 'npm run -s headgate --' : 'headgate';
