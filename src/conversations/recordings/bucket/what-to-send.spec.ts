import { type UploadState, whatToSend } from './what-to-send.js';

const grows: UploadState = { isComplete: false, sentBytes: 0, wholeAtMs: undefined };
const stepOf = (state: Partial<UploadState>, sizeBytes: number | undefined, nowMs = 0) =>
  whatToSend({ ...grows, ...state }, sizeBytes, nowMs, 60_000);

describe('next upload step of a recording', () => {
  it('uploads the new bytes while the file grows', () => {
    expect(stepOf({}, 100)).toEqual({ kind: 'piece', first: 0, last: 99 });
    expect(stepOf({ sentBytes: 100 }, 150)).toEqual({ kind: 'piece', first: 100, last: 149 });
    expect(stepOf({ sentBytes: 150 }, 150)).toEqual({ kind: 'nothing' });
  });

  it('uploads the whole file once it is complete', () => {
    expect(stepOf({ isComplete: true, sentBytes: 150 }, 150)).toEqual({ kind: 'whole', first: 0, last: 149 });
  });

  it('removes the local file after a grace time for readers', () => {
    expect(stepOf({ isComplete: true, wholeAtMs: 0 }, 150, 59_999)).toEqual({ kind: 'nothing' });
    expect(stepOf({ isComplete: true, wholeAtMs: 0 }, 150, 60_000)).toEqual({ kind: 'remove' });
  });

  it('does nothing for a missing file or one that stays empty', () => {
    expect(stepOf({ isComplete: true, sentBytes: 100 }, undefined)).toEqual({ kind: 'forget' });
    expect(stepOf({ isComplete: true }, 0)).toEqual({ kind: 'forget' });
  });

  it('waits for a file that is about to be created', () => {
    expect(stepOf({}, undefined)).toEqual({ kind: 'nothing' });
    expect(stepOf({}, 0)).toEqual({ kind: 'nothing' });
  });
});
