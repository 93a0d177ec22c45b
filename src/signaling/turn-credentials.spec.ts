import { turnCredentials } from './turn-credentials.js';

describe('turnCredentials', () => {
  it('matches what coturn computes from the same secret', () => {
    // printf '1700000600:acc_1' | openssl dgst -sha1 -hmac north -binary | base64
    expect(turnCredentials('north', 'acc_1', new Date(1_700_000_000_000), 600)).toEqual({
      username: '1700000600:acc_1',
      credential: 'NiTbQ74dO2FxkA+KwwUvwwNWVb0=',
    });
  });
});
