import { fileURLToPath } from 'node:url';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/**
 * Starts a module as a worker thread, from `dist/` (JavaScript) as well as from `src/` (TypeScript, in tests). In the latter
 * case Node strips the types by itself, so the thread's modules must use nothing of TypeScript that needs more than that
 * (parameter properties, enums, decorators), and a hook makes `./x.js` mean `./x.ts`, as the compiler has it.
 *
 * @param importMetaUrl `import.meta.url` of the caller.
 * @param modulePath The thread's module, relative to the caller, with the suffix `.js`.
 */
export function startThread(importMetaUrl: string, modulePath: string, options: WorkerOptions = {}): Worker {
  const fromSource = importMetaUrl.endsWith('.ts');
  const path = fromSource ? modulePath.replace(/\.js$/, '.ts') : modulePath;
  const hooks = new URL('./typescript-source-hooks.mjs', import.meta.url).href;
  return new Worker(fileURLToPath(new URL(path, importMetaUrl)), {
    ...options,
    execArgv: fromSource ? ['--import', hooks, '--disable-warning=ExperimentalWarning'] : [],
  });
}
