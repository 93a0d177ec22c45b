type Cell = string | number | boolean | null;

/** Text that a spreadsheet would run as a formula; numbers and phone numbers are exempt. */
const FORMULA = /^[=@\t\r]|^[+-](?!\d+(\.\d+)?$)/;

/** One line of CSV (RFC 4180) with its line end. Formulas get an apostrophe in front. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(cellText).join(',')}\r\n`;

function cellText(cell: Cell): string {
  if (cell === null) return '';
  const text = typeof cell === 'string' && FORMULA.test(cell) ? `'${cell}` : String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
