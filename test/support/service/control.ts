import type { INestApplication } from '@nestjs/common';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { deserialize, serialize } from 'node:v8';
import { ModulesContainer } from '@nestjs/core';
import { PrismaService } from '../../../src/common/prisma/index.js';

/**
 * A provider's member, optionally called with a transaction as first argument, or a test module's function with the
 * application as first argument.
 */
export type ControlRequest = { readonly member: string; readonly values: readonly unknown[] } & (
  { readonly provider: string; readonly inTransaction: boolean } | { readonly module: string }
);

export type ControlAnswer = { readonly value: unknown } | { readonly error: Error };

/** Lets tests in other processes call the application's providers. Listens on loopback. @returns Its address */
export async function startControl(app: INestApplication): Promise<string> {
  const server = http.createServer((request, response) => {
    void answer(app, request).then((given) => response.end(serialize(given)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  server.unref();
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function answer(app: INestApplication, request: http.IncomingMessage): Promise<ControlAnswer> {
  try {
    const value = await run(app, deserialize(await buffer(request)) as ControlRequest);
    // Uncloneable values, such as a provider, are useless to a test.
    return { value: typeof value === 'function' ? undefined : structuredClone(value) };
  } catch (error) {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }
}

async function run(app: INestApplication, request: ControlRequest): Promise<unknown> {
  if ('module' in request) {
    const module = (await import(request.module)) as Record<string, (...values: unknown[]) => unknown>;
    return module[request.member]?.(app, ...request.values);
  }
  const provider = providerNamed(app, request.provider);
  const member = provider[request.member];
  if (typeof member !== 'function') return member;
  if (!request.inTransaction) return Reflect.apply(member, provider, request.values);
  return app
    .get(PrismaService)
    .$transaction(async (transaction) => Reflect.apply(member, provider, [transaction, ...request.values]));
}

function providerNamed(app: INestApplication, name: string): Record<string, unknown> {
  for (const module of app.get(ModulesContainer).values()) {
    for (const { token, instance } of module.providers.values()) {
      if (typeof token === 'function' && token.name === name) return instance as Record<string, unknown>;
    }
  }
  throw new Error(`The service has no provider ${name}.`);
}
