import {
  type AgentDocument,
  type AgentForm,
  calendarTools,
  formPlacesIn,
  textsOfForm,
} from '../agent-document/index.js';

type Settings = Omit<AgentDocument, 'schemaVersion' | 'variants'>;
type Field = AgentForm['fields'][number];

/** Problems that keep forms from being filled in, or from having an effect, each with a valid example. */
export function formProblemsOf(settings: Settings, place: string): string[] {
  const ofForms = (settings.forms ?? []).flatMap((form, index) => {
    const at = `${place}/forms/${index}`;
    return [
      ...repeated(form.fields, at),
      ...form.fields.flatMap((field, number) => fieldProblems(field, `${at}/fields/${number}`)),
      ...placeProblems(form, at),
      ...toolProblems(form, settings, `${at}/then/tool`),
      ...transferProblems(form, settings, at),
    ];
  });
  return [...ofForms, ...takenName(settings, place)];
}

/** The tool with which models fill in forms. */
const FILL_FORM = 'fill_form';

function takenName({ forms = [], tools = [] }: Settings, place: string): string[] {
  const at = forms.length === 0 ? -1 : tools.findIndex(({ name }) => name === FILL_FORM);
  return at < 0
    ? []
    : [`${place}/tools/${at}/name must not be ${FILL_FORM} in a document with forms: write "fill_in_form"`];
}

function repeated(fields: readonly Field[], at: string): string[] {
  return fields.flatMap(({ name }, index) => {
    const first = fields.findIndex((field) => field.name === name);
    return first < index ? [`${at}/fields/${index}/name is the same as ${at}/fields/${first}/name`] : [];
  });
}

function fieldProblems({ type, choices, from, until }: Field, at: string): string[] {
  const isTimed = type === 'time' || type === 'datetime';
  return [
    ...(type === 'choice' && !choices ? [`${at} must have choices, like "choices": ["small", "large"]`] : []),
    ...(type !== 'choice' && choices ? [`${at}/choices are for fields of the type choice`] : []),
    ...(!isTimed && (from ?? until) !== undefined
      ? [`${at} must have from and until only as a time or datetime`]
      : []),
    ...(from !== undefined && until !== undefined && from >= until
      ? [`${at}/from must be before ${at}/until`]
      : []),
  ];
}

/** A question can refer only to earlier fields. */
function placeProblems(form: AgentForm, at: string): string[] {
  return textsOfForm(form).flatMap(([path, text]) => {
    const [, asking] = /^fields\/(\d+)\/ask$/.exec(path) ?? [];
    const known = form.fields
      .slice(0, asking === undefined ? undefined : Number(asking))
      .map(({ name }) => name);
    return formPlacesIn(text)
      .filter((name) => !known.includes(name))
      .map((name) => {
        const isLater = form.fields.some((field) => field.name === name);
        const why = isLater ? 'is asked for later' : 'is no field of the form';
        const example = known[0] === undefined ? 'a question without it' : `{{form.${known[0]}}}`;
        return `${at}/${path} names {{form.${name}}}, which ${why}: write ${example}`;
      });
  });
}

type Callable = Pick<NonNullable<Settings['tools']>[number], 'name' | 'parameters'>;

/** A tool that needs an argument which the form does not provide would always refuse. */
function toolProblems(
  { then, fields, unanswered }: AgentForm,
  { tools: requests = [], calendars = [] }: Settings,
  at: string,
): string[] {
  if (then.tool === undefined) return [];
  const tools: readonly Callable[] = [
    ...requests,
    ...calendars.map((calendar) => calendarTools(calendar).book),
  ];
  const tool = tools.find(({ name }) => name === then.tool);
  if (!tool) {
    const example = tools[0] ? `"tool": "${tools[0].name}"` : 'a tool in /tools of that name';
    return [`${at} names ${JSON.stringify(then.tool)}, and there is no such tool: write ${example}`];
  }
  const required: readonly unknown[] = Array.isArray(tool.parameters?.['required'])
    ? tool.parameters['required']
    : [];
  return required.flatMap((name) => {
    const field = fields.find((one) => one.name === name);
    if (field && field.optional !== true && unanswered !== 'skip') return [];
    const example = `{"name": "${String(name)}", "type": "text", "ask": "…"}`;
    return [
      `${at} needs ${JSON.stringify(name)}, which the form may leave out: give it a field that is not optional, like ${example}`,
    ];
  });
}

function transferProblems({ then, unanswered }: AgentForm, settings: Settings, at: string): string[] {
  const names = settings.transfer?.destinations.map(({ name }) => name) ?? [];
  const isPossible = settings.builtInTools?.includes('transfer') === true && names.length > 0;
  const wanted = [
    ...(then.transfer === undefined ? [] : ['then/transfer']),
    ...(unanswered === 'transfer' ? ['unanswered'] : []),
  ];
  if (!isPossible)
    return wanted.map(
      (path) =>
        `${at}/${path} needs "builtInTools": ["transfer"] and a destination in /transfer/destinations`,
    );
  return then.transfer === undefined || names.includes(then.transfer)
    ? []
    : [`${at}/then/transfer names nobody of /transfer/destinations: write ${JSON.stringify(names[0])}`];
}
