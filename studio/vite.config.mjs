import { fileURLToPath } from 'node:url';

/** @param {string} path */
const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Where `npx vite studio` finds a service that runs. */
const SERVICE = process.env.EARSHOT_URL ?? 'http://127.0.0.1:8080';
const proxied = { target: SERVICE, ws: true };

/** React's marks for servers that render, which ours does not; and how long plugins took on a busy machine. */
const QUIET = new Set(['MODULE_LEVEL_DIRECTIVE', 'PLUGIN_TIMINGS']);

export const BROWSERS = ['chrome111', 'firefox114', 'safari16.4'];

/**
 * The studio's build. The service puts a fresh nonce in place of `{{nonce}}` in each answer, for the styles that
 * editor and waveform make at run time.
 * @type {import('vite').UserConfig}
 */
export default {
  root: here('.'),
  base: '/studio/',
  publicDir: false,
  cacheDir: here('../.cache/vite'),
  logLevel: 'warn',
  html: { cspNonce: '{{nonce}}' },
  server: {
    proxy: { '/v1': proxied, '/api': proxied, '/health': proxied, '/docs': proxied, '/widget.js': proxied },
  },
  build: {
    target: BROWSERS,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      input: [here('./index.html'), here('./landing.html')],
      onLog(level, log, tell) {
        if (!QUIET.has(log.code ?? '')) tell(level, log);
      },
    },
  },
};
