import { randomUUID } from 'node:crypto';
import { PrismaPg } from '@prisma/adapter-pg';
import { ColumnTypeEnum } from '@prisma/driver-adapter-utils';
import pg from 'pg';

/** PostgreSQL's type "char" (one byte, with quotes), used by its catalogs; and `text`. OIDs from pg_type.dat. */
const OID_CHAR = 18;
const OID_TEXT = 25;

/** Prisma's adapter for `pg`, completed for the schema engine, which needs more than version 7.10 provides. */
export class EngineAdapter extends PrismaPg {
  /**
   * @param {import('pg').ClientConfig} connection as fields; with a connection string, the database named in it
   * would win over the shadow database, and the engine's experiments would run in the real one
   */
  constructor(connection) {
    super({ ...connection, max: 1 });
    this.connection = connection;
  }

  /** @override */
  async connect() {
    return completeAdapter(await super.connect());
  }

  /**
   * The stock one drops the shadow database while its own pool is still connected to it, which always fails.
   * @override
   */
  async connectToShadowDb() {
    const database = `prisma_migrate_shadow_db_${randomUUID()}`;
    const admin = new pg.Client(this.connection);
    await admin.connect();
    await admin.query(`CREATE DATABASE "${database}"`);
    const shadow = await new EngineAdapter({ ...this.connection, database }).connect();
    const disconnect = shadow.dispose.bind(shadow);
    shadow.dispose = async () => {
      await disconnect();
      await admin.query(`DROP DATABASE "${database}" WITH (FORCE)`);
      await admin.end();
    };
    return shadow;
  }
}

/**
 * Private members of Prisma's adapter.
 * @typedef {object} Private
 * @property {(query: SqlQuery) => Promise<{ fields: pg.FieldDef[], rows: unknown[] }>} performIO
 * @property {(error: unknown) => never} onError
 * @typedef {import('@prisma/driver-adapter-utils').SqlQuery} SqlQuery
 */

/** @param {Awaited<ReturnType<PrismaPg['connect']>>} adapter */
function completeAdapter(adapter) {
  const inside = /** @type {Private} */ (/** @type {unknown} */ (adapter));
  // The stock one splits a script at each semicolon, including those inside of functions. PostgreSQL accepts it whole.
  adapter.executeScript = async (script) => {
    try {
      await adapter.underlyingDriver().query(script);
    } catch (error) {
      inside.onError(error);
    }
  };
  const queryRaw = adapter.queryRaw.bind(adapter);
  // The stock one refuses columns of type "char", which the engine's catalog queries return.
  adapter.queryRaw = async (query) => {
    const { fields, rows } = await inside.performIO(query);
    const isChar = fields.map((field) => field.dataTypeID === OID_CHAR);
    const readable = fields.map((field, i) => (isChar[i] ? { ...field, dataTypeID: OID_TEXT } : field));
    const performIO = inside.performIO;
    inside.performIO = async () => ({ fields: readable, rows });
    try {
      const result = await queryRaw(query);
      result.columnTypes = result.columnTypes.map((type, i) => (isChar[i] ? ColumnTypeEnum.Character : type));
      return result;
    } finally {
      inside.performIO = performIO;
    }
  };
  return adapter;
}
