import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** The parts of a checkout that the bench uses; earlier versions have them in the same places. */
export interface Checkout {
  readonly NestFactory: (typeof import('@nestjs/core'))['NestFactory'];
  readonly pg: typeof import('pg').default;
  readonly deployMigrations: (typeof import('../../scripts/lib/prisma/deploy-migrations.mjs'))['deployMigrations'];
  readonly CommonModule: (typeof import('../../src/common/common.module.js'))['CommonModule'];
  readonly AppConfig: (typeof import('../../src/common/config/index.js'))['AppConfig'];
  readonly Prisma: (typeof import('../../src/common/prisma/index.js'))['Prisma'];
  readonly PrismaService: (typeof import('../../src/common/prisma/index.js'))['PrismaService'];
  readonly EndpointSecrets: (typeof import('../../src/webhooks/endpoints/endpoint-secrets.js'))['EndpointSecrets'];
  readonly EventsService: (typeof import('../../src/webhooks/index.js'))['EventsService'];
  readonly WebhooksModule: (typeof import('../../src/webhooks/index.js'))['WebhooksModule'];
}

/**
 * Loads these parts of the service from a checkout, with its own packages. One per process.
 * @param folder A built checkout. Default: this one, as compiled for the bench.
 */
export async function loadCheckout(folder?: string): Promise<Checkout> {
  const project = folder ?? fileURLToPath(new URL('../..', import.meta.url));
  const packages = createRequire(path.join(path.resolve(project), 'package.json'));
  const load = async (...file: string[]) =>
    (await import(pathToFileURL(path.resolve(project, ...file)).href)) as Checkout;
  const ofSource = (file: string) => load(folder === undefined ? 'src' : 'dist', file);
  const { NestFactory } = await load(packages.resolve('@nestjs/core'));
  const { deployMigrations } = await load('scripts/lib/prisma/deploy-migrations.mjs');
  const { CommonModule } = await ofSource('common/common.module.js');
  const { AppConfig } = await ofSource('common/config/index.js');
  const { Prisma, PrismaService } = await ofSource('common/prisma/index.js');
  const { EndpointSecrets } = await ofSource('webhooks/endpoints/endpoint-secrets.js');
  const { EventsService, WebhooksModule } = await ofSource('webhooks/index.js');
  return {
    ...{ NestFactory, pg: packages('pg') as Checkout['pg'], deployMigrations, CommonModule, AppConfig },
    ...{ Prisma, PrismaService, EndpointSecrets, EventsService, WebhooksModule },
  };
}
