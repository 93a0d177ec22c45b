import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const SIZES = {
  small: 'size=1m,mode=0777',
  roomy: 'size=64m,mode=0777',
  'read-only': 'ro,mode=0777',
} as const;

/** A separate in-memory disk. Only root can mount one. */
export class SmallDisk {
  private constructor(readonly folder: string) {}

  /** Why this machine cannot mount one; undefined when it can. */
  static refusal(): string | undefined {
    const disk = SmallDisk.mount('small');
    if (!(disk instanceof SmallDisk)) return disk;
    disk.close();
    return undefined;
  }

  /** @returns The reason when it cannot be mounted. */
  static mount(kind: keyof typeof SIZES): SmallDisk | string {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'earshot-disk-'));
    const mount = spawnSync('mount', ['-t', 'tmpfs', '-o', SIZES[kind], 'earshot', folder], {
      encoding: 'utf8',
    });
    if (mount.status === 0) return new SmallDisk(folder);
    rmSync(folder, { recursive: true });
    return mount.stderr || String(mount.error);
  }

  /** Writes until the disk is full. @throws if it never is */
  fill(): void {
    for (let file = 0; file < 100; file += 1) {
      try {
        writeFileSync(path.join(this.folder, `filler-${file}`), Buffer.alloc(1_048_576));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return;
        throw error;
      }
    }
    throw new Error(`There is always room in ${this.folder}.`);
  }

  close(): void {
    spawnSync('umount', ['--lazy', this.folder]);
    rmSync(this.folder, { recursive: true, force: true });
  }
}
