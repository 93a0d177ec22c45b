import { existsSync, readFileSync } from 'node:fs';
import { inProject } from '../../scripts/lib/project.mjs';
import { recovered, suitesToRepeat, summarise } from '../../scripts/lib/test-rounds.mjs';
import { mix } from '../support/mixed-sequencer.mjs';
import { mostlyWaits, onlyWorks } from '../support/rooms.mjs';
import { places } from '../support/runner/places.mjs';

const GOOD = { isGood: true, passed: 3, failures: [] };
const BAD = { isGood: false, passed: 2, failures: ['is loud'] };

describe('npm test', () => {
  it('runs every suite once, the longest first, those that wait in step with those that compute', () => {
    const suites = (waits: boolean, ...all: number[]) => all.map((seconds) => ({ waits, seconds }));
    const order = mix([...suites(false, 1, 2, 3, 2), ...suites(true, 10, 60, 10)]);
    expect(order.map(({ seconds }) => seconds)).toEqual([60, 3, 2, 2, 10, 10, 1]);
    expect(mix([])).toEqual([]);
    expect(mix(suites(true, 1))).toEqual([{ waits: true, seconds: 1 }]);
  });

  it('keeps half of the places for suites that wait, the others for those that work, and none empty', () => {
    const suites = ['wait 1', 'work 1', 'wait 2', 'work 2', 'work 3', 'wait 3', 'wait 4', 'work 4', 'work 5'];
    const all = places(suites, (suite) => suite.startsWith('wait'), 5).map((turns) =>
      turns[Symbol.iterator](),
    );
    const next = () => all.map((turns) => turns.next().value);
    expect(next()).toEqual(['wait 1', 'wait 2', 'wait 3', 'work 1', 'work 2']);
    expect(next()).toEqual(['wait 4', 'work 3', 'work 4', 'work 5', undefined]);
    expect(next()).toEqual(all.map(() => undefined));
  });

  it('has suites step back that hear no calls and show no pages', () => {
    const suites = ['src/a.spec.ts', 'test/control/a.ts', 'test/calls/a.ts', 'test/studio/a.ts'];
    expect(suites.filter(onlyWorks)).toEqual(suites.slice(0, 2));
    expect(suites.filter(mostlyWaits)).toEqual(['test/calls/a.ts']);
  });

  it('knows long suites, before it has ever run them, by files that are there', () => {
    const list = readFileSync(new URL('../support/long-suites.json', import.meta.url), 'utf8');
    const suites = Object.keys(JSON.parse(list) as object);
    expect(suites.length).toBeGreaterThan(20);
    expect(suites.filter((suite) => !existsSync(inProject(suite)))).toEqual([]);
  });

  it('looks again at the suites that failed, and at no others', () => {
    const first = { status: 1, suites: new Map(Object.entries({ '/a': GOOD, '/b': BAD, '/c': BAD })) };
    expect(suitesToRepeat(first)).toEqual(['/b', '/c']);
    expect(suitesToRepeat({ status: 0, suites: new Map([['/a', GOOD]]) })).toEqual([]);
  });

  it('does not look again where too much failed, or Jest itself', () => {
    const suites = new Map(Array.from({ length: 11 }, (_, index) => [`/${index}`, BAD]));
    expect(suitesToRepeat({ status: 1, suites })).toEqual([]);
    expect(suitesToRepeat({ status: 1, suites: new Map() })).toEqual([]);
  });

  it('passes if suites that failed beside others pass alone, and counts each test once', () => {
    const first = { status: 1, suites: new Map(Object.entries({ '/a': GOOD, '/b': BAD })) };
    const second = { status: 0, suites: new Map([['/b', GOOD]]) };
    expect(summarise(first, second)).toEqual({ passed: 6, failed: 0, status: 0 });
  });

  it('names the suites that failed beside others and passed alone, also when another one failed again', () => {
    const first = { status: 1, suites: new Map(Object.entries({ '/a': GOOD, '/b': BAD, '/c': BAD })) };
    const second = { status: 1, suites: new Map(Object.entries({ '/b': GOOD, '/c': BAD })) };
    expect(recovered(first, second)).toEqual(['/b']);
    expect(recovered(first, undefined)).toEqual([]);
  });

  it('fails when it fails again, when nothing was repeated, when the repetition broke, and when no test ran', () => {
    const first = { status: 1, suites: new Map(Object.entries({ '/a': GOOD, '/b': BAD })) };
    const failed = { passed: 5, failed: 1, status: 1 };
    expect(summarise(first, { status: 1, suites: new Map([['/b', BAD]]) })).toEqual(failed);
    expect(summarise(first, undefined)).toEqual(failed);
    expect(summarise(first, { status: 1, suites: new Map() })).toEqual(failed);
    expect(summarise(first, { status: 0, suites: new Map() })).toEqual(failed);
    expect(summarise({ status: 0, suites: new Map() }, undefined)).toMatchObject({ status: 1 });
  });
});
