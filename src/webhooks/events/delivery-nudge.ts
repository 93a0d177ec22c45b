import { Injectable } from '@nestjs/common';

type Listener = (endpointIds: readonly string[]) => void;

/**
 * Tells the delivery engine of this process that there is something to do, so that it need not wait for its next
 * poll.
 */
@Injectable()
export class DeliveryNudge {
  private listener: Listener | undefined;

  /** `endpointIds`: those that have something to be sent; without any, the engine looks for itself. */
  now(endpointIds: readonly string[] = []): void {
    this.listener?.(endpointIds);
  }

  /** There is one engine a process, so there is one listener. */
  listen(listener: Listener | undefined): void {
    this.listener = listener;
  }
}
