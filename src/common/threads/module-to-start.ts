import { fileURLToPath } from 'node:url';

export interface ModuleToStart {
  readonly path: string;
  readonly execArgv: string[];
}

/**
 * A module that is to run on its own, from `dist/` (JavaScript) as well as from `src/` (TypeScript, in tests). In
 * the latter case Node strips the types by itself, so the module and what it imports must use nothing of TypeScript
 * that needs more than that (parameter properties, enums, decorators), and a hook makes `./x.js` mean `./x.ts`, as
 * the compiler has it.
 *
 * @param importMetaUrl `import.meta.url` of the caller.
 * @param modulePath The module, relative to the caller, with the suffix `.js`.
 */
export function moduleToStart(importMetaUrl: string, modulePath: string): ModuleToStart {
  const fromSource = importMetaUrl.endsWith('.ts');
  const path = fromSource ? modulePath.replace(/\.js$/, '.ts') : modulePath;
  const hooks = new URL('./typescript-source-hooks.mjs', import.meta.url).href;
  return {
    path: fileURLToPath(new URL(path, importMetaUrl)),
    execArgv: fromSource ? ['--import', hooks, '--disable-warning=ExperimentalWarning'] : [],
  };
}
