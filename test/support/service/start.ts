import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { pathToFileURL } from 'node:url';
import { deserialize, serialize } from 'node:v8';
import { compiledPath } from '../../../scripts/lib/build/tool-code.mjs';
import { inProject } from '../../../scripts/lib/project.mjs';
import type { ControlAnswer, ControlRequest } from './control.js';

/** A member of a provider as a test in another process sees it: asynchronous, with values that can be cloned. */
export type Remote<T> = {
  readonly [K in keyof T]: T[K] extends (...values: infer V) => infer R
    ? (...values: V) => Promise<Awaited<R>>
    : () => Promise<T[K]>;
};

/** Where a service under test is reached. */
export interface ServiceAddress {
  /** `http://127.0.0.1:port` */
  readonly baseUrl: string;
  readonly controlUrl: string;
}

export interface ServiceUnderTest extends ServiceAddress {
  readonly pid: number;
  /** Stops it in order. Safe to call twice. @throws Error when it can't */
  close(): Promise<void>;
}

/**
 * Starts the service in a process of its own and waits until it listens.
 * @param env all of its settings
 * @throws Error with the message of the error that kept it from starting
 */
export async function startService(env: Readonly<Record<string, string>>): Promise<ServiceUnderTest> {
  const child = fork(compiledPath('test/support/service/main.ts'), {
    cwd: inProject(),
    execArgv: ['--enable-source-maps'],
    env: { ...inherited(), NODE_COMPILE_CACHE: inProject('.cache', 'compiled-by-v8'), ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const address = await started(child);
  return {
    ...address,
    pid: child.pid ?? 0,
    async close() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      let isClosed = false;
      // `process.exit` of Node 24 can wait for a collection that never comes (nodejs/node#54918).
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

/** A test's own options for Node, such as those of Jest, are not the service's. */
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

/** Has a service do something. @throws what it throws there */
async function control(url: string, request: ControlRequest): Promise<unknown> {
  const response = await fetch(url, { method: 'POST', body: serialize(request) });
  const answer = deserialize(Buffer.from(await response.arrayBuffer())) as ControlAnswer;
  if ('error' in answer) throw answer.error;
  return answer.value;
}

/** Functions as another process calls them: without their first value, which the service's process adds. */
export type RemoteFunctions<M> = {
  readonly [K in keyof M]: M[K] extends (first: never, ...values: infer V) => infer R
    ? (...values: V) => Promise<Awaited<R>>
    : never;
};

/** The provider of that class name in a service. */
export const remoteProvider = <T extends object>(url: string, provider: string): Remote<T> =>
  remote((member, values) => control(url, { provider, inTransaction: false, member, values })) as Remote<T>;

/** The same, whose methods take a transaction first. */
export const remoteTransaction = <T extends object>(url: string, provider: string): RemoteFunctions<T> =>
  remote((member, values) =>
    control(url, { provider, inTransaction: true, member, values }),
  ) as RemoteFunctions<T>;

/** The functions of a test module, which take the application first. @param file from the project's folder */
export const remoteModule = <M extends object>(url: string, file: string): RemoteFunctions<M> =>
  remote((member, values) =>
    control(url, { module: pathToFileURL(compiledPath(file)).href, member, values }),
  ) as RemoteFunctions<M>;

function remote(call: (member: string, values: unknown[]) => Promise<unknown>): object {
  return new Proxy(
    {},
    {
      get: (_, member) =>
        // A promise would be asked for `then`.
        typeof member === 'string' && member !== 'then'
          ? (...values: unknown[]) => call(member, values)
          : undefined,
    },
  );
}
