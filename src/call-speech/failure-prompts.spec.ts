import { failurePrompts } from './failure-prompts.js';

it('uses English failure prompts when the document has none', () => {
  for (const languageCode of [undefined, 'en', 'en-GB']) {
    const { waitingAfterMs, waiting, goodbye } = failurePrompts(
      { ...(languageCode && { languageCode }) },
      700,
    );
    expect([waitingAfterMs, waiting.length, goodbye.length > 0]).toEqual([700, 1, true]);
  }
});

it('avoids default prompts that the built-in voice cannot pronounce unless configured', () => {
  expect(failurePrompts({ languageCode: 'de-DE' }, 700)).toMatchObject({ waiting: [], goodbye: '' });
  const failure = { waiting: { say: ['Moment.'] }, goodbye: 'Tschüs.' };
  expect(failurePrompts({ languageCode: 'de', failure }, 700)).toEqual({
    waitingAfterMs: 700,
    waiting: ['Moment.'],
    goodbye: 'Tschüs.',
  });
});

it('stays silent when the document sets empty prompts', () => {
  expect(failurePrompts({ failure: { waiting: { afterMs: 0 }, goodbye: '' } }, 700)).toMatchObject({
    waitingAfterMs: 0,
    goodbye: '',
  });
});
