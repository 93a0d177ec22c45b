it('passes', () => expect(1 + 1).toBe(2));

process.once('exit', () => process.kill(process.pid, 'SIGSEGV'));
