import { fileURLToPath } from 'node:url';

export interface ModuleToStart {
  readonly path: string;
  readonly execArgv: string[];
}

/** Plain stripping of types would refuse parameter properties. */
const TRANSFORM = ['--experimental-transform-types', '--disable-warning=ExperimentalWarning'];

/**
 * A module to run in a thread or process, from `dist/` (JavaScript) as well as from `src/` (TypeScript, in tests).
 * In the latter case Node makes JavaScript of the types and parameter properties of the module and its imports
 * (decorators it does not), and a hook makes `./x.js` mean `./x.ts`, as the compiler does.
 * @param importMetaUrl `import.meta.url` of the caller.
 * @param modulePath The module, relative to the caller, with the suffix `.js`.
 */
export function moduleToStart(importMetaUrl: string, modulePath: string): ModuleToStart {
  const fromSource = importMetaUrl.endsWith('.ts');
  const path = fromSource ? modulePath.replace(/\.js$/, '.ts') : modulePath;
  const hooks = new URL('./typescript-source-hooks.mjs', import.meta.url).href;
  return {
    path: fileURLToPath(new URL(path, importMetaUrl)),
    execArgv: fromSource ? [...TRANSFORM, '--import', hooks] : [],
  };
}
