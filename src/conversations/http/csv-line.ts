type Cell = string | number | boolean | null;

/** A text that a spreadsheet would run as a formula. A number is none, nor is a telephone number. */
const FORMULA = /^[=@\t\r]|^[+-](?!\d+(\.\d+)?$)/;

/** One line of CSV (RFC 4180), with its end. What a spreadsheet would run gets an apostrophe in front. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(cellText).join(',')}\r\n`;

function cellText(cell: Cell): string {
  if (cell === null) return '';
  const text = typeof cell === 'string' && FORMULA.test(cell) ? `'${cell}` : String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
