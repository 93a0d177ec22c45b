import { ownSentences } from './failure-words.js';

it('says something in English where the document has nothing of its own', () => {
  for (const languageCode of [undefined, 'en', 'en-GB']) {
    const { waitingAfterMs, waiting, goodbye } = ownSentences({ ...(languageCode && { languageCode }) }, 700);
    expect([waitingAfterMs, waiting.length, goodbye.length > 0]).toEqual([700, 1, true]);
  }
});

it('says nothing that the built-in voice can not pronounce unless the document wants it', () => {
  expect(ownSentences({ languageCode: 'de-DE' }, 700)).toMatchObject({ waiting: [], goodbye: '' });
  const failure = { waiting: { say: ['Moment.'] }, goodbye: 'Tschüs.' };
  expect(ownSentences({ languageCode: 'de', failure }, 700)).toEqual({
    waitingAfterMs: 700,
    waiting: ['Moment.'],
    goodbye: 'Tschüs.',
  });
});

it('keeps silent where the document says so', () => {
  expect(ownSentences({ failure: { waiting: { afterMs: 0 }, goodbye: '' } }, 700)).toMatchObject({
    waitingAfterMs: 0,
    goodbye: '',
  });
});
