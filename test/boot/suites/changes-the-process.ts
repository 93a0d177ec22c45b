it('passes', () => {
  process.env['LEFT_BY_A_SUITE'] = 'yes';
  globalThis.fetch = () => Promise.reject(new Error('Nobody is there.'));
});
