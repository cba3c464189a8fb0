// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { useRestoredFocus } from '../../../../src/layout/frame/useRestoredFocus.ts';

afterEach(cleanup);

const Page = () => {
  useRestoredFocus();
  const [taken, setTaken] = useState(false);
  const [shown, setShown] = useState(true);
  const [asked, setAsked] = useState(false);
  const [order, setOrder] = useState(['one', 'two']);
  return (
    <main id="content" tabIndex={-1}>
      <div>
        {taken ? (
          <button type="button" key="release">
            release
          </button>
        ) : (
          <button type="button" key="take" onClick={() => setTaken(true)}>
            take
          </button>
        )}
      </div>
      <div>
        {shown && (
          <button type="button" onClick={() => setShown(false)}>
            close
          </button>
        )}
      </div>
      <div>
        <button
          type="button"
          disabled={asked}
          onClick={() => {
            setAsked(true);
            setTimeout(() => setAsked(false), 200);
          }}
        >
          ask
        </button>
      </div>
      <div>
        {order.map(name => (
          <button type="button" key={name} onClick={() => setOrder(order.toReversed())}>
            {name}
          </button>
        ))}
      </div>
    </main>
  );
};

const press = async (name: string) => {
  while (document.activeElement?.textContent !== name) await userEvent.tab();
  await userEvent.keyboard('{Enter}');
};
const focused = () => document.activeElement;

describe('the focus of a control that goes', () => {
  it('is given to what stands beside it', async () => {
    render(<Page />);
    await press('take');
    await waitFor(() => expect(focused()).toBe(screen.getByText('release')));
  });

  it('is given to the page where nothing does', async () => {
    render(<Page />);
    await press('close');
    await waitFor(() => expect(focused()).toBe(screen.getByRole('main')));
  });

  it('comes back to a button that waited for an answer, and goes along with one that moves', async () => {
    render(<Page />);
    await press('ask');
    await waitFor(() => expect(screen.getByText<HTMLButtonElement>('ask').disabled).toBe(false));
    await waitFor(() => expect(focused()).toBe(screen.getByText('ask')));
    await press('one');
    await waitFor(() => expect(focused()).toBe(screen.getByText('one')));
  });

  it('is left to whoever works with a pointer', async () => {
    render(<Page />);
    await userEvent.click(screen.getByText('take'));
    await new Promise(resolve => setTimeout(resolve, 700));
    expect(focused()).toBe(document.body);
  });
});
