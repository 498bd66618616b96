// The methods that the Worker answers.

/** All of them, for the header Allow. */
export const METHODS = ['PUT', 'GET', 'DELETE', 'HEAD'];

/** Whether a request reads; the others write. */
export function isRead({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD';
}
