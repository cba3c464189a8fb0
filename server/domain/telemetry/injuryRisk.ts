const kmhPerMph = 1.609_344;

/**
 * Probability of an injury of MAIS 3 or more for a car occupant, by delta-v and struck side.
 * Logistic curve of Malliaris, Digges and DeBlois, SAE 970393 (1997), US crashes of 1988–1995. Coefficients from a
 * public re-implementation.
 */
const intercept = -5.82;
const perMph = 0.202;
const ofSides = 0.556;
const ofRear = -2.17;

/** Returns the probability, 0 to 1. `directionDeg`: origin of the force, clockwise from the front. */
export const injuryRisk = (deltaVKmh: number, directionDeg: number): number => {
  const fromFront = Math.abs(((directionDeg + 180) % 360) - 180);
  const side = fromFront > 45 && fromFront <= 135 ? ofSides : 0;
  const rear = fromFront > 135 ? ofRear : 0;
  return 1 / (1 + Math.exp(-(intercept + (perMph * deltaVKmh) / kmhPerMph + side + rear)));
};
