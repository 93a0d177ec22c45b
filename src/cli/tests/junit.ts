export interface ReportedCase {
  readonly name: string;
  readonly seconds: number;
  /** Why it did not pass; undefined if it did. */
  readonly problem?: { readonly kind: 'failure' | 'error' | 'skipped'; readonly words: string };
}

/** A report for build servers (JUnit's XML). */
export function junitReport(suite: string, cases: readonly ReportedCase[]): string {
  const count = (kind: string) => cases.filter(({ problem }) => problem?.kind === kind).length;
  const seconds = cases.reduce((sum, each) => sum + each.seconds, 0);
  const totals = `tests="${cases.length}" failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}"`;
  const lines = cases.map(({ name, seconds: took, problem }) => {
    const head = `    <testcase classname="${escaped(suite)}" name="${escaped(name)}" time="${took.toFixed(3)}"`;
    if (!problem) return `${head}/>`;
    return `${head}>\n      <${problem.kind} message="${escaped(problem.words)}"/>\n    </testcase>`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${totals}>`,
    `  <testsuite name="${escaped(suite)}" ${totals} time="${seconds.toFixed(3)}">`,
    ...lines,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

/** Escapes an attribute; drops characters that XML 1.0 does not allow. */
const escaped = (text: string): string =>
  text
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replace(/[\n\r\t]/g, (character) => `&#${character.charCodeAt(0)};`);
