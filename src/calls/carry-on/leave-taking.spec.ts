import type { PeerAnswer } from '../peers/peer-client.js';
import { mayBeElsewhere } from './leave-taking.js';

describe('a call whose instance has lost its lease', () => {
  const of = (answers: readonly PeerAnswer[], isPhoneCall: boolean, before?: number, after?: number) =>
    mayBeElsewhere({ answers, isPhoneCall, receivedBytes: [before, after] });

  it.each(['held', 'not-yet', 'unknown'] as const)(
    'may be elsewhere where an instance answers `%s`',
    (answer) => {
      expect(of(['done', answer], false, 1, 2)).toBe(true);
    },
  );

  it.each([[[]], [['done']], [['gone', 'another-instance', 'done']]] as const)(
    'is here where nobody has it (%j)',
    (answers) => {
      expect(of(answers, false, 1, 1)).toBe(false);
      expect(of(answers, true, 1, 2)).toBe(false);
    },
  );

  it('may be elsewhere where an instance is silent and a phone sends nothing here', () => {
    expect(of(['silent'], true, 1, 1)).toBe(true);
  });

  it('is here where an instance is silent, but a phone sends here, is on hold, or it is no phone', () => {
    expect(of(['silent'], true, 1, 2)).toBe(false);
    expect(of(['silent'], true)).toBe(false);
    expect(of(['silent'], false, 1, 1)).toBe(false);
  });
});
