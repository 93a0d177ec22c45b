/** Relative luminance of a channel (WCAG 2.2). */
const linear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);

/** Luminance on which black and white text have the same contrast. */
const MIDDLE = 0.179;

/** Black or white, whichever is easier to read on a color such as `#16365a`. White for other notations. */
export function textOn(color: string): string {
  const [, red = '', green = '', blue = ''] = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(color) ?? [];
  if (blue === '') return '#fff';
  const [r, g, b] = [red, green, blue].map((hex) => linear(parseInt(hex, 16) / 255));
  return 0.2126 * (r ?? 0) + 0.7152 * (g ?? 0) + 0.0722 * (b ?? 0) > MIDDLE ? '#000' : '#fff';
}
