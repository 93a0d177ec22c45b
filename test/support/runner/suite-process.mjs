// Runs suites one after another as the parent names them in messages, and answers each with its result.
import { createRequire, registerHooks, setSourceMapsSupport } from 'node:module';
import { pathToFileURL } from 'node:url';
import { resetJest } from './jest-object.mjs';
import { Leftovers } from './leftovers.mjs';

/** How long the process may live on after its suites. */
const MAX_LINGERING_MS = 5_000;

const GLOBALS = new URL('./jest-globals.mjs', import.meta.url).href;

const require = createRequire(import.meta.url);

/** What jest-circus knows of a suite, and must make anew for the next. */
const FRAMEWORK = require.resolve('jest-circus/runner').replace(/runner\.js$/, 'jestAdapterInit.js');
const EVENT_HANDLERS = Symbol.for('EVENT_HANDLERS');

let suites = 0;

// Failures name the lines of the TypeScript sources.
setSourceMapsSupport(true, { nodeModules: false, generatedCode: false });
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '@jest/globals'
      ? { url: `${GLOBALS}?suite=${suites}`, shortCircuit: true }
      : next(specifier, context),
});

/** What jest-circus asks of the runtime that Jest would make. */
function nativeRuntime(compiled) {
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
  suites += 1;
  delete require.cache[FRAMEWORK];
  delete globalThis[EVENT_HANDLERS];
  const circus = require('jest-circus/runner');
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

/** @type {Leftovers | undefined} */
let leftovers;
const leaveWithParent = () => process.exit(1);

/** Ends by itself now, or what keeps it alive is left behind. */
function leave() {
  process.off('disconnect', leaveWithParent);
  process.off('message', onMessage);
  if (process.connected) process.disconnect();
  setTimeout(() => {
    console.error(`Left behind by this suite: ${process.getActiveResourcesInfo().join(', ')}.`);
    process.exit();
  }, MAX_LINGERING_MS).unref();
}

/** @param {any} message An order to run a suite, or to leave. */
function onMessage(message) {
  if (message.leave) return leave();
  leftovers ??= new Leftovers();
  void run(message).then(async (outcome) => {
    resetJest();
    process.send({ ...outcome, left: await leftovers.find() });
  });
}
process.on('disconnect', leaveWithParent);
process.on('message', onMessage);
