import { jest } from '@jest/globals';

it('leaves something where no library and no suite should, and a spy', () => {
  Object.assign(globalThis, { visitors: 1 });
  jest.spyOn(Math, 'random').mockReturnValue(7);
  jest.setTimeout(1);
});
