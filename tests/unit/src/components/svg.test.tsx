// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Svg, sanitiseSvg } from '../../../../src/components/svg/Svg.tsx';

const drawing = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>';
const answer = (body: string, status = 200, type = 'image/svg+xml; charset=utf-8') =>
  vi.stubGlobal('fetch', async () => new Response(body, { status, headers: { 'content-type': type } }));

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const failureOf = async (src: string | undefined) => {
  const onError = vi.fn();
  const { container } = render(
    <Svg src={src} onError={onError}>
      <b>instead</b>
    </Svg>,
  );
  await waitFor(() => expect(onError).toHaveBeenCalled());
  expect(container.textContent).toBe('instead');
  const [error] = onError.mock.calls[0] ?? [];
  return error instanceof Error ? error.message : undefined;
};

describe('the image loader', () => {
  it.each([['image/svg+xml'], ['text/plain'], ['Image/SVG+XML ; charset=utf-8']])(
    'draws what comes as %s',
    async type => {
      answer(drawing, 200, type);
      const { container } = render(<Svg src={`/mark.svg?${type}`} title="Вектор Авто" />);
      await waitFor(() => expect(container.querySelector('svg path')).toBeTruthy());
      expect(screen.getByRole('img', { name: 'Вектор Авто' })).toBeTruthy();
    },
  );

  it('says "Not found" for a status above 299', async () => {
    answer(drawing, 300);
    expect(await failureOf('/a.svg')).toBe('Not found');
    answer('', 404);
    expect(await failureOf('/b.svg')).toBe('Not found');
  });

  it('says "Content type isn\'t valid" for anything but SVG and plain text', async () => {
    answer(drawing, 200, 'text/html');
    expect(await failureOf('/c.svg')).toBe("Content type isn't valid");
    answer('<html></html>');
    expect(await failureOf('/d.svg')).toBe("Content type isn't valid");
  });

  it('says "Browser does not support SVG" where it does not', async () => {
    vi.stubGlobal('SVGElement', undefined);
    vi.stubGlobal('SVGRect', undefined);
    expect(await failureOf('/e.svg')).toBe('Browser does not support SVG');
  });

  it('says "Missing src" without an address', async () => {
    expect(await failureOf(undefined)).toBe('Missing src');
    expect(await failureOf('')).toBe('Missing src');
  });

  it('falls back to its child content, or to nothing', async () => {
    answer('', 500);
    const onError = vi.fn();
    const { container } = render(<Svg src="/f.svg" onError={onError} />);
    await waitFor(() => expect(onError).toHaveBeenCalled());
    expect(container.innerHTML).toBe('');
    render(<Svg src="/g.svg">Наш знак</Svg>);
    expect(await screen.findByText('Наш знак')).toBeTruthy();
  });
});

describe('a drawing from outside', () => {
  const cleaned = (inner: string) =>
    sanitiseSvg(`<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">${inner}</svg>`)
      ?.outerHTML;

  it.each([
    ['a script', '<script>alert(1)</script>'],
    ['a handler', '<path onclick="alert(1)" d="M0 0"/>'],
    ['a handler in capitals', '<g ONLOAD="alert(1)"/>'],
    ['a foreign object', '<foreignObject><iframe src="//evil.example"/></foreignObject>'],
    ['a picture from elsewhere', '<image href="https://evil.example/a.png"/>'],
    ['a copy from elsewhere', '<use xlink:href="https://evil.example/a.svg#b"/>'],
    ['a filling from elsewhere', '<path fill="url(https://evil.example/a.svg#b)"/>'],
    ['a style that fetches', '<path style="fill:url(\'//evil.example/a\')"/>'],
    ['a style sheet', '<style>@import "//evil.example/a.css"</style>'],
    ['a link that acts', '<a href="javascript:alert(1)"><path/></a>'],
    ['an animation of a link', '<animate attributeName="href" values="javascript:alert(1)"/>'],
    ['an embedded page', '<g><iframe xmlns="http://www.w3.org/1999/xhtml" src="//evil.example"/></g>'],
  ])('loses %s', (_, inner) => {
    expect(cleaned(inner)).not.toMatch(/evil|alert|script|onclick|onload|foreignObject|iframe/i);
  });

  it('keeps what is drawn, and what it refers to in itself', () => {
    const safe = cleaned(
      '<defs><linearGradient id="g"/></defs><path d="M0 0" fill="url(#g)"/><use href="#g"/><text>A</text>',
    );
    for (const part of ['linearGradient', 'fill="url(#g)"', 'href="#g"', '>A<']) expect(safe).toContain(part);
  });

  it('may begin as files do', () => {
    const file = `<?xml version="1.0" encoding="UTF-8"?>\n<!-- made by hand -->\n<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0"/></svg>\n`;
    expect(sanitiseSvg(file)?.getAttribute('viewBox')).toBe('0 0 8 8');
  });

  it('is no drawing when it is something else', () => {
    expect(sanitiseSvg('<html xmlns="http://www.w3.org/1999/xhtml"/>')).toBeUndefined();
    expect(sanitiseSvg('not xml <')).toBeUndefined();
  });
});
