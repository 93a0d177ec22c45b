import { junitReport } from './junit.js';

describe('JUnit report', () => {
  it('counts cases and reports each outcome', () => {
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

  it('escapes any case name', () => {
    const report = junitReport('a"b', [{ name: '<&\u0000\ud800>\n', seconds: 0 }]);
    expect(report).toContain('classname="a&quot;b" name="&lt;&amp;&gt;&#10;"');
  });
});
