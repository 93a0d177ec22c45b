import type { Schemas } from '../api/client.js';

type Form = Schemas['Form'];

export const APPOINTMENT: Form = {
  name: 'appointment',
  when: ['i need an appointment', 'can i come for a check up', 'i would like to book an appointment'],
  fields: [
    { name: 'reason', type: 'text', ask: 'What is it about?' },
    { name: 'date', type: 'date', ask: 'On which day?' },
    { name: 'time', type: 'time', ask: 'At what time?' },
    { name: 'name', type: 'name', ask: 'May I have your name?' },
    { name: 'phone', type: 'phone', ask: 'And your phone number?' },
  ],
  review: 'An appointment on {{form.date}} at {{form.time}}, for {{form.name}}. Is that right?',
  then: { say: 'Thank you, {{form.name}}. I have written it down, and we will call you to confirm it.' },
};

const MESSAGE: Form = {
  name: 'message',
  when: ['can i leave a message', 'please call me back', 'i want to speak to somebody'],
  fields: [
    { name: 'message', type: 'text', ask: 'What is it about?' },
    { name: 'name', type: 'name', ask: 'May I have your name?' },
    { name: 'phone', type: 'phone', ask: 'And your phone number?' },
  ],
  then: { say: 'Thank you, {{form.name}}. Someone will call you back.' },
};

/** Forms to begin with, by what they are for. */
export const FORM_PRESETS = [
  { label: 'Appointments', icon: 'check', form: APPOINTMENT },
  { label: 'Messages, to call back', icon: 'phone', form: MESSAGE },
] as const;
