import { locale, make, word } from './words.js';

const keyName = 'developersKey';
export const readKey = () => sessionStorage.getItem(keyName) ?? '';
export const keepKey = key => sessionStorage.setItem(keyName, key);

const fill = (path, values) =>
  path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(values.get(`path ${name}`) ?? ''));

const addressOf = (path, parameters, values) => {
  const query = new URLSearchParams();
  for (const { in: place, name } of parameters) {
    const value = values.get(`${place} ${name}`);
    if (place === 'query' && value) query.set(name, value);
  }
  const search = query.toString();
  return fill(path, values) + (search && `?${search}`);
};

const textOf = async response => {
  const type = response.headers.get('content-type') ?? '';
  if (!/json|text/.test(type)) return `${(await response.blob()).size} ${word('bytes')} ${type}`;
  const text = await response.text();
  if (!type.includes('json')) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    // Cut on its way: shown as it came.
    return text;
  }
};

const bodyOf = (multipart, values) => {
  if (multipart) {
    const form = new FormData();
    const file = values.get('file');
    if (file) form.append('file', file);
    return form;
  }
  const text = values.get('body')?.trim();
  if (!text) return undefined;
  JSON.parse(text);
  return text;
};

const pathFirst = (one, other) => Number(other.in === 'path') - Number(one.in === 'path');

/** A form that makes the call with one's own key, and shows what came. */
export const attempt = ({ method, path, parameters, multipart, hasBody, example }) => {
  const outcome = make('div', { 'aria-live': 'polite' });
  const button = make('button', { class: 'main', type: 'submit' }, word('send'));
  const show = (status, text, fine) =>
    outcome.replaceChildren(
      make('p', { class: fine ? 'fine' : 'fault' }, status),
      make('pre', { tabindex: '0' }, text),
    );
  const send = async event => {
    event.preventDefault();
    const values = new FormData(event.target);
    let body;
    try {
      body = bodyOf(multipart, values);
    } catch {
      show(word('unreadable'), '', false);
      return;
    }
    if (method !== 'GET' && !window.confirm(word('changes'))) return;
    const headers = { 'Accept-Language': locale };
    if (readKey()) headers.Authorization = `Bearer ${readKey()}`;
    if (body && !multipart) headers['Content-Type'] = 'application/json';
    button.disabled = true;
    button.textContent = word('sending');
    try {
      const response = await fetch(addressOf(path, parameters, values), { method, headers, body });
      show(`${response.status} ${response.statusText}`, await textOf(response), response.ok);
    } catch {
      show(word('unreached'), '', false);
    } finally {
      button.disabled = false;
      button.textContent = word('send');
    }
  };
  const field = ({ in: place, name, required, example: value, schema = {} }) => {
    const from = { name: `${place} ${name}`, required: required ?? false };
    const input = schema.enum
      ? make('select', from, ...['', ...schema.enum].map(each => make('option', {}, String(each))))
      : make('input', { ...from, placeholder: value ?? schema.default, value: required ? value : undefined });
    return make('label', {}, name, input);
  };
  return make(
    'form',
    { onsubmit: send },
    make('h3', {}, word('attempt')),
    make('div', { class: 'fields' }, ...[...parameters].sort(pathFirst).map(field)),
    multipart ? make('label', {}, word('file_'), make('input', { type: 'file', name: 'file' })) : '',
    hasBody && !multipart
      ? make('label', {}, word('body'), make('textarea', { name: 'body', spellcheck: 'false' }, example))
      : '',
    make('p', {}, button),
    outcome,
  );
};
