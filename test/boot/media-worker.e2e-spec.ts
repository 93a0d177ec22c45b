import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { createProgress } from '../../scripts/lib/progress.mjs';
import { fetchPrebuiltWorker } from '../../scripts/media-worker/prebuilt-worker.mjs';

const SETTINGS = ['MEDIASOUP_WORKER_PREBUILT_DOWNLOAD_BASE_URL', 'MEDIASOUP_WORKER_PREBUILT_SHA256'];

describe('downloaded media worker', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'earshot-worker-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

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

  it('is used when its checksum matches', async () => {
    process.env.MEDIASOUP_WORKER_PREBUILT_SHA256 = createHash('sha256').update(archive).digest('hex');
    expect(await fetchIt()).toBe(true);
    expect(taken).toEqual(['the worker']);
  });

  it('is never run when its checksum differs', async () => {
    process.env.MEDIASOUP_WORKER_PREBUILT_SHA256 = createHash('sha256').update('another').digest('hex');
    await expect(fetchIt()).rejects.toMatchObject({
      name: 'LaunchError',
      message: expect.stringContaining('It was not run.'),
    });
    expect(taken).toEqual([]);
  });
});
