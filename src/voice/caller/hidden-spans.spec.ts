import { HiddenSpans } from './hidden-spans.js';

describe('HiddenSpans', () => {
  it('hide a window that is mostly echo', () => {
    const spans = new HiddenSpans();
    spans.add(100, 20);
    spans.add(120, 20);
    expect(spans.hide({ beginMs: 88, endMs: 120 })).toBe(true);
    expect(spans.hide({ beginMs: 104, endMs: 136 })).toBe(false);
    expect(spans.hide({ beginMs: 40, endMs: 72 })).toBe(false);
  });

  it('hide a window in which part of a single frame stands out', () => {
    const spans = new HiddenSpans();
    spans.add(100, 20);
    spans.add(140, 20);
    expect(spans.hide({ beginMs: 90, endMs: 122 })).toBe(false);
    expect(spans.hide({ beginMs: 112, endMs: 144 })).toBe(true);
  });

  it('forget spans older than any pending verdict', () => {
    const spans = new HiddenSpans();
    spans.add(100, 20);
    spans.add(5_000, 20);
    expect(spans.hide({ beginMs: 80, endMs: 100 })).toBe(false);
  });
});
