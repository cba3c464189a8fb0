import { attempt, keepKey, readKey } from './attempt.js';
import { locale, make, word } from './words.js';

const pretty = value => JSON.stringify(value, null, 2);
const typeOf = ({ type, enum: values, format, anyOf }) =>
  values?.join(' | ') ??
  anyOf?.map(typeOf).join(' | ') ??
  [[type].flat().join(' | '), format].filter(Boolean).join(', ');

/** A name of several words breaks between them. */
const named = name =>
  make('code', {}, ...name.split(/(?=[A-Z])/).flatMap((part, at) => (at ? [make('wbr'), part] : [part])));

const parameterTable = parameters =>
  make(
    'table',
    {},
    make('tr', {}, ...['name', 'type', 'meaning'].map(each => make('th', { scope: 'col' }, word(each)))),
    ...parameters.map(({ name, schema = {}, required, description = schema.description }) =>
      make(
        'tr',
        {},
        make('td', {}, named(name), required ? make('div', { class: 'quiet' }, word('required')) : ''),
        make('td', {}, typeOf(schema)),
        make('td', {}, description ?? ''),
      ),
    ),
  );

const content = ({ content: types = {} } = {}) => Object.entries(types)[0] ?? [];

/** An example to look at, and the whole schema behind it. */
const shown = (title, [type, { example, schema } = {}]) =>
  type === undefined
    ? []
    : [
        make('h3', {}, `${title} · ${type}`),
        example === undefined ? '' : make('pre', { tabindex: '0' }, pretty(example)),
        make('details', {}, make('summary', {}, word('shape')), make('pre', { tabindex: '0' }, pretty(schema))),
      ];

const accessOf = security => (security?.length ? word(Object.keys(security[0])[0]) : word('open'));

const describe = ({ method, path, operation }) => {
  const { description, parameters = [], requestBody, responses, security } = operation;
  const body = content(requestBody);
  const good = Object.keys(responses).find(status => status.startsWith('2'));
  return make(
    'div',
    { class: 'body' },
    make('p', {}, description),
    make('p', { class: 'quiet' }, accessOf(security)),
    ...(parameters.length ? [make('h3', {}, word('parameters')), parameterTable(parameters)] : []),
    ...shown(word('body'), body),
    ...shown(`${word('answer')} ${good}`, content(responses[good])),
    attempt({
      method,
      path,
      parameters,
      multipart: body[0] === 'multipart/form-data',
      hasBody: requestBody !== undefined,
      example: body[1]?.example === undefined ? '' : pretty(body[1].example),
    }),
  );
};

/** Its inside is drawn when it is opened: there are hundreds. */
const callElement = call => {
  const { method, path, operation } = call;
  const summary = make(
    'summary',
    {},
    make('span', { class: `method ${method}` }, method),
    make('span', { class: 'path' }, path),
    make('span', { class: 'quiet' }, operation.summary),
  );
  const element = make('details', { class: 'call', id: operation.operationId }, summary);
  element.addEventListener('toggle', () => {
    if (element.open && element.children.length === 1) element.append(describe(call));
  });
  return element;
};

const slug = tag => `tag-${tag.replace(/\W+/g, '-')}`;

/** Section → its name in the reader's language. */
const titles = new Map();

const draw = calls => {
  const tags = grouped(calls);
  document
    .querySelector('#menu')
    .replaceChildren(
      ...[...tags].map(([tag, its]) =>
        make('a', { href: `#${slug(tag)}` }, titles.get(tag) ?? tag, make('span', {}, String(its.length))),
      ),
    );
  const sections = [...tags].flatMap(([tag, its]) => [
    make('h2', { id: slug(tag) }, titles.get(tag) ?? tag),
    ...its.map(callElement),
  ]);
  document.querySelector('#calls').replaceChildren(...(sections.length ? sections : [make('p', {}, word('none'))]));
};

const grouped = calls => {
  const tags = new Map();
  for (const call of calls) tags.set(call.tag, [...(tags.get(call.tag) ?? []), call]);
  return tags;
};

const drawTools = all => {
  const find = event => {
    const words = event.target.value.toLowerCase().split(/\s+/).filter(Boolean);
    draw(all.filter(({ text }) => words.every(each => text.includes(each))));
  };
  document.querySelector('#tools').replaceChildren(
    make('input', { type: 'search', placeholder: word('search'), 'aria-label': word('search'), oninput: find }),
    make('input', {
      type: 'password',
      autocomplete: 'off',
      value: readKey(),
      placeholder: word('key'),
      'aria-label': word('key'),
      title: word('keyHelp'),
      oninput: event => keepKey(event.target.value.trim()),
    }),
    make('a', { href: '/api/openapi.json' }, word('file')),
    make('a', { href: '/cabinet/dashboard/' }, word('cabinet')),
  );
};

const readPaths = async () => {
  try {
    const { paths, tags = [] } = await (await fetch('/api/openapi.json')).json();
    for (const tag of tags) if (tag[`x-title-${locale}`]) titles.set(tag.name, tag[`x-title-${locale}`]);
    return paths;
  } catch {
    document.querySelector('#calls').replaceChildren(make('p', { class: 'fault' }, word('unreached')));
    return {};
  }
};

const all = Object.entries(await readPaths()).flatMap(([path, operations]) =>
  Object.entries(operations).map(([name, operation]) => {
    const method = name.toUpperCase();
    const tag = operation.tags?.[0] ?? '';
    const words = [method, path, operation.summary, operation.description, titles.get(tag)];
    return { method, path, operation, tag, text: words.join(' ').toLowerCase() };
  }),
);
if (all.length > 0) {
  drawTools(all);
  draw(all);
  const named = document.getElementById(location.hash.slice(1));
  if (named) {
    named.open = true;
    named.scrollIntoView();
  }
}
