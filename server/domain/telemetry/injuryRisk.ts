/** Kilometres an hour in one mile an hour. */
const kmhPerMph = 1.609_344;

/**
 * Probability of an injury of MAIS 3 or more for a car occupant, by delta-v and struck side.
 * Logistic curve of Malliaris, Digges and DeBlois, SAE 970393 (1997), US crashes of 1988–1995. Coefficients from a
 * public re-implementation.
 */
const injuryIntercept = -5.82;
const injuryPerMph = 0.202;
const injuryOfSideImpact = 0.556;
const injuryOfRearImpact = -2.17;

/** Returns the probability, 0 to 1. `directionDeg`: origin of the force, clockwise from the front. */
export const injuryRisk = (deltaVKmh: number, directionDeg: number): number => {
  const fromFront = Math.abs(((directionDeg + 180) % 360) - 180);
  const sideTerm = fromFront > 45 && fromFront <= 135 ? injuryOfSideImpact : 0;
  const rearTerm = fromFront > 135 ? injuryOfRearImpact : 0;
  return 1 / (1 + Math.exp(-(injuryIntercept + (injuryPerMph * deltaVKmh) / kmhPerMph + sideTerm + rearTerm)));
};
