/** Whether Node's own `fetch` uses the proxies of the environment (Node's `NODE_USE_ENV_PROXY`). */
export const usesEnvironmentProxies = (): boolean => process.env['NODE_USE_ENV_PROXY'] === '1';
