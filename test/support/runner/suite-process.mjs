// Runs one suite, which the parent names in a message, and answers with its result.
import circus from 'jest-circus/runner';
import { createRequire, registerHooks, setSourceMapsSupport } from 'node:module';
import { pathToFileURL } from 'node:url';

/** How long a suite's process may live on after its tests. */
const MAX_LINGERING_MS = 5_000;

const GLOBALS = new URL('./jest-globals.mjs', import.meta.url).href;

// Failures name the lines of the TypeScript sources.
setSourceMapsSupport(true, { nodeModules: false, generatedCode: false });
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '@jest/globals' ? { url: GLOBALS, shortCircuit: true } : next(specifier, context),
});

/** What jest-circus asks of the runtime that Jest would make. */
function nativeRuntime(compiled) {
  const require = createRequire(import.meta.url);
  return {
    requireInternalModule: require,
    requireModule: require,
    setGlobalsForRuntime: () => undefined,
    unstable_shouldLoadAsEsm: () => true,
    unstable_importModule: () => import(pathToFileURL(compiled).href),
    enterTestCode: () => undefined,
    leaveTestCode: () => undefined,
  };
}

/** Chained and not awaited, so that no frame of this file is in the stacks of failures. */
function run({ globalConfig, config, file, compiled }) {
  const environment = { global: globalThis };
  return circus.default(globalConfig, config, environment, nativeRuntime(compiled), file).then(
    (result) => {
      // They can hold anything, also what cannot be sent; their text is in the messages.
      for (const test of result.testResults) test.failureDetails = [];
      return { result };
    },
    (error) => {
      const { message, stack } = error instanceof Error ? error : new Error(String(error));
      return { error: { message, stack: stack ?? message, type: 'Error' } };
    },
  );
}

const leaveWithParent = () => process.exit(1);
process.once('disconnect', leaveWithParent);
process.once('message', (order) => {
  void run(order).then((outcome) => {
    process.off('disconnect', leaveWithParent);
    process.send(outcome, () => process.disconnect());
    setTimeout(() => {
      console.error(`Left behind by this suite: ${process.getActiveResourcesInfo().join(', ')}.`);
      process.exit();
    }, MAX_LINGERING_MS).unref();
  });
});
