/** A piece of text on a page, as pdf.js returns it. */
export interface PageItem {
  readonly str: string;
  /** The last two numbers are its position in points, from the bottom. */
  readonly transform: readonly number[];
  readonly width: number;
  readonly height: number;
  readonly hasEOL: boolean;
}

interface Box<I> {
  readonly item: I;
  readonly left: number;
  readonly right: number;
  readonly base: number;
}

/** Lines required on both sides of a column gap. */
const LEAST_LINES = 4;
/** In points. */
const LEAST_GAP = 8;
/** Share of the column's width that at least half of its lines must fill: table cells are shorter. */
const LEAST_FILL = 0.6;
/** Minimum column width as a share of the page: table columns are often narrower. */
const LEAST_WIDTH = 0.25;
/** Where a column gap may be, as shares of the page's width. */
const MIDDLE = [0.25, 0.75] as const;
/** No readable page has more. */
const MOST_ITEMS = 20_000;

/**
 * Reorders a page with two columns, left one first; items across both separate the text above from that below. Other
 * pages are unchanged: mostly in reading order already.
 */
export function inReadingOrder<I extends PageItem>(items: readonly I[]): readonly I[] {
  if (items.length > MOST_ITEMS) return items;
  const boxes = items.filter(({ str }) => str.trim() !== '').map(boxOf);
  const gap = gapIn(boxes);
  if (gap === undefined || isInOrder(boxes, gap)) return items;
  const ordered: Box<I>[] = [];
  let band: Box<I>[] = [];
  const close = () => {
    ordered.push(...band.filter(({ right }) => right <= gap), ...band.filter(({ left }) => left >= gap));
    band = [];
  };
  for (const box of linesFirst(boxes)) {
    if (box.left < gap && box.right > gap) {
      close();
      ordered.push(box);
    } else band.push(box);
  }
  close();
  // Each is followed by its line end, unless the next one continues the line.
  return ordered.map(({ item, base, right }, at) => {
    const next = ordered[at + 1];
    const goesOn =
      next !== undefined && Math.abs(next.base - base) < item.height / 2 && next.left >= right - 1;
    return { ...item, str: goesOn ? `${item.str} ` : item.str, hasEOL: !goesOn };
  });
}

function boxOf<I extends PageItem>(item: I): Box<I> {
  const [left = 0, base = 0] = item.transform.slice(4);
  return { item, left, right: left + item.width, base };
}

const linesFirst = <I>(boxes: readonly Box<I>[]): readonly Box<I>[] =>
  [...boxes].sort((one, other) => other.base - one.base || one.left - other.left);

/** Middle of the gap between two columns. */
function gapIn(boxes: readonly Box<PageItem>[]): number | undefined {
  const left = Math.min(...boxes.map((box) => box.left));
  const right = Math.max(...boxes.map((box) => box.right));
  const width = right - left;
  if (!(width > 0)) return undefined;
  // Edges of the items that could block a gap, from left to right; titles may span both columns.
  const narrow = boxes.filter((box) => box.right - box.left < width * MIDDLE[1]);
  const spans = narrow.map((box) => [box.left, box.right] as const).sort(([one], [other]) => one - other);
  let end = left;
  let best: readonly [number, number] | undefined;
  for (const [from, to] of spans) {
    const middle = (from + end) / 2;
    const isMiddle = middle > left + width * MIDDLE[0] && middle < left + width * MIDDLE[1];
    if (isMiddle && from - end >= LEAST_GAP && from - end > (best ? best[1] - best[0] : 0))
      best = [end, from];
    end = Math.max(end, to);
  }
  if (!best) return undefined;
  const gap = (best[0] + best[1]) / 2;
  const sides = [
    { boxes: narrow.filter((box) => box.right <= gap), width: best[0] - left },
    { boxes: narrow.filter((box) => box.left >= gap), width: right - best[1] },
  ];
  const areWide = sides.every((side) => side.width >= width * LEAST_WIDTH);
  return areWide && sides.every(isColumn) ? gap : undefined;
}

function isColumn({
  boxes,
  width,
}: {
  readonly boxes: readonly Box<PageItem>[];
  readonly width: number;
}): boolean {
  const lines = new Map<number, readonly [number, number]>();
  for (const { base, left, right } of boxes) {
    const [from, to] = lines.get(Math.round(base)) ?? [left, right];
    lines.set(Math.round(base), [Math.min(from, left), Math.max(to, right)]);
  }
  const widths = [...lines.values()].map(([from, to]) => to - from).sort((one, other) => one - other);
  return widths.length >= LEAST_LINES && (widths[Math.floor(widths.length / 2)] ?? 0) >= width * LEAST_FILL;
}

/** Whether the document has one column after the other already. */
function isInOrder(boxes: readonly Box<PageItem>[], gap: number): boolean {
  let changes = 0;
  let side: 'left' | 'right' | undefined;
  for (const { left, right } of boxes) {
    const here = right <= gap ? 'left' : left >= gap ? 'right' : undefined;
    if (here && side && here !== side) changes++;
    side = here ?? side;
  }
  return changes <= 2;
}
