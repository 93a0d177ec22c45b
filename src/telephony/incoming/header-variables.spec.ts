import { headerVariables } from './header-variables.js';

describe('caller variables from X- headers', () => {
  it("use the document's names with the first value of each", () => {
    const fields = [
      ['X-Customer-Id', '4711'],
      ['x-customer-id', '4712'],
      ['X-Language', 'en'],
      ['Subject', 'hello'],
      ['X-', 'nothing'],
      ['X-Wild$Name', 'nothing'],
    ] as const;
    expect(headerVariables(fields)).toEqual({ x_customer_id: '4711', x_language: 'en' });
  });

  it('are limited in number and length', () => {
    const many = Array.from({ length: 200 }, (_, index) => [`X-Field-${index}`, 'x'.repeat(5_000)] as const);
    const values = Object.values(headerVariables(many));
    expect(values).toHaveLength(50);
    expect(new Set(values.map(({ length }) => length))).toEqual(new Set([500]));
  });
});
