/** Search path of shared libraries, for workers linked against libraries in unusual places. It holds no secret. */
const KEPT = ['LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH'];

/**
 * Runs an action that starts a program, without handing on this process's environment. Media workers parse
 * untrusted packets; one that is taken over must not find database passwords and provider keys in its memory.
 * Covers the action up to its first await, so that nothing else is affected.
 */
export function withoutEnvironment<T>(action: () => Promise<T>): Promise<T> {
  const { env } = process;
  process.env = Object.fromEntries(KEPT.flatMap((name) => (name in env ? [[name, env[name]]] : [])));
  try {
    return action();
  } finally {
    process.env = env;
  }
}
