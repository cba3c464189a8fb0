// @vitest-environment jsdom

import { renderHook } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { saveMode, useMode } from '../../../../src/settings/mode.ts';

const current = () => renderHook(useMode).result.current;

beforeEach(() => localStorage.clear());

it('is light until dark was chosen', () => {
  expect(current()).toBe('light');
  localStorage.setItem('apptheme', 'mauve');
  expect(current()).toBe('light');
  saveMode('dark');
  expect([current(), localStorage.getItem('apptheme'), document.documentElement.dataset.theme]).toEqual([
    'dark',
    'dark',
    'dark',
  ]);
});
