import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import * as engineGlue from '@prisma/schema-engine-wasm/schema_engine_bg';
import { parse } from 'pg-connection-string';
import { messageOf } from '../launch-error.mjs';
import { EngineAdapter } from './engine-adapter.mjs';
import { readMigrations, readSchemaFiles } from './schema-files.mjs';

const require = createRequire(import.meta.url);
const DEFAULT_PORT = 5432;
const NO_FILTERS = { externalTables: [], externalEnums: [] };

/**
 * Prisma's schema engine, run as WebAssembly over `pg`. The `prisma migrate` command would need a native engine,
 * downloaded from a host that not every machine can reach.
 */
export class SchemaEngine {
  #engine;
  #errors;
  #schemaDir;
  #migrationsDir;

  /**
   * @private use create()
   * @param {engineGlue.SchemaEngine} engine
   * @param {import('@prisma/driver-adapter-utils').ErrorRegistry} errors
   * @param {string} schemaDir
   * @param {string} migrationsDir
   */
  constructor(engine, errors, schemaDir, migrationsDir) {
    this.#engine = engine;
    this.#errors = errors;
    this.#schemaDir = schemaDir;
    this.#migrationsDir = migrationsDir;
  }

  /**
   * @param {{ databaseUrl: string, schemaDir: string, migrationsDir: string }} options the database's user must be
   * allowed to create databases if `diff` is to be used
   * @returns {Promise<SchemaEngine>}
   */
  static async create({ databaseUrl, schemaDir, migrationsDir }) {
    await loadWebAssembly();
    const { host, port, user, password, database } = parse(databaseUrl);
    const connection = {
      host: host ?? undefined,
      port: Number(port ?? DEFAULT_PORT),
      user,
      password,
      database: database ?? undefined,
    };
    const factory = bindMigrationAwareSqlAdapterFactory(new EngineAdapter(connection));
    /** @type {[path: string, content: string][]} */
    const datamodels = readSchemaFiles(schemaDir).map((file) => [file.path, file.content]);
    const engine = await engineGlue.SchemaEngine.new({ datamodels }, () => {}, factory);
    return new SchemaEngine(engine, factory.errorRegistry, schemaDir, migrationsDir);
  }

  /**
   * The difference between migrations and schema.
   * @returns {Promise<string | undefined>} SQL that closes the gap; undefined when there is none
   */
  async diff() {
    const { exitCode, stdout } = await this.#run(
      this.#engine.diff({
        from: { tag: 'migrations', ...readMigrations(this.#migrationsDir) },
        to: { tag: 'schemaDatamodel', files: readSchemaFiles(this.#schemaDir) },
        script: true,
        exitCode: true,
        filters: NO_FILTERS,
      }),
    );
    return exitCode === 0 ? undefined : (stdout ?? '');
  }

  /**
   * Compares the database's record of migrations with the folder.
   * @returns {Promise<{ history: unknown, failed: string[], edited: string[] }>} `history` is null when they agree
   */
  async diagnose() {
    const answer = await this.#run(
      this.#engine.diagnoseMigrationHistory({
        migrationsList: readMigrations(this.#migrationsDir),
        filters: NO_FILTERS,
        optInToShadowDatabase: false,
      }),
    );
    return {
      history: answer.history ?? null,
      failed: answer.failedMigrationNames,
      edited: answer.editedMigrationNames,
    };
  }

  close() {
    this.#engine.free();
  }

  /**
   * The engine wraps a driver error into a number; this returns the error itself.
   * @template T
   * @param {Promise<T>} answer
   */
  async #run(answer) {
    try {
      return await answer;
    } catch (error) {
      const id = /"id":\s*(\d+)/.exec(messageOf(error))?.[1];
      const original = id === undefined ? undefined : this.#errors.consumeError(Number(id))?.error;
      throw original ?? error;
    }
  }
}

/** @type {Promise<void> | undefined} */
let loading;

function loadWebAssembly() {
  loading ??= (async () => {
    const PRISMA_WASM_PANIC_REGISTRY = {
      set_message: (/** @type {string} */ message) =>
        console.error(`Prisma's schema engine panicked: ${message}`),
    };
    Object.assign(globalThis, { PRISMA_WASM_PANIC_REGISTRY });
    const folder = path.dirname(require.resolve('@prisma/schema-engine-wasm/schema_engine_bg'));
    const bytes = readFileSync(path.join(folder, 'schema_engine_bg.wasm'));
    const { instance } = await WebAssembly.instantiate(bytes, { './schema_engine_bg.js': engineGlue });
    engineGlue.__wbg_set_wasm(instance.exports);
    /** @type {{ __wbindgen_start?: () => void }} */ (instance.exports).__wbindgen_start?.();
  })();
  return loading;
}
