// The contract's own limits, repeated here so that the page does not fetch the schema library for three numbers.
// tests/unit/src/custom-pages/accidents/limits.test.ts holds them equal.
export const noteMaxLength = 100_000;
export const imageMaxBytes = 15 * 1024 * 1024;
export const imagesPerAccident = 60;
