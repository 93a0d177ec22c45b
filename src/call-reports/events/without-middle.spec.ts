import { withoutMiddle } from './without-middle.js';

const item = (index: number) => ({ text: `turn ${String(index).padStart(3, '0')}` });
const items = Array.from({ length: 100 }, (_, index) => item(index));

describe('withoutMiddle', () => {
  it('keeps everything that fits', () => {
    expect(withoutMiddle(items, 10_000)).toEqual(items);
  });

  it('drops the middle of an oversized list, keeping order and limit', () => {
    const kept = withoutMiddle(items, 500);
    expect(Buffer.byteLength(JSON.stringify(kept))).toBeLessThanOrEqual(500);
    expect(kept.length).toBeGreaterThan(20);
    expect(kept[0]).toEqual(item(0));
    expect(kept.at(-1)).toEqual(item(99));
    expect(kept).toEqual(kept.toSorted((a, b) => a.text.localeCompare(b.text)));
  });

  it('returns nothing when a single item exceeds the limit', () => {
    expect(withoutMiddle([{ text: 'x'.repeat(100) }], 50)).toEqual([]);
  });
});
