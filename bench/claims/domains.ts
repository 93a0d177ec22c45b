import type { AgentTool } from '../../src/agent-document/index.js';

/**
 * What callers want and what models say, with places for values: {t} a time, {d} a day, {n} a number; {T}, {D}, {N}
 * others; {p} a price that nobody named.
 */
export interface Domain {
  readonly name: string;
  readonly prompt: string;
  /** The first tool does something, the second one looks something up. */
  readonly tools: readonly [AgentSketch, AgentSketch];
  readonly asks: readonly string[];
  /** Names of the arguments for the values; absent if the tool has none of the kind. */
  readonly gives: { readonly t?: string; readonly d?: string; readonly n?: string };
  /** What the second tool answers. */
  readonly found: string;
  /** True after the call, and false before it. */
  readonly done: readonly string[];
  /** The same without values. */
  readonly bare: readonly string[];
  /** False after the call. */
  readonly other: readonly string[];
  readonly running: readonly string[];
  readonly inQuestion: readonly string[];
  readonly repeated: readonly string[];
  readonly later: readonly string[];
  /** False after the call, and true before it. */
  readonly denied: readonly string[];
  readonly promised: readonly string[];
  readonly price: readonly string[];
  /** True after the second tool's answer. */
  readonly result: readonly string[];
  /** True after a failed call. */
  readonly failed: readonly string[];
  /** Claims nothing. */
  readonly plain: readonly string[];
}

type AgentSketch = Pick<AgentTool, 'name' | 'description'>;

const ASIDES = ['Certainly.', 'Of course.', 'Thank you.', 'One moment, please.', 'All right.'];
export const asides: readonly string[] = ASIDES;

/** Wordings that rules may be written from. */
export const SEEN: readonly Domain[] = [
  {
    name: 'bookings',
    prompt: 'You answer the telephone of a restaurant. A deposit is 10 euros. You are polite.',
    tools: [
      { name: 'book_table', description: 'Books a table.' },
      { name: 'find_tables', description: 'Finds free tables.' },
    ],
    asks: ['A table for {n} on {d} at {t}, please.', 'Could you book a table on {d} at {t} for {n}?'],
    gives: { t: 'time', d: 'date', n: 'people' },
    found: '{"free":3}',
    done: [
      'I have booked your table for {n} on {d} at {t}.',
      'Your table is booked for {d} at {t}.',
      'You are booked in for {t}.',
    ],
    bare: ['I have booked your table.', 'Your reservation is confirmed.', 'All done, see you then.'],
    other: [
      'Your table is booked for {T}.',
      'I have reserved a table for {N} people.',
      'You are booked for {D}.',
    ],
    running: ['I am booking that now.', 'I am reserving your table.'],
    inQuestion: [
      'I have booked your table, is there anything else?',
      'Shall I text you, now that your table is booked?',
    ],
    repeated: ['As I said, your table is booked.', 'Yes, I have already booked it.'],
    later: ['Your table is booked, as agreed.', 'I booked it for you a moment before.'],
    denied: ['I have not booked anything.', 'No booking has been made.'],
    promised: ['Our manager will call you back.', 'A colleague will ring you this evening.'],
    price: ['The menu is {p} euros.', 'That will be {p} euros, all right?'],
    result: ['There are three tables free.', 'We have three tables left.'],
    failed: ['I am sorry, I could not book it.', 'That did not work, unfortunately.'],
    plain: [
      'For how many people?',
      'I can book a table for you.',
      'A deposit is 10 euros.',
      'Shall I book it?',
    ],
  },
  {
    name: 'orders',
    prompt: 'You answer for a shop. Delivery costs 5 euros. Returns are free.',
    tools: [
      { name: 'cancel_order', description: 'Cancels an order.' },
      { name: 'order_status', description: 'Tells where an order is.' },
    ],
    asks: ['Please cancel my order.', 'I want to cancel what I ordered.'],
    gives: {},
    found: '{"status":"shipped","parcels":3}',
    done: ['I have cancelled your order.', 'Your order is cancelled.', 'The order has been cancelled.'],
    bare: ["It's cancelled.", 'Your cancellation went through.', 'Done, the order is cancelled.'],
    other: [],
    running: ['I am cancelling your order now.'],
    inQuestion: [
      'I have cancelled your order, okay?',
      'Would you like a receipt, since I have cancelled your order?',
    ],
    repeated: ['I said that I have cancelled it.', 'Your order is already cancelled.'],
    later: ['We cancelled your order.', 'Your order was cancelled.'],
    denied: ['I have not cancelled your order.', 'Nothing has been cancelled.'],
    promised: ['Our team will contact you.', 'Someone will get back to you.'],
    price: ['The fee is {p} euros.', 'Cancelling costs {p} euros.'],
    result: ['Your order is on its way.', 'Your order has three parcels.'],
    failed: ['I am sorry, I was not able to cancel it.', 'The order could not be cancelled.'],
    plain: ['What is your order number?', 'Delivery costs 5 euros.', 'I can cancel it if you like.'],
  },
  {
    name: 'messages',
    prompt: 'You answer for a law firm. A first talk costs 50 euros. The office is in the old town.',
    tools: [
      { name: 'send_message', description: 'Sends a message to a lawyer.' },
      { name: 'check_calendar', description: 'Checks free hours of the calendar.' },
    ],
    asks: ['Tell Mr Vogt that I come on {d} at {t}.', 'Please write to my lawyer: {d} at {t} is fine.'],
    gives: { t: 'time', d: 'date' },
    found: '{"free":["10:00","11:00"]}',
    done: ['I have sent the message: {d} at {t}.', 'Your message for {d} has been sent.'],
    bare: ['I have sent your message.', 'I have passed on your message.', 'The lawyer has been informed.'],
    other: ['I have sent the message: you come at {T}.', 'I told the lawyer, I sent a message for {D}.'],
    running: ['I am sending it now.'],
    inQuestion: ['I have sent it, is there anything else?', 'Is it all right that I have sent the message?'],
    repeated: ['I have already sent it.', 'The message was sent, as I said.'],
    later: ['I sent your message.', 'Your message has been sent.'],
    denied: ['I have not sent any message.', 'No message has been sent.'],
    promised: ['The lawyer will call you back.', 'My colleague will be in touch.'],
    price: ['A letter costs {p} euros.', 'That is {p} euros.'],
    result: ['There are two free hours.', 'We have a free hour at ten.'],
    failed: ['The message could not be sent, I am sorry.', 'I could not send it.'],
    plain: ['What is it about?', 'A first talk costs 50 euros.', 'I can send a message if you wish.'],
  },
  {
    name: 'appointments',
    prompt: 'You are the reception of a clinic. A certificate costs 8 euros. Bring your insurance card.',
    tools: [
      { name: 'make_appointment', description: 'Makes an appointment with the doctor.' },
      { name: 'list_slots', description: 'Lists free slots.' },
    ],
    asks: ['I need an appointment on {d} at {t}.', 'Can I see the doctor on {d}, at {t}?'],
    gives: { t: 'start', d: 'day' },
    found: '{"slots":["09:00","10:30","15:00"]}',
    done: [
      'Your appointment is set for {d} at {t}.',
      "You're scheduled for {d}, {t}.",
      'I made the appointment for {d} at {t}.',
      'I have put you in for {t} on {d}.',
    ],
    bare: [
      'Your appointment has been scheduled.',
      'I have made that appointment for you.',
      "That's arranged.",
      'You are all set.',
      'Everything is taken care of.',
    ],
    other: ['Your appointment is at {T}.', 'I have scheduled you for {D}.', "You're booked in at {T}."],
    running: ['I am making the appointment now.', "I'm just scheduling that."],
    inQuestion: [
      'Your appointment is scheduled, do you need directions?',
      "Did you know that I've made the appointment already?",
      'May I send a reminder for the appointment I have just made?',
    ],
    repeated: ['Like I told you, the appointment has been made.', 'It is scheduled, don’t worry.'],
    later: ['You do have the appointment, I made it.', 'Yes, the appointment was scheduled.'],
    denied: ["I haven't made an appointment.", 'No appointment was made.', 'I did not schedule anything.'],
    promised: [
      'The doctor will phone you tonight.',
      'One of our nurses is going to call you.',
      'Somebody from the practice will get in touch with you.',
    ],
    price: ['The visit costs {p} euros.', 'You pay {p} euros for that.', 'It is {p} euros, is that fine?'],
    result: ['There are three slots left.', 'We have a slot at half past ten.', 'I see three free slots.'],
    failed: [
      'I am afraid I could not make the appointment.',
      'Unfortunately that slot is gone.',
      'I was unable to schedule it, sorry.',
    ],
    plain: [
      'May I have your date of birth?',
      'A certificate costs 8 euros.',
      'Would you like me to make an appointment?',
      'If that suits you, I will make the appointment.',
      'Please bring your insurance card.',
      'Appointments can be moved online.',
    ],
  },
  {
    name: 'transfers',
    prompt: 'You answer for a bank. A card costs 12 euros a year. You never ask for passwords.',
    tools: [
      { name: 'transfer_money', description: 'Transfers money between accounts of the customer.' },
      { name: 'get_balance', description: 'Gets the balance of an account.' },
    ],
    asks: ['Move {n} euros to my savings account.', 'Please transfer {n} euros to savings.'],
    gives: { n: 'amount' },
    found: '{"balance":940}',
    done: [
      'I have transferred {n} euros to your savings account.',
      'The {n} euros have been moved.',
      'Your transfer of {n} euros is complete.',
    ],
    bare: [
      'I made the transfer.',
      'Your transfer went through.',
      'The money has been sent.',
      'That is done.',
    ],
    other: ['I have transferred {N} euros.', 'Your transfer of {N} euros went through.'],
    running: ['I am transferring the money now.', 'Your transfer is being processed.'],
    inQuestion: [
      'I have transferred the money, anything else?',
      'Do you want a receipt for the transfer that I made?',
    ],
    repeated: ['Again, I have transferred the money.', 'I already made the transfer.'],
    later: ['The transfer was completed.', 'Yes, I moved the money.'],
    denied: ['I have not transferred anything.', 'No transfer has been made.', "I didn't move any money."],
    promised: ['An adviser will call you tomorrow.', 'Our fraud team will review it and contact you.'],
    price: ['There is a fee of {p} euros.', 'The transfer costs {p} euros.'],
    result: ['Your balance is 940 euros.', 'You have a balance of 940 euros, it says here.'],
    failed: [
      'The transfer failed, I am sorry.',
      'I could not transfer the money.',
      'That transfer was declined.',
    ],
    plain: [
      'From which account?',
      'A card costs 12 euros a year.',
      'I can make that transfer for you.',
      'Once you confirm, I will transfer the money.',
      'Have you transferred money online before?',
    ],
  },
  {
    name: 'deliveries',
    prompt: 'You answer for a parcel service. Storage costs 2 euros a day. Parcels are kept for a week.',
    tools: [
      { name: 'change_delivery', description: 'Changes the day of a delivery.' },
      { name: 'track_parcel', description: 'Tracks a parcel.' },
    ],
    asks: ['Bring my parcel on {d} instead.', 'Could you deliver it on {d}?'],
    gives: { d: 'day' },
    found: '{"state":"out for delivery","stops_before":7}',
    done: [
      'I have moved your delivery to {d}.',
      'Your delivery was changed to {d}.',
      'Your parcel has been rescheduled for {d}.',
    ],
    bare: [
      'I have changed the delivery.',
      'Your delivery is updated.',
      "It's all sorted.",
      'The change is made.',
    ],
    other: ['I have moved your delivery to {D}.', 'Your parcel is rescheduled for {D}.'],
    running: ["I'm changing it right now.", 'I am updating your delivery.'],
    inQuestion: ['I changed the delivery, does that help?', "Is it fine that I've rescheduled the parcel?"],
    repeated: ['As I mentioned, I have changed it.', 'Your delivery has been changed already.'],
    later: ['Yes, I rescheduled it.', 'The delivery was moved.'],
    denied: ["I haven't changed the delivery.", 'Nothing was rescheduled.'],
    promised: ['The driver will ring you.', 'Someone from the depot will call you.'],
    price: ['Changing it costs {p} euros.', 'You owe {p} euros.'],
    result: ['Your parcel is out for delivery.', 'There are seven stops before yours.'],
    failed: ["I wasn't able to change the delivery.", 'I am sorry, it did not go through.'],
    plain: [
      'What is the number of the parcel?',
      'Storage costs 2 euros a day.',
      'I could move it to another day.',
      'Do you want me to change the delivery?',
    ],
  },
  {
    name: 'stock',
    prompt: 'You answer for a hardware store. Cutting wood costs 3 euros. Parking is behind the house.',
    tools: [
      { name: 'reserve_item', description: 'Reserves articles for pickup.' },
      { name: 'stock_level', description: 'Tells how many articles are in stock.' },
    ],
    asks: ['Please put {n} boxes aside for {d}.', 'Reserve {n} boxes for me for {d}.'],
    gives: { n: 'quantity', d: 'pickup' },
    found: '{"in_stock":14}',
    done: [
      'I have reserved {n} boxes for {d}.',
      '{n} boxes are reserved for you.',
      "I've set aside {n} boxes.",
      'Your reservation of {n} boxes is in.',
    ],
    bare: ['I have reserved them.', "They're reserved for you.", 'Your reservation has been placed.'],
    other: ['I have reserved {N} boxes.', 'I reserved them for {D}.'],
    running: ['I am reserving them.', "I'm putting in the reservation now."],
    inQuestion: ["I've reserved them, shall I text you?", 'Will you come today for the boxes I reserved?'],
    repeated: ['I reserved them, as I said.', 'They have been reserved already.'],
    later: ['Your reservation is in the system.', 'Yes, I have reserved the boxes.'],
    denied: ["I haven't reserved any boxes.", 'No reservation was made.'],
    promised: ['My colleague will prepare them.', 'The manager will call when they arrive.'],
    price: ['A box is {p} euros.', 'Each costs {p} euros.'],
    result: ['We have fourteen in stock.', 'There are 14 articles left.'],
    failed: ['I could not reserve them, sorry.', 'The reservation did not work.'],
    plain: [
      'How many do you need?',
      'Cutting wood costs 3 euros.',
      'I can reserve them for you.',
      'Parking is behind the house.',
    ],
  },
];
