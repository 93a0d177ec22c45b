import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { pathToFileURL } from 'node:url';
import { deserialize, serialize } from 'node:v8';
import { compiledPath } from '../../../scripts/lib/build/tool-code.mjs';
import { inProject } from '../../../scripts/lib/project.mjs';
import type { Overrides } from '../../../src/common/config/index.js';
import { mergeOverrides, TEST_OVERRIDES } from './settings.js';
import type { ControlAnswer, ControlRequest } from './control.js';

/** A provider's member as called from another process: asynchronous, with cloneable values. */
export type Remote<T> = {
  readonly [K in keyof T]: T[K] extends (...values: infer V) => infer R
    ? (...values: V) => Promise<Awaited<R>>
    : () => Promise<T[K]>;
};

/** Addresses of a service under test. */
export interface ServiceAddress {
  /** `http://127.0.0.1:port` */
  readonly baseUrl: string;
  readonly controlUrl: string;
}

export interface ServiceUnderTest extends ServiceAddress {
  readonly pid: number;
  /** Stops it gracefully. Idempotent. @throws Error on failure */
  close(): Promise<void>;
}

/**
 * Starts the service in its own process and waits until it listens.
 * @param env All its settings
 * @param overrides Constants that the test changes
 * @throws Error with the message of a startup error
 */
export async function startService(
  env: Readonly<Record<string, string>>,
  overrides: Overrides = {},
): Promise<ServiceUnderTest> {
  const child = fork(
    compiledPath('test/support/service/main.ts'),
    [JSON.stringify(mergeOverrides(TEST_OVERRIDES, overrides))],
    {
      cwd: inProject(),
      // Without source maps: reading them takes a tenth of the start.
      execArgv: [],
      env: { ...inherited(), NODE_COMPILE_CACHE: inProject('.cache', 'compiled-by-v8'), ...env },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    },
  );
  const address = await started(child);
  return {
    ...address,
    pid: child.pid ?? 0,
    async close() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      let isClosed = false;
      // `process.exit` of Node 24 may wait for a GC that never comes (nodejs/node#54918).
      child.once('message', (message) => {
        isClosed = message === 'closed';
        child.kill('SIGKILL');
      });
      if (child.connected) child.send('close');
      const [code] = (await exited) as [number | null];
      if (code !== 0 && !isClosed) throw new Error(`The service ended with ${child.signalCode ?? code}.`);
    },
  };
}

/** Node options of the test, such as Jest's, do not apply to the service. */
function inherited(): NodeJS.ProcessEnv {
  const { NODE_OPTIONS: _, EARSHOT_SERVICE_COVERAGE: coverage, ...rest } = process.env;
  return { ...rest, ...(coverage && { NODE_V8_COVERAGE: coverage }) };
}

async function started(child: ChildProcess): Promise<ServiceAddress> {
  const message = await Promise.race([
    once(child, 'message').then(([sent]: unknown[]) => sent),
    once(child, 'exit').then(([code]: unknown[]) => ({ failure: `it ended with ${String(code)}` })),
  ]);
  const { failure, ...address } = message as ServiceAddress & { failure?: Error | string };
  if (failure === undefined) return address;
  throw typeof failure === 'string'
    ? new Error(failure)
    : Object.assign(new Error(failure.message), { name: failure.name });
}

/** Calls something in the service. @throws its error */
async function control(url: string, request: ControlRequest): Promise<unknown> {
  const response = await fetch(url, { method: 'POST', body: serialize(request) });
  const answer = deserialize(Buffer.from(await response.arrayBuffer())) as ControlAnswer;
  if ('error' in answer) throw answer.error;
  return answer.value;
}

/** Functions as called from another process, without the first argument, which the service adds. */
export type RemoteFunctions<M> = {
  readonly [K in keyof M]: M[K] extends (first: never, ...values: infer V) => infer R
    ? (...values: V) => Promise<Awaited<R>>
    : never;
};

/** A service's provider with that class name. */
export const remoteProvider = <T extends object>(url: string, provider: string): Remote<T> =>
  remote((member, values) => control(url, { provider, inTransaction: false, member, values })) as Remote<T>;

/** The same with methods that take a transaction first. */
export const remoteTransaction = <T extends object>(url: string, provider: string): RemoteFunctions<T> =>
  remote((member, values) =>
    control(url, { provider, inTransaction: true, member, values }),
  ) as RemoteFunctions<T>;

/** Functions of a test module that take the application first. @param file Path from the project's folder */
export const remoteModule = <M extends object>(url: string, file: string): RemoteFunctions<M> =>
  remote((member, values) =>
    control(url, { module: pathToFileURL(compiledPath(file)).href, member, values }),
  ) as RemoteFunctions<M>;

function remote(call: (member: string, values: unknown[]) => Promise<unknown>): object {
  return new Proxy(
    {},
    {
      get: (_, member) =>
        // A promise would look for `then`.
        typeof member === 'string' && member !== 'then'
          ? (...values: unknown[]) => call(member, values)
          : undefined,
    },
  );
}
