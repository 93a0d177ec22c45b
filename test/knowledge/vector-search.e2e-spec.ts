import pg from 'pg';
import { type PackedVector, packVector } from '../../src/knowledge/embeddings/packed-vector.js';
import { sharedApp } from '../support/app.js';
import { askedDirections, DIMENSIONS, directions, type FilledSet, fillSet } from './directions.js';

const CANDIDATES = 1_000;
const FEW = 600;
const MANY = 3_000;
const WANTED = 20;

describe('vectors in PostgreSQL without pgvector', () => {
  const service = sharedApp();
  const inService = service.module<typeof import('./in-service.js')>('test/knowledge/in-service.ts');
  let client: pg.Client;
  let agentId: string;
  let few: FilledSet;
  let many: FilledSet;

  beforeAll(async () => {
    client = new pg.Client(service.databaseUrl);
    await client.connect();
    agentId = await service.createAgent(await service.createAccount());
    few = await fillSet(client, agentId, directions(FEW));
    many = await fillSet(client, agentId, directions(MANY));
  });
  afterAll(async () => {
    await client?.end();
    await service.close();
  });

  const nearest = async ({ agentId, hash, space }: FilledSet, ...wanted: [PackedVector, number, number?]) =>
    (await inService.nearestByBits(CANDIDATES, { agentId, hash, space }, ...wanted))?.map(
      ({ number }) => number,
    );
  const exact = (set: FilledSet, wanted: Parameters<FilledSet['exact']>[0]) =>
    set.exact(wanted, WANTED).map(({ number }) => number);

  it('are all compared up to the candidate limit, in order of similarity', async () => {
    for (const wanted of askedDirections(20))
      expect(await nearest(few, wanted, WANTED)).toEqual(exact(few, wanted));
  });

  it('are preselected by sign beyond it, with hardly a loss', async () => {
    let shared = 0;
    const asked = askedDirections(20);
    for (const wanted of asked) {
      const found = (await nearest(many, wanted, WANTED)) ?? [];
      const all = new Set(exact(many, wanted));
      expect([found.length, found[0]]).toEqual([WANTED, [...all][0]]);
      shared += found.filter((number) => all.has(number)).length;
    }
    expect(shared / asked.length / WANTED).toBeGreaterThan(0.98);
  });

  it('are found only above the requested similarity', async () => {
    const [wanted = packVector(new Float32Array(DIMENSIONS))] = askedDirections(1);
    const [, , { similarity: third } = { similarity: 1 }] = few.exact(wanted, 3);
    expect(await nearest(few, wanted, WANTED, third - 0.0001)).toEqual(exact(few, wanted).slice(0, 3));
    const opposite = { ...wanted, numbers: wanted.numbers.map((number) => -number) };
    expect(await nearest(few, opposite, WANTED, 0.9)).toEqual([]);
  });

  it('are compared only within the same length and set', async () => {
    const longer = packVector(new Float32Array(DIMENSIONS + 8).fill(0.1));
    expect(await nearest(few, longer, WANTED)).toBeUndefined();
    const [wanted = longer] = askedDirections(1);
    const all = (await nearest(few, wanted, FEW + MANY)) ?? [];
    expect(all).toHaveLength(FEW);
    const others = new Set(exact(many, wanted));
    expect(all.filter((number) => others.has(number))).toEqual([]);
  });
});
