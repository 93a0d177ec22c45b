import { soundsAlike } from './sounds-alike.js';

describe('soundsAlike', () => {
  it.each([
    ['another sound at the end', 'W EH R', 'W EH N'],
    ['another sound at the beginning', 'B UH K', 'L UH K'],
    ['a sound more within', 'K AO S T', 'K AO S'],
    ['a sound more at the beginning', 'AH B AW T', 'B AW T'],
    ['nothing', 'N EY M', 'N EY M'],
  ])('takes words with %s for easily mistaken', (_difference, first, second) => {
    expect(soundsAlike(first, second)).toBe(true);
    expect(soundsAlike(second, first)).toBe(true);
  });

  it.each([
    ['two other sounds', 'W AH T', 'W EH N'],
    ['two sounds more', 'HH EH L P', 'EH L'],
    ['the same sounds in another order', 'S T AA P', 'S P AA T'],
    ['next to no sounds', 'Y UW', 'D UW'],
  ])('tells words with %s apart', (_difference, first, second) => {
    expect(soundsAlike(first, second)).toBe(false);
  });
});
