/** Search path for workers linked against shared libraries in unusual places. Holds no secret. */
const KEPT = ['LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH'];

/**
 * Runs an action that starts a program, without passing this process's environment. Media workers parse untrusted
 * packets; a compromised one must not find database passwords and provider keys in its memory. Covers the action up to
 * its first await only, so that other code keeps the environment.
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
