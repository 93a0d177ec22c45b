import { DEMO_TEST_SET } from '../../src/demo/demo-cases.js';
import { SpokenService } from './spoken-service.js';

const RUNS = Number(process.env.SPOKEN_RUNS ?? 20);

describe('cases run as calls', () => {
  let spoken: SpokenService;

  beforeAll(async () => {
    spoken = await SpokenService.start(2);
  });
  afterAll(() => spoken?.close());

  it(`call the starter agent, time it, interrupt it and understand it: ${RUNS} of ${RUNS} times`, async () => {
    const cases = Array.from({ length: RUNS }, () => DEMO_TEST_SET.cases ?? []).flat();
    const { progress, results } = await spoken.run(cases, 1_800_000);
    const others = results.filter(({ outcome }: { outcome: string }) => outcome !== 'passed');
    expect(others).toEqual([]);
    expect(progress).toMatchObject({ total: cases.length, passed: cases.length });
  }, 1_860_000);
});
