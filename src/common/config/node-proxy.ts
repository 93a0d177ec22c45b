/** Whether Node's own `fetch` goes through the proxies that the environment names (Node's `NODE_USE_ENV_PROXY`). */
export const usesEnvironmentProxies = (): boolean => process.env['NODE_USE_ENV_PROXY'] === '1';
