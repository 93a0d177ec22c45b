import { execFile } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { inProject } from '../../../scripts/lib/project.mjs';

const LAST_FRAME_SECONDS = 2;

/** Records what a page shows. @returns A function that ends the recording and returns the path of the video. */
export async function recordPage(page: Page, name: string): Promise<() => Promise<string>> {
  const folder = inProject('.cache', 'videos', name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const times: number[] = [];
  const fileOf = (frame: number) => path.join(folder, `${frame}.jpg`);
  const devtools = await page.context().newCDPSession(page);
  devtools.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    writeFileSync(fileOf(times.length), Buffer.from(data, 'base64'));
    times.push(metadata.timestamp ?? Date.now() / 1_000);
    devtools.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
  });
  await devtools.send('Page.startScreencast', { format: 'jpeg', quality: 70 });
  return async () => {
    await devtools.send('Page.stopScreencast');
    const frames = times.map((time, frame) => {
      const seconds = (times[frame + 1] ?? time + LAST_FRAME_SECONDS) - time;
      return `file '${fileOf(frame)}'\nduration ${seconds.toFixed(3)}\n`;
    });
    const list = path.join(folder, 'frames.txt');
    writeFileSync(list, frames.join(''));
    return toVideo(list, `${folder}.webm`).catch(() => `${folder} (single frames: ffmpeg is not installed)`);
  };
}

async function toVideo(list: string, file: string): Promise<string> {
  const encoder = ['-c:v', 'libvpx', '-b:v', '1M', '-deadline', 'realtime', '-cpu-used', '8'];
  await promisify(execFile)('ffmpeg', [
    ...['-v', 'error', '-y', '-f', 'concat', '-safe', '0', '-i', list, '-vf', 'fps=4'],
    ...encoder,
    file,
  ]);
  return file;
}
