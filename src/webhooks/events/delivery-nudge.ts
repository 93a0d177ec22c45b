import { Injectable } from '@nestjs/common';

type Listener = (endpointIds: readonly string[]) => void;

/** Wakes up this process's delivery engine, so that it need not wait for its next poll. */
@Injectable()
export class DeliveryNudge {
  private listener: Listener | undefined;

  /** `endpointIds`: endpoints with due deliveries; if empty, the engine polls. */
  now(endpointIds: readonly string[] = []): void {
    this.listener?.(endpointIds);
  }

  /** One listener: there is one engine per process. */
  listen(listener: Listener | undefined): void {
    this.listener = listener;
  }
}
