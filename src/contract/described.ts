/**
 * Types of described resources by name: `{ row; record; change }`. The contract must not import descriptions, so each
 * file of src/resources adds its own here (`declare module`); others are records of unknown fields.
 */
// biome-ignore lint/suspicious/noEmptyInterface: extended by declaration merging
export interface DescribedTypes {}

/** Fields of a record by name, of whatever resource. */
export type Values = Readonly<Record<string, unknown>>;
