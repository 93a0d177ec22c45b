import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { inProject } from '../../scripts/lib/project.mjs';

interface SuiteResult {
  readonly name: string;
  readonly status: string;
  readonly message: string;
  readonly assertionResults: readonly { readonly title: string; readonly status: string }[];
}

describe('a suite, in a process that runs one after the other,', () => {
  let results: Map<string, SuiteResult>;
  let printed: string;

  beforeAll(() => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'earshot-suites-'));
    const outputFile = path.join(folder, 'result.json');
    printed = printedBy('--json', `--outputFile=${outputFile}`, '--maxWorkers=2');
    const { testResults } = JSON.parse(readFileSync(outputFile, 'utf8')) as { testResults: SuiteResult[] };
    results = new Map(testResults.map((result) => [path.basename(result.name, '.ts'), result]));
    rmSync(folder, { recursive: true });
  });

  function printedBy(...words: string[]): string {
    const jest = inProject('node_modules', 'jest', 'bin', 'jest.js');
    const config = inProject('test', 'boot', 'suites', 'jest.config.mjs');
    const options = { cwd: inProject(), encoding: 'utf8' } as const;
    return spawnSync(process.execPath, [jest, '--config', config, ...words], options).stderr;
  }

  const outcomes = (name: string) => results.get(name)?.assertionResults.map(({ status }) => status);

  it('tells of each of its tests, and names the line of TypeScript that failed', () => {
    expect(outcomes('fails')).toEqual(['failed', 'passed']);
    expect(results.get('fails')?.message).toMatch(/test\/boot\/suites\/fails\.ts:8:25/);
  });

  it('has passed when its tests have, even if an addon crashes while the process ends, which is told', () => {
    expect([results.get('crashes-afterwards')?.status, outcomes('crashes-afterwards')]).toEqual([
      'passed',
      ['passed'],
    ]);
    expect(printed).toContain('ended with SIGSEGV after its tests');
  });

  it('has failed when its process ends before its tests do', () => {
    expect(results.get('dies-early')?.status).toBe('failed');
    expect(results.get('dies-early')?.message).toContain('ended with 0 before its tests had ended');
  });

  it('shares its process with suites that leave it as it was, and neither tests nor spies with them', () => {
    expect([outcomes('shares-first'), outcomes('shares-second')]).toEqual([['passed'], ['passed']]);
    expect(printed).toContain('shared: true');
  });

  it('is run again on its own when its process dies, in which others have run before', () => {
    expect(outcomes('shares-third')).toEqual(['passed']);
  });

  it('shares a process in which libwebrtc was loaded if it uses that itself, and only then', () => {
    for (const name of ['talks-first', 'talks-second', 'talks-third-without'])
      expect([name, outcomes(name)]).toEqual([name, ['passed']]);
    expect(printed).toContain('talks where others did: true');
  });

  it('steps back for suites that have to be in time, if it only works, and only beside others', () => {
    const [lowest, step] = [19, 5];
    const told = (niceness: number) => `niceness: ${Math.min(os.getPriority() + niceness, lowest)}\n`;
    expect(printed).toContain(told(step));
    expect(printedBy('steps-back')).toContain(told(0));
  });

  it('is told of by what it changed in its process, in which no other runs then', () => {
    expect(outcomes('changes-the-process')).toEqual(['passed']);
    expect(printed).toContain('Changed by this suite: process.env.LEFT_BY_A_SUITE, globalThis.fetch.');
  });

  it('is told of in the same way when it runs alone', () => {
    expect(printedBy('changes-the-process')).toContain('Changed by this suite: process.env.LEFT_BY_A_SUITE');
  });

  it('is told of by what it left behind, and ended, when its process does not end by itself', () => {
    expect(outcomes('lingers')).toEqual(['passed']);
    expect(printed).toMatch(/Left behind by this suite: .*Timeout/);
  });
});
