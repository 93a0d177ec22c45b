/**
 * Asks a service again and again whether it is healthy, in a process of its own, so that nothing but the service makes
 * it wait. Told an address it begins; told anything else it says how long the answers took, in milliseconds, and begins
 * anew.
 */
let timesMs: number[] = [];

process.on('message', (order: { readonly baseUrl?: string }) => {
  if (order.baseUrl !== undefined) void watch(order.baseUrl);
  else process.send?.({ timesMs });
  timesMs = [];
});

async function watch(baseUrl: string): Promise<never> {
  for (;;) {
    const beganMs = performance.now();
    const answer = await fetch(`${baseUrl}/health`);
    await answer.arrayBuffer();
    timesMs.push(performance.now() - beganMs);
  }
}
