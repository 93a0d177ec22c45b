// Tokens come from the backend in ../token-backend.
export default {
  server: { proxy: { '/call-token': 'http://localhost:8080', '/earshot.json': 'http://localhost:8080' } },
};
