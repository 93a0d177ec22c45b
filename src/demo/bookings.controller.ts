import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type Static, Type } from '@sinclair/typebox';
import { CurrentPrincipal, type Principal } from '../common/access/index.js';
import { Operation, responseShape, shape, Timestamp } from '../http/openapi/index.js';
import { DemoBookings } from './bookings.service.js';

const DemoBookingSchema = shape('DemoBooking', {
  id: Type.String({ description: 'Of the call of the tool that made it.' }),
  conversationId: Type.String(),
  date: Type.String({ format: 'date' }),
  time: Type.String({ description: 'Local, as `19:30`.' }),
  people: Type.Integer(),
  name: Type.String(),
  phone: Type.String(),
  createdAt: Timestamp,
});

const EXAMPLE: Static<typeof DemoBookingSchema> = {
  id: 'tcall_6Zr8wJ2yQk1nV5bT0cXeUa',
  conversationId: 'conv_2pQ7mR9sT4vW1xY8zB3dFh',
  date: '2026-12-04',
  time: '19:30',
  people: 2,
  name: 'Anna Kowalski',
  phone: '+442079460958',
  createdAt: '2026-11-29T20:15:00.000Z',
};

@ApiTags('Demo')
@Controller('v1/demo/bookings')
export class DemoBookingsController {
  constructor(private readonly bookings: DemoBookings) {}

  @Get()
  @Operation({
    id: 'demo-bookings.list',
    summary: 'The latest tables that agents have reserved in the demo’s restaurant, up to 200',
    description: 'Of the sample service that the tool `https://bookings.earshot.invalid/tables` reaches.',
    scope: 'conversations:read',
    status: 200,
    response: {
      schema: responseShape({ bookings: Type.Array(DemoBookingSchema) }),
      example: { bookings: [EXAMPLE] },
    },
  })
  async list(@CurrentPrincipal() { accountId }: Principal) {
    const rows = await this.bookings.list(accountId);
    return {
      bookings: rows.map(({ accountId: _account, createdAt, ...booking }) => ({
        ...booking,
        createdAt: createdAt.toISOString(),
      })),
    };
  }
}
