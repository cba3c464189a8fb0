// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, it } from 'vitest';
import { usePages } from '../../../../src/layout/search/SearchPanel.tsx';
import { Stand } from './frame.tsx';

afterEach(cleanup);

const Found = ({ text }: { text: string }) =>
  usePages(text).map(({ Path, Title }) => <p key={Path}>{`${Title} ${Path}`}</p>);

it('finds the scores by their name, although their list is called as that of vouchers is', () => {
  const { rerender } = render(<Found text="скор" />, { wrapper: Stand });
  screen.getByText('Скоринг /cabinet/scoring/');
  rerender(<Found text="список вауч" />);
  screen.getByText('Список ваучеров /cabinet/cards/list/');
});
