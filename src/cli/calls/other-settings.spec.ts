import { settingsFrom } from './other-settings.js';

describe('setting overrides', () => {
  it('are applied to the document', () => {
    expect(
      settingsFrom(['turnTaking.endpointing.completeMs=500', 'turnTaking.backchannel.judge=false']),
    ).toEqual({ endpointing: { completeMs: 500 }, backchannel: { judge: false } });
    expect(settingsFrom(['turnTaking.endpointingMinMs=700'])).toEqual({ endpointingMinMs: 700 });
  });

  it.each([
    ['endpointing.minMs=1', '--set takes turnTaking.SETTING=VALUE, not endpointing.minMs=1.'],
    ['turnTaking.endpointing.minMs', '--set takes turnTaking.SETTING=VALUE'],
    ['turnTaking.endpointing.minMs=9', "turnTaking.endpointing.minMs can't be that: "],
    ['turnTaking.endpointing.patience=9', "turnTaking.endpointing.patience can't be that: "],
    ['turnTaking.__proto__.minMs=900', "turnTaking.__proto__ can't be that: "],
  ])('are rejected when unknown: %s', (setting, message) => {
    expect(() => settingsFrom([setting])).toThrow(message);
  });
});
