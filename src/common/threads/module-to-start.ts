import { fileURLToPath } from 'node:url';

export interface ModuleToStart {
  readonly path: string;
  readonly execArgv: string[];
}

/**
 * A module to run in a thread or process, from `dist/` (JavaScript) as well as from `src/` (TypeScript, in tests).
 * In the latter case Node strips the types, so the module and its imports must use only erasable TypeScript (no
 * parameter properties, enums or decorators), and a hook makes `./x.js` mean `./x.ts`, as the compiler does.
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
