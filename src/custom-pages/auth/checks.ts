import type { Check } from './useFields.ts';

const emailShape = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

export const required: Check = value => (value.trim() === '' ? 'validation.required' : undefined);

export const email: Check = value =>
  required(value) ?? (emailShape.test(value.trim()) ? undefined : 'validation.email');

export const optional: Check = () => undefined;
