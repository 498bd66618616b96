// Named filters of lines that must be kept: `--never-drop promise:security`. Pure.
export { type NamedPromise, PROMISE_PREFIX, promisesOf, readPromise } from './promises.ts';
