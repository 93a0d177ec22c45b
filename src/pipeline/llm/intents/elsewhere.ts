import type { AgentIntent } from '../../../agent-document/index.js';

/**
 * Questions that people ask any agent, which few agents can answer. An agent that can is nearer with its own examples.
 */
const ASKED = {
  greeting: 'hello|hi there|good morning|good evening|good day to you|nice to meet you',
  thanks: 'thank you|thanks a lot|okay|all right|that is good to know|i see',
  weather: 'what is the weather like|will it rain tomorrow|is it going to snow|how cold is it outside',
  fun: 'tell me a joke|sing me a song|tell me a story|play some music|let us play a game',
  sports: 'who won the game last night|what is the score|who is the best player|when is the next match on',
  news: 'who is the president|what do you think of politics|who will win the election|what is in the news|who is the mayor',
  facts:
    'what is the capital of france|how tall is that tower|who invented the telephone|how far is the moon',
  counting: 'what is twelve times seven|what time is it|what day is it today|how many feet are in a mile',
  you: 'do you have a girlfriend|what is your favorite color|are you happy|where did you grow up|do you like music',
  computers:
    'my computer is broken|how do i fix my printer|my internet does not work|which phone is the best',
  household:
    'i need a plumber|my washing machine is broken|how do i fix my roof|my sink is blocked|can you paint my house',
  health: 'i need a doctor|my back hurts|is that bad for my health|which pills help against a headache',
  cooking:
    'what should i cook tonight|how do i bake a cake|i want to order a pizza|how long do i boil an egg',
  outings:
    'can you recommend a good restaurant|is there a good movie|is there a cafe nearby|what can we do in town tonight',
  travel:
    'book me a flight to london|how do i get a passport|when does the bus go|is there a hotel near here|where do i get a taxi',
  money: 'which stock should i buy|can you lend me money|how do i save taxes|what is the dollar worth',
  law: 'i need a lawyer|i got a speeding ticket|can i sue them|i want to report a thief',
  jobs: 'are you hiring|do you have any job openings|i would like to work for you|are you looking for apprentices|i am looking for an internship',
  company:
    'who is the owner|who founded the company|how many people work there|how long have you been in business|how old is the building',
  complaints:
    'i want to make a complaint|one of your people was rude to me|let me speak to the manager|i am very angry about your service',
  lost: 'i forgot something at your place|i lost my umbrella there|did you find my jacket|i left my bag with you',
  sales:
    'i would like to sell you something|do you want to buy advertising|i am calling from the newspaper|we have a great offer for your company',
  papers:
    'can i get a copy of my bill|i need an invoice for my company|i want to speak to the accounting department',
  shopping:
    'do you sell gift cards|do you sell shoes|where can i buy a used car|do you have toys|do you buy old things',
  favors:
    'can you look after my children|can you call my mother|could you lend me a ladder|can i use your bathroom|can i park my boat there',
  animals: 'my cat is sick|where do i buy dog food|i found a bird|do you have animals',
  parties:
    'can we celebrate a wedding there|is there a concert tonight|do you have live music|can i rent your rooms for a party',
  learning:
    'do you offer courses|can you help me with my homework|how do i learn a language|translate this for me',
};

/** In the form of intents, though no agent has them. */
export const ELSEWHERE: readonly AgentIntent[] = Object.entries(ASKED).map(([name, asked]) => ({
  name,
  examples: asked.split('|'),
  reply: '',
}));
