import { SPOKEN_CASES, SpokenService } from './spoken-service.js';

const RUNS = 20;

describe('cases that are held as calls', () => {
  let spoken: SpokenService;

  beforeAll(async () => {
    spoken = await SpokenService.start(4);
  });
  afterAll(() => spoken?.close());

  it(`speak to the starter agent, time it, interrupt it, and understand it: ${RUNS} of ${RUNS} times`, async () => {
    const cases = Array.from({ length: RUNS }, () => SPOKEN_CASES).flat();
    const { progress, results } = await spoken.run(cases, 900_000);
    const others = results.filter(({ outcome }: { outcome: string }) => outcome !== 'passed');
    if (others.length > 0) console.error(JSON.stringify(others, null, 1));
    expect(progress).toMatchObject({ total: 2 * RUNS, passed: 2 * RUNS });
  }, 960_000);
});
