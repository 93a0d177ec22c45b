/** Longest delay of a verdict about a window. */
const REMEMBERED_MS = 2_000;

interface Span {
  readonly beginMs: number;
  readonly endMs: number;
}

/** The spans of a stream that contained only echo. */
export class HiddenSpans {
  private spans: Span[] = [];

  /** @param endMs Ascending between calls. */
  add(endMs: number, lengthMs: number): void {
    this.spans.push({ beginMs: endMs - lengthMs, endMs });
    while ((this.spans[0]?.endMs ?? Infinity) < endMs - REMEMBERED_MS) this.spans.shift();
  }

  /** True if hidden spans make up more than half of this one: a single frame that stands out is not a voice. */
  hide({ beginMs, endMs }: Span): boolean {
    let hiddenMs = 0;
    for (let at = this.spans.length - 1; at >= 0; at--) {
      const span = this.spans[at];
      if (!span || span.endMs <= beginMs) break;
      hiddenMs += Math.max(0, Math.min(endMs, span.endMs) - Math.max(beginMs, span.beginMs));
    }
    return hiddenMs > (endMs - beginMs) / 2;
  }
}
