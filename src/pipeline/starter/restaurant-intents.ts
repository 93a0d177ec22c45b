import type { AgentIntent } from '../../agent-document/index.js';

/** What callers ask the demo restaurant, as its owner would write it. */
export const RESTAURANT_INTENTS: readonly AgentIntent[] = [
  {
    name: 'opening-hours',
    examples: phrases(`
      what are your opening hours|when are you open|when do you open|when do you close|are you open on sunday|
      are you open today|what time do you open|when do you close tonight|i'd like to know your opening hours|
      are you open on sundays|how late does the kitchen stay open|will you still be serving at half past eight|
      is the restaurant shut on mondays|what are your business hours during the week|
      do you do lunch as well or evenings only|are you guys still open right now|
      which days of the week are you closed|can we turn up for breakfast at nine
    `),
    reply: 'We are open from nine in the morning until nine in the evening, every day except Sunday.',
  },
  {
    name: 'address',
    examples: phrases(`
      where are you|what is your address|where can i find you|how do i get there|where are you located|
      what's your address please|how do i get to the restaurant|i'm lost and can't find your place|
      which street are you on|are you far from the train station|i need directions for my taxi driver|
      whereabouts in town are you|we're coming by train is it a long walk|what's the house number of the restaurant|
      are you anywhere near the city centre|tell me the location so i can look it up
    `),
    reply: 'You find us at twelve Market Street, right beside the station.',
  },
  {
    name: 'no-other-bookings',
    examples: phrases(`
      i want to cancel my booking|cancel my reservation|can i change my booking|do i have a booking|
      who has booked a table|i need to cancel my reservation|can i change the time of my booking|
      i want to check whether my reservation went through|we booked yesterday but now we can't make it|
      could you move our booking to saturday instead|there'll be one more person than we originally booked|
      please look up the reservation under my name|i'm running late for the table i reserved|
      i forgot what time i booked for|scrap the booking i made last week|i never got a confirmation of my reservation|
      we have a reservation already and need to reschedule it
    `),
    reply: 'I can only take new bookings. I cannot look others up, change them or cancel them.',
  },
  {
    name: 'prices',
    examples: phrases(`
      how much does it cost|what are your prices|how expensive is it|what is the price|how much is a meal|
      how much is a meal at your place|what does a main course cost|are you expensive|
      roughly what would i pay for dinner per person|i'm on a tight budget is your food affordable|
      what's your price range|how pricey are your entrees|is it a cheap and cheerful sort of place|
      how many dollars for a plate of food|what would dinner for two set me back|i'd like an idea of what you charge|
      will eating with you break the bank
    `),
    reply: 'A main course is between fifteen and twenty dollars.',
  },
  {
    name: 'menu',
    examples: phrases(`
      what is on the menu|what kind of food do you serve|what can i eat there|what do you recommend|do you serve fish|
      what is the dish of the day|what's on the menu|do you have steak|is there a dish of the day|
      i'm in the mood for pasta do you make it|what sort of cuisine is it|what can we eat at your restaurant|
      i fancy some fish have you got any|what's the special today|which starters and mains do you offer|
      what's cooking today|tell me about your soups and salads
    `),
    reply: 'We have soups, salads, pasta, fish and steak, and another dish of the day every day.',
  },
  {
    name: 'special-diets',
    examples: phrases(`
      do you have anything vegetarian|is there something for vegans|do you have gluten free dishes|
      i have a nut allergy|do you have vegetarian options|my wife is vegan what could she have|
      is anything on the menu gluten free|one of us is a coeliac|can you cater for someone who's lactose intolerant|
      i don't eat meat will i find something|we need meals without any dairy or eggs|have you got plant based dishes|
      my friend is allergic to shellfish|do you cope with food intolerances|is there much choice for veggies
    `),
    reply:
      'A third of our dishes is vegetarian, and some are vegan or gluten free. Please tell the waiter about allergies.',
  },
  {
    name: 'drinks',
    examples: phrases(`
      what do you have to drink|do you serve wine|can we just come for a beer|can i have a coffee|
      what drinks do you serve|do you have wine|how much is a glass of red|what beers have you got on tap|
      can i just come in for a coffee|is alcohol served at your place|do you sell soft drinks and juice|
      what's a pint going to cost me|i'd like to hear the wine list|have you got any booze|
      is there a decent white by the glass|what beverages are there for people who don't drink alcohol
    `),
    reply: 'We have wine, beer, soft drinks and coffee. A glass of wine is seven dollars.',
  },
  {
    name: 'takeout',
    examples: phrases(`
      do you deliver|can i get food to go|do you do takeout|can i pick up a meal|can i get a takeaway|
      do you deliver to my house|i'd like to order food to go|could i pick up dinner and eat it at home|
      are you on any of the delivery apps|can you box up a meal for collection|
      we'd rather eat at home than in the restaurant|can somebody bring the food round to us|
      i want to place a carryout order|which dishes can be taken away|do you send food out by courier
    `),
    reply: 'We pack every dish to go, but we do not deliver.',
  },
  {
    name: 'payment',
    examples: phrases(`
      can i pay by card|do you take credit cards|is it cash only|how can i pay|can i pay in cash|
      is it okay to pay with my phone|what payment methods do you accept|i only have a debit card on me|
      do you accept american express|does apple pay work at your till|how can we settle the bill|
      i don't carry any cash is that a problem|can we pay contactless|is plastic fine for picking up the check
    `),
    reply: 'You can pay in cash, by card or with your phone.',
  },
  {
    name: 'parking',
    examples: phrases(`
      where can i park|do you have parking|is there a parking lot nearby|is there parking nearby|
      where can i park my car|do you have a parking lot|i'm driving over where do i leave the car|
      is there a car park close to you|do you offer valet service|is there a garage near the restaurant|
      we're coming in two cars|is it hard to find a space for the car|can i leave my vehicle somewhere during dinner|
      is street parking any good around there|i need somewhere to put my van
    `),
    reply: 'There is a parking garage behind the station, two minutes from us.',
  },
  {
    name: 'children',
    examples: phrases(`
      can i bring my children|do you have a high chair|what can my kids eat|is it a good place for families|
      are children welcome|can we bring our kids|is there a children's menu|we've got a toddler with us|
      is your restaurant family friendly|do you have smaller portions for little ones|
      we're coming with a baby and a pram|would a six year old find something to eat|
      are youngsters allowed in the evening|do you mind noisy kiddies|i need a booster seat for my son
    `),
    reply: 'Children are welcome. We have high chairs and a small menu for them.',
  },
  {
    name: 'dogs',
    examples: phrases(`
      can i bring my dog|are pets allowed|is my dog welcome|are dogs allowed|is the restaurant dog friendly|
      we have a puppy with us|do you permit pets|what's your policy on animals|may our labrador come along|
      i don't want to leave the dog at home|will you have a water bowl for my pooch|
      is it alright if i turn up with my spaniel|we'd be coming straight from walking the dog|
      do four legged friends get in
    `),
    reply: 'Dogs are welcome on the terrace.',
  },
  {
    name: 'terrace',
    examples: phrases(`
      can we sit outside|do you have a terrace|i would like to sit in the sun|is there outdoor seating|
      we'd love to eat in the fresh air|could i reserve a table on the patio|have you got a beer garden|
      it's sunny so we'd prefer being outdoors|are there any tables out front|can you save us seats outside|
      is al fresco dining possible|is the deck open in good weather
    `),
    reply: 'We have a terrace. Its tables cannot be booked.',
  },
  {
    name: 'large-groups',
    examples: phrases(`
      we are a large group|can we celebrate a birthday there|do you have room for twenty people|
      can i rent the whole restaurant|there are fifteen of us|do you host private parties|
      what's the biggest group you can seat|can we hire the whole restaurant|we're planning a wedding reception|
      do you have a private room for an event|i need space for twenty people|is a company dinner for thirty possible|
      could a party of twelve all sit together|we're a big crowd can you fit us in|do you do functions|
      how many people fit at your largest table
    `),
    reply: 'Our largest table is for eight people, and we do not host private parties.',
  },
  {
    name: 'walk-ins',
    examples: phrases(`
      do i need a reservation|can we just walk in|do we have to book ahead|can we just show up|do you take walk ins|
      is it okay to come without booking|we haven't booked can we still get in|how long is the wait on a friday night|
      can i simply drop by|will there be a queue on saturday evening|what are the chances of getting in on spec|
      is it first come first served|i'd rather be spontaneous than reserve
    `),
    reply: 'You can come without a booking. On Friday and Saturday evenings you may have to wait.',
  },
  {
    name: 'accessibility',
    examples: phrases(`
      can i come in a wheelchair|are there any stairs|is it accessible|is the restaurant wheelchair accessible|
      are there any steps at the entrance|my mother uses a wheelchair|do you have a disabled toilet|
      i walk with a cane and can't manage stairs|is there step free access|
      can a mobility scooter get through the door|is your bathroom suitable for handicapped people|do you have a ramp|
      my husband is disabled can he get in easily|are you set up for people with limited mobility|
      is the restroom on the ground floor
    `),
    reply: 'There are no steps at the entrance, and the restroom is accessible.',
  },
  {
    name: 'no-person',
    examples: phrases(`
      can i talk to a person|let me speak to a human|i want to talk to the manager|connect me to somebody|
      can i speak to a real person|put me through to the manager|i want to talk to a human|
      connect me to a member of staff|is there somebody else i can talk to|transfer me to an operator please|
      i don't want to deal with a computer|let me speak with the owner|get me someone who works there|
      can one of the waiters come to the phone|i'd prefer having a proper human being on the line|
      could anyone from the restaurant call me back
    `),
    reply: 'There is nobody to connect you to, because this restaurant is only a demo.',
  },
  {
    name: 'who-are-you',
    examples: phrases(`
      who are you|what is your name|are you a robot|am i talking to a machine|who am i talking to|what's your name|
      is this a real person speaking|are you a machine or a human|am i speaking with some kind of computer|
      you sound like a recording|is this one of those ai things|sorry who's this on the line|
      are you an actual living being|what are you exactly
    `),
    reply: 'I am the starter agent of Earshot. I run on this computer alone, without any provider.',
  },
  {
    name: 'abilities',
    examples: phrases(`
      what can you do|what can i ask you|how can you help me|help|what can you help me with|
      which questions can i ask you|how does this service work|what are you able to do for me|
      i don't know what i can say here|tell me everything you can do|what sort of things do you know about|
      what is this phone line good for|give me a list of your functions|in what ways could you assist me|
      what are you capable of
    `),
    reply:
      'I can book a table for you, and answer questions about the restaurant: when we are open, where we are, what we serve and what it costs. You can interrupt me at any time.',
  },
  {
    name: 'thanks',
    examples: phrases(`
      thank you|thanks a lot|thank you very much|that was helpful|that's very kind of you|cheers for that mate|
      i really appreciate your help|great thanks for the information|much obliged to you|ta very much love|
      you've been really helpful|many thanks for telling me|awesome thank you so much|i'm very grateful to you
    `),
    reply: 'You are welcome. Can I do anything else for you?',
  },
  {
    name: 'greeting',
    examples: phrases(`
      hello|good morning|how are you|hello good morning|hi there how are you|good evening how do you do|
      hey how's it going|hey hello hello|hiya you all right|hey there what's up|hi nice to meet you|
      howdy how you doing|well hello to you
    `),
    reply: 'Hello! How can I help you?',
  },
  {
    name: 'goodbye',
    examples: phrases(`
      goodbye|bye|bye bye|that is all|hang up please|okay goodbye then|that's all i needed|bye have a nice day|
      i have no more questions|see you later bye|right i'll hang up now|that will be everything for today|
      nothing else from me|have a good evening bye bye|we're done here you can end the call|cheerio then i'm off
    `),
    reply: 'Thank you for calling. Goodbye.',
    endsCall: true,
  },
];

/** How callers ask for a table. */
export const BOOKING_REQUESTS: readonly string[] = phrases(`
  i would like to book a table|i want to book a table|can i book a table|book a table for two|
  i want to make a reservation|can i make a reservation|can i reserve a table|do you have a table for two|
  can we come for dinner tomorrow|i'd like to book a table|do you have a table free tomorrow night|
  a table for two please|we want to come to dinner on thursday|could you reserve us a place for seven o'clock|
  put me down for four people this friday|i'm calling to make a new booking|
  have you got room for three on wednesday|can you squeeze us in tonight around eight|
  i want to set up a dinner reservation|pencil us in for lunch next tuesday
`);

function phrases(text: string): string[] {
  return text.split('|').map((phrase) => phrase.trim());
}
