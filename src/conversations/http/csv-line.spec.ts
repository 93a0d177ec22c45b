import { csvLine } from './csv-line.js';

describe('csvLine', () => {
  it('quotes separators, quotes and line breaks', () => {
    expect(csvLine(['a', 'b,c', 'say "hi"', 'two\nlines', 3, true, null])).toBe(
      'a,"b,c","say ""hi""","two\nlines",3,true,\r\n',
    );
  });

  it('neutralizes spreadsheet formulas and keeps phone numbers', () => {
    expect(csvLine(['=1+1', '@SUM(A1)', '+cmd|calc', '-2+3', '+441632960001', '-5'])).toBe(
      "'=1+1,'@SUM(A1),'+cmd|calc,'-2+3,+441632960001,-5\r\n",
    );
  });
});
