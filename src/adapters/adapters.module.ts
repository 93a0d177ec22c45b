import { Module } from '@nestjs/common';
import { AdapterRegistry, AGENT_ADAPTERS } from './adapter-registry.js';
import { EchoAdapter } from './echo/echo.adapter.js';

/** Everything that can answer a call, behind one contract. */
@Module({
  providers: [
    EchoAdapter,
    { provide: AGENT_ADAPTERS, inject: [EchoAdapter], useFactory: (echo: EchoAdapter) => [echo] },
    AdapterRegistry,
  ],
  exports: [AdapterRegistry],
})
export class AdaptersModule {}
