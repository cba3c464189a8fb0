// @vitest-environment jsdom
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { PictureEditor } from '../../../../../src/custom-pages/user/data/DataPage.tsx';
import { account, Stand } from '../../layout/frame.tsx';

it('a picture that cannot be cut out is told of', async () => {
  // A browser that decodes pictures but cannot draw them.
  vi.stubGlobal('createImageBitmap', async () => ({ width: 100, height: 80 }));
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  render(
    <Stand>
      <PictureEditor account={account} />
    </Stand>,
  );
  const file = new File(['x'], 'me.png', { type: 'image/png' });
  fireEvent.change(screen.getByLabelText('Загрузить фото', { selector: 'input' }), { target: { files: [file] } });
  fireEvent.click(await screen.findByRole('button', { name: 'Сохранить' }));
  await waitFor(() => expect(screen.getByRole('alert', { hidden: true }).textContent).toMatch(/не смог вырезать/));
  vi.unstubAllGlobals();
});
