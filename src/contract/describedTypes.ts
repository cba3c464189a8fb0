/**
 * Types of the resources that have a description, by name: `{ row; record; change }`. The contract must not import
 * descriptions, so each file of src/resources adds its own types here (`declare module`). Other resources are records of unknown fields.
 */
// biome-ignore lint/suspicious/noEmptyInterface: extended by declaration merging
export interface DescribedTypes {}

/** Fields of a record of any resource, by name. */
export type Values = Readonly<Record<string, unknown>>;
