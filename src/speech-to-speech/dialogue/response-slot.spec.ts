import { ResponseSlot } from './response-slot.js';

let sent: string[];
let slot: ResponseSlot;

beforeEach(() => {
  sent = [];
  slot = new ResponseSlot({
    ask: () => sent.push('response.create'),
    cancelAnswer: () => sent.push('response.cancel'),
  });
});

describe('ResponseSlot', () => {
  it('asks for the next answer only when the server is done with the one before', () => {
    slot.ask(undefined);
    slot.ask('Greet.');
    expect(sent).toEqual(['response.create']);
    slot.done();
    expect(sent).toEqual(['response.create', 'response.create']);
    slot.done();
    expect(sent).toHaveLength(2);
  });

  it('waits for the end of a cancelled answer before it asks again, and cancels it once', () => {
    slot.ask(undefined);
    slot.cancel();
    slot.cancel();
    slot.ask(undefined);
    expect(sent).toEqual(['response.create', 'response.cancel']);
    slot.done();
    expect(sent).toEqual(['response.create', 'response.cancel', 'response.create']);
    expect(slot.begun()).toBe(true);
  });

  it('does not want an answer that was cancelled before it began', () => {
    slot.ask(undefined);
    slot.cancel();
    expect(slot.begun()).toBe(false);
  });

  it('cancels nothing where nothing was asked for, and forgets what was to be asked next', () => {
    slot.cancel();
    expect(sent).toEqual([]);
    slot.ask('First.');
    slot.ask('Second.');
    slot.cancel();
    slot.done();
    expect(sent).toEqual(['response.create', 'response.cancel']);
  });

  it('asks again after the answer that was in the way', () => {
    slot.ask(undefined);
    slot.refused();
    expect(sent).toHaveLength(1);
    slot.done();
    expect(sent).toEqual(['response.create', 'response.create']);
  });

  it('asks when the server is back for what was asked for while it was away, and for nothing older', () => {
    slot.ask('Old.');
    slot.linkLost();
    expect(slot.linkRestored()).toBe(false);
    slot.linkLost();
    slot.ask('New.');
    expect(sent).toHaveLength(1);
    expect(slot.linkRestored()).toBe(true);
    expect(sent).toEqual(['response.create', 'response.create']);
  });
});
