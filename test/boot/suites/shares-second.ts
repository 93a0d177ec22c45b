import { jest } from '@jest/globals';

console.log(`shared: ${'visitors' in globalThis}`);

it('has its own tests, limits and spies alone', async () => {
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(Math.random()).toBeLessThan(1);
  expect(jest.isMockFunction(Math.random)).toBe(false);
});
