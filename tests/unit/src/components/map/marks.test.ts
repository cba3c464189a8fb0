// @vitest-environment jsdom
import { expect, it, vi } from 'vitest';
import { markElement } from '../../../../../src/components/map/marks.ts';

it('a mark is pressed, and is no stop of the keys: the list beside the map has the same', () => {
  const onPress = vi.fn();
  const mark = markElement('braking', { fill: 'red', stroke: 'white' }, 'Braking, 10:15', onPress);
  mark.click();
  expect(onPress).toHaveBeenCalledOnce();
  expect([mark.tagName, mark.tabIndex, mark.getAttribute('aria-label')]).toEqual(['BUTTON', -1, 'Braking, 10:15']);
});
