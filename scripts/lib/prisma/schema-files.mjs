import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * @param {string} folder
 * @returns {{ path: string, content: string }[]} every .prisma file in it and below, in a stable order
 */
export function readSchemaFiles(folder) {
  return readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.prisma'))
    .sort()
    .map((name) => {
      const file = path.join(folder, name);
      return { path: file, content: readFileSync(file, 'utf8') };
    });
}

/**
 * The folder of migrations in the schema engine's format.
 * @param {string} folder
 * @returns {import('@prisma/schema-engine-wasm/schema_engine_bg').MigrationList}
 */
export function readMigrations(folder) {
  const lockFile = path.join(folder, 'migration_lock.toml');
  return {
    baseDir: folder,
    lockfile: {
      path: 'migration_lock.toml',
      content: existsSync(lockFile) ? readFileSync(lockFile, 'utf8') : null,
    },
    shadowDbInitScript: '',
    migrationDirectories: migrationNames(folder).map((name) => ({
      path: name,
      migrationFile: {
        path: 'migration.sql',
        content: { tag: 'ok', value: readFileSync(path.join(folder, name, 'migration.sql'), 'utf8') },
      },
    })),
  };
}

/**
 * @param {string} folder
 * @returns {string[]} names of the migrations, oldest first
 */
export function migrationNames(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}
