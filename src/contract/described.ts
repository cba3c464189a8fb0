/**
 * Types of described resources, by name: `{ row; record; change }`. The contract stands under the descriptions, so each
 * file of src/resources adds its own here (`declare module`); what none has added is a record of unknown fields.
 */
// biome-ignore lint/suspicious/noEmptyInterface: it is added to
export interface DescribedTypes {}
