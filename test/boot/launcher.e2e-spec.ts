import { holds } from '../../scripts/lib/install.mjs';
import { StopRequests } from '../../scripts/lib/launch/stop-requests.mjs';
import { isAtLeast } from '../../scripts/lib/node-version.mjs';
import { elapsed } from '../../scripts/lib/progress.mjs';

describe('launcher', () => {
  it('takes a Node of the oldest version or newer, by number and not by text', () => {
    expect(isAtLeast('22.18.0', [22, 18])).toBe(true);
    expect(isAtLeast('24.1.0', [22, 18])).toBe(true);
    expect(isAtLeast('22.9.0', [22, 18])).toBe(false);
    expect(isAtLeast('20.20.2', [22, 18])).toBe(false);
  });

  it('installs again when a package is missing or of another version, and not for an optional one that has no build here', () => {
    const wanted = {
      '': {},
      'node_modules/a': { version: '1.0.0' },
      'node_modules/b': { version: '2.0.0', optional: true },
    };
    expect(holds({ 'node_modules/a': { version: '1.0.0' } }, wanted)).toBe(true);
    expect(holds({ 'node_modules/a': { version: '1.0.1' } }, wanted)).toBe(false);
    expect(holds({ 'node_modules/b': { version: '2.0.0' } }, wanted)).toBe(false);
    expect(
      holds({ 'node_modules/a': { version: '1.0.0' }, 'node_modules/b': { version: '1.0.0' } }, wanted),
    ).toBe(false);
  });

  it('takes one Ctrl-C that npm passes on a second time for one wish, and a later one for a wish to force it', () => {
    const requests = new StopRequests();
    expect(requests.take(1_000)).toBe('stop');
    expect(requests.take(1_005)).toBe('ignore');
    expect(requests.take(3_000)).toBe('force');
  });

  it('shows durations as a person reads them', () => {
    expect([400, 12_300, 65_000].map((durationMs) => elapsed(durationMs))).toEqual([
      '0.4 s',
      '12 s',
      '1 min 05 s',
    ]);
  });
});
