it('runs in no process with libwebrtc, for which it has no use', () => {
  expect('talkers' in globalThis).toBe(false);
});
