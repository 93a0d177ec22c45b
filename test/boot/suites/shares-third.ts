if ('visitors' in globalThis) process.exit(0);

it('passes where nobody was before', () => expect('visitors' in globalThis).toBe(false));
