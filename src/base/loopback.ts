// The names of this machine in a URL.

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Whether a URL is one of this machine: `localhost`, `127.0.0.0/8` or `[::1]`, in any form that `URL` accepts. */
export function isLoopback({ hostname }: URL): boolean {
  return LOOPBACK.test(hostname);
}
