export const roundTo = (value: number, digits: number): number => Number(value.toFixed(digits));
