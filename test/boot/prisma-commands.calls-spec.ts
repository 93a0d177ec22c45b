import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { inProject } from '../../scripts/lib/project.mjs';

/** Runs a command that can reach neither Prisma's host nor the database. */
function prisma(...command: string[]): { status: number | null; output: string } {
  const program = inProject('node_modules', 'prisma', 'build', 'index.js');
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...command], {
    cwd: inProject(),
    encoding: 'utf8',
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      CHECKPOINT_DISABLE: '1',
      DATABASE_URL: 'postgresql://127.0.0.1:1/none',
      PRISMA_ENGINES_MIRROR: 'http://127.0.0.1:1',
    },
  });
  return { status, output: stdout + stderr };
}

/** File contents by relative path. */
function filesIn(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const paths = files.map((entry) => path.join(entry.parentPath, entry.name)).sort();
  return Object.fromEntries(paths.map((file) => [path.relative(folder, file), readFileSync(file, 'utf8')]));
}

describe("Prisma's command line", () => {
  it.each(['validate', 'format --check'])('validates the schema without a schema engine: %s', (command) => {
    expect(prisma(...command.split(' '))).toMatchObject({ status: 0 });
  });

  it('generates the same client as `npm start`, without a schema engine', () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'earshot-prisma-'));
    try {
      const schema = path.join(folder, 'prisma', 'schema');
      cpSync(inProject('prisma', 'schema'), schema, { recursive: true });
      expect(prisma('generate', '--schema', schema)).toMatchObject({ status: 0 });
      const generated = filesIn(path.join(folder, 'src', 'generated', 'prisma'));
      expect(Object.keys(generated)).toContain('client.ts');
      expect(generated).toEqual(filesIn(inProject('src', 'generated', 'prisma')));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it.each(['migrate deploy', 'migrate dev --name generate', 'db push'])(
    'fails and names what it cannot reach: %s',
    (command) => {
      const { status, output } = prisma(...command.split(' '));
      expect(status).toBe(1);
      expect(output).toContain('127.0.0.1:1');
    },
  );
});
