import { junitReport } from './junit.js';

describe('a report for build servers', () => {
  it('counts, and says of each case how it went', () => {
    const report = junitReport('Calls', [
      { name: 'Books', seconds: 1.5 },
      { name: 'Hangs up', seconds: 2, problem: { kind: 'failure', words: 'contains failed' } },
      { name: 'Simulated', seconds: 0, problem: { kind: 'skipped', words: 'no model' } },
    ]);
    expect(report).toContain(
      '<testsuite name="Calls" tests="3" failures="1" errors="0" skipped="1" time="3.500">',
    );
    expect(report).toContain('<testcase classname="Calls" name="Books" time="1.500"/>');
    expect(report).toContain('<failure message="contains failed"/>');
  });

  it('holds whatever a case is called', () => {
    const report = junitReport('a"b', [{ name: '<&\u0000\ud800>\n', seconds: 0 }]);
    expect(report).toContain('classname="a&quot;b" name="&lt;&amp;&gt;&#10;"');
  });
});
