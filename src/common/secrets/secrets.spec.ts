import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ConfigError } from '../config/index.js';
import { loadInstanceSecrets } from './instance-secret.js';
import { KeyRing, SealedSecretError, SecretBox } from './index.js';

const OLD = 'old-secret-'.padEnd(40, 'o');
const NEW = 'new-secret-'.padEnd(40, 'n');
const boxOf = (...secrets: string[]) => new SecretBox(KeyRing.derive(secrets, 'test'));

describe('instance secret', () => {
  it('is created once, readable by its owner only, and stable', () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'earshot-secret-'));
    try {
      const first = loadInstanceSecrets(undefined, folder);
      expect(loadInstanceSecrets(undefined, folder)).toEqual(first);
      const file = path.join(folder, 'instance-secret');
      expect(statSync(file).mode & 0o777).toBe(0o600);
      expect(readFileSync(file, 'utf8').trim()).toHaveLength(43);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('rejects a secret that is too short', () => {
    expect(() => loadInstanceSecrets('short', '/nowhere')).toThrow(ConfigError);
    expect(() => loadInstanceSecrets(`${NEW},short`, '/nowhere')).toThrow(ConfigError);
  });

  it('is split at commas and keeps inner spaces', () => {
    const phrase = 'twelve words or so that a person can remember well';
    expect(loadInstanceSecrets(` ${phrase} ,\n${OLD}\n`, '/nowhere')).toEqual([phrase, OLD]);
  });
});

describe('SecretBox', () => {
  it('opens what it sealed and seals the same text differently each time', () => {
    const box = boxOf(NEW);
    const sealed = box.seal('whsec_é', 'whe_1');
    expect(sealed).not.toContain('whsec');
    expect(box.open(sealed, 'whe_1')).toBe('whsec_é');
    expect(box.seal('whsec_é', 'whe_1')).not.toBe(sealed);
  });

  it('opens values sealed with an older secret until that secret is removed', () => {
    const sealed = boxOf(OLD).seal('x', 'c');
    expect(boxOf(NEW, OLD).open(sealed, 'c')).toBe('x');
    expect(() => boxOf(NEW).open(sealed, 'c')).toThrow(SealedSecretError);
  });

  it('rejects another context or any changed byte', () => {
    const box = boxOf(NEW);
    const sealed = box.seal('secret', 'one');
    expect(() => box.open(sealed, 'two')).toThrow(SealedSecretError);
    const [format, id, payload = ''] = sealed.split('.');
    const bytes = Buffer.from(payload, 'base64url');
    for (let i = 0; i < bytes.length; i++) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(changed.readUInt8(i) ^ 1, i);
      const text = `${format}.${id}.${changed.toString('base64url')}`;
      expect(() => box.open(text, 'one')).toThrow(SealedSecretError);
    }
  });

  it('derives keys per purpose that open nothing of another purpose', () => {
    const sealed = boxOf(NEW).seal('secret', 'one');
    const other = new SecretBox(KeyRing.derive([NEW], 'other'));
    expect(() => other.open(sealed, 'one')).toThrow(SealedSecretError);
  });
});
