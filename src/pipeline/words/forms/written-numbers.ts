/** Notation of numbers in a locale: regular expressions without groups, and parsing. */
export class WrittenNumbers {
  /** With or without decimals. */
  readonly any: string;
  private readonly groups: RegExp;
  private readonly parts: RegExp;

  constructor(locale: string) {
    const parts = new Intl.NumberFormat(locale).formatToParts(1_234_567.8);
    const written = (kind: string) => parts.find(({ type }) => type === kind)?.value ?? '';
    const hasComma = written('decimal') === ',';
    // Accepts the locale's group separators and other common ones. An ambiguous point counts as a comma.
    const groups = new Set([written('group'), '\u00a0', '\u202f', "'", '’', ...(hasComma ? ['.', ' '] : [])]);
    const group = `[${[...groups].join('').replace('.', '\\.')}]`;
    const decimals = hasComma ? '(?:,\\d+|\\.\\d{1,2}(?![\\d.]))' : '(?:\\.\\d+)';
    const whole = `(?:\\d{1,3}(?:${group}\\d{3})+(?!\\d)|\\d+)`;
    this.any = `${whole}${decimals}?`;
    this.groups = new RegExp(group, 'g');
    this.parts = new RegExp(`^(${whole})(?:[.,](\\d+))?$`);
  }

  /** Digits, with a decimal point. */
  plain(written: string): string {
    const [, whole = written, decimals] = this.parts.exec(written) ?? [];
    const digits = whole.replace(this.groups, '');
    return decimals === undefined ? digits : `${digits}.${decimals}`;
  }

  /** True if group separators show that the digits are an amount. */
  isGrouped(written: string): boolean {
    return !/^\d+$/.test(written) && /^\d+$/.test(this.plain(written));
  }
}
