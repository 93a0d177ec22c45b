/**
 * Where the system finds shared libraries, for workers that are linked against ones of an odd place. No secret is
 * in there.
 */
const KEPT = ['LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH'];

/**
 * Runs an action that would hand this process's environment on to a program it starts. Media workers parse what
 * strangers send; a worker that is taken over must not find database passwords and keys of providers in its memory.
 *
 * Only what the action does before it first waits is kept from the environment, so that nobody else is.
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
