import { type Static, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { oneOf, shape } from '../http/openapi/index.js';

const MAX_TEXT = 300;
/** Enough for a square of 80 pixels as a `data:` address. */
const MAX_PICTURE = 40_000;

const Text = Type.Optional(Type.String({ maxLength: MAX_TEXT }));

/** Attributes of the widget's script element, without `data-`. */
export const WidgetLook = shape(
  'WidgetLook',
  {
    ...{ name: Text, label: Text, greeting: Text, consent: Text, lang: Text, languages: Text },
    picture: Type.Optional(
      Type.String({ maxLength: MAX_PICTURE, description: 'Address of a square picture.' }),
    ),
    accent: Type.Optional(Type.String({ pattern: '^#[0-9a-fA-F]{6}$' })),
    position: Type.Optional(oneOf(['left', 'right'])),
    theme: Type.Optional(oneOf(['light', 'dark'])),
  },
  {
    description:
      'How its button on web pages looks: attributes of the widget’s script, without `data-`. The studio keeps them here for the line that it shows.',
  },
);
export type WidgetLook = Static<typeof WidgetLook>;

export const WIDGET_LOOK_EXAMPLE: WidgetLook = { name: 'Harbour Hotel', accent: '#16365a', position: 'left' };

/** What a look must be, after the name of the property; undefined if it is valid. */
export function widgetLookProblem(look: unknown): string | undefined {
  const path = Value.Errors(WidgetLook, look).First()?.path;
  if (path === undefined) return undefined;
  const field = Object.keys(WidgetLook.properties).find((name) => path === `/${name}`);
  return `${field === undefined ? '' : `.${field}`} must be valid, for example ${JSON.stringify(WIDGET_LOOK_EXAMPLE)}`;
}

export const storedWidgetLook = (stored: unknown): WidgetLook =>
  Value.Check(WidgetLook, stored) ? stored : {};
