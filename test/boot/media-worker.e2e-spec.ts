import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { inProject } from '../../scripts/lib/project.mjs';
import { createProgress } from '../../scripts/lib/progress.mjs';
import { fetchPrebuiltWorker } from '../../scripts/media-worker/prebuilt-worker.mjs';

const ROOT = inProject();
const SETTINGS = ['MEDIASOUP_WORKER_PREBUILT_DOWNLOAD_BASE_URL', 'MEDIASOUP_WORKER_PREBUILT_SHA256'];

describe('the media worker', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'earshot-worker-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  describe('that is downloaded', () => {
    let host: http.Server;
    let archive: Buffer;
    let taken: string[];

    beforeEach(async () => {
      writeFileSync(path.join(folder, 'mediasoup-worker'), 'the worker');
      execFileSync('tar', ['-czf', 'worker.tgz', 'mediasoup-worker'], { cwd: folder });
      archive = readFileSync(path.join(folder, 'worker.tgz'));
      taken = [];
      host = http.createServer((request, response) => {
        const isArchive = /^\/1\.2\.3\/mediasoup-worker-1\.2\.3-.*\.tgz$/.test(request.url ?? '');
        response.writeHead(isArchive || request.method === 'HEAD' ? 200 : 404);
        response.end(isArchive ? archive : undefined);
      });
      host.listen(0, '127.0.0.1');
      await once(host, 'listening');
      const { port } = host.address() as AddressInfo;
      process.env.MEDIASOUP_WORKER_PREBUILT_DOWNLOAD_BASE_URL = `http://127.0.0.1:${port}`;
    });
    afterEach(() => {
      for (const name of SETTINGS) delete process.env[name];
      host.close();
    });

    const fetchIt = () =>
      fetchPrebuiltWorker(createProgress(process.stderr), '1.2.3', (file: string) => {
        taken.push(readFileSync(file, 'utf8'));
        return Promise.resolve(true);
      });

    it('is taken when it is the file of the known checksum', async () => {
      process.env.MEDIASOUP_WORKER_PREBUILT_SHA256 = createHash('sha256').update(archive).digest('hex');
      expect(await fetchIt()).toBe(true);
      expect(taken).toEqual(['the worker']);
    });

    it('is never run when it is another file than that of the known checksum', async () => {
      process.env.MEDIASOUP_WORKER_PREBUILT_SHA256 = createHash('sha256').update('another').digest('hex');
      await expect(fetchIt()).rejects.toMatchObject({
        name: 'LaunchError',
        message: expect.stringContaining('It was not run.'),
      });
      expect(taken).toEqual([]);
    });
  });

  describe('that is built', () => {
    /** What each group of the given files holds. */
    function group(files: Record<string, string>, maxFiles = 16): string[][] {
      mkdirSync(path.join(folder, 'out'), { recursive: true });
      const places = Object.entries(files).map(([name, source]) => {
        writeFileSync(path.join(folder, name), source);
        return path.join(folder, name);
      });
      const script = path.join(ROOT, 'scripts', 'media-worker', 'group-sources.mjs');
      const lines = execFileSync(
        process.execPath,
        [script, path.join(folder, 'out'), 'g', String(maxFiles)],
        {
          input: places.join('\n'),
          encoding: 'utf8',
        },
      );
      return lines
        .trim()
        .split('\n')
        .map((line) => {
          const [source, ...members] = line.split(' ');
          expect(existsSync(String(source))).toBe(true);
          for (const member of members) expect(readFileSync(String(source), 'utf8')).toContain(`"${member}"`);
          return members.map((member) => path.basename(member));
        });
    }

    it('is compiled in groups in which no two files define the same for themselves', () => {
      const files = {
        'a.cpp': 'namespace N {\n\tstatic constexpr size_t Size{ 1 };\n}',
        'b.cpp': 'int b();',
        'c.cpp': '\tconstexpr int Size = 2;',
        'd.cpp': '\t\t\tconst int Size = 3; // of a function: nobody else sees it',
        'e.cpp': 'static void onTimer(uv_timer_t* handle)\n{}',
        'f.cpp': 'inline static void onTimer(uv_timer_t* handle)\n{}',
      };
      expect(group(files)).toEqual([
        ['a.cpp', 'b.cpp', 'd.cpp', 'e.cpp'],
        ['c.cpp', 'f.cpp'],
      ]);
    });

    it('is compiled in groups of a bounded size, largest first, and what specialises templates before what uses them', () => {
      const template = '\ttemplate<>\n\tvoid T<int>::f() {}';
      const files = { 'a.cpp': '//'.repeat(50), 'b.cpp': template, 'c.cpp': '', 'd.cpp': '//' };
      expect(group(files, 2)).toEqual([
        ['b.cpp', 'a.cpp'],
        ['c.cpp', 'd.cpp'],
      ]);
      expect(group({ ...files, 'd.cpp': '//'.repeat(99) }, 2)).toEqual([
        ['c.cpp', 'd.cpp'],
        ['b.cpp', 'a.cpp'],
      ]);
    });
  });
});
