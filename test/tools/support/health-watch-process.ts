/**
 * Polls a service's health from a separate process, so that only the service delays it. Starts when given an address;
 * any other message returns the response times in ms and restarts.
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
