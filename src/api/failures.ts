/** Time after a failed query in which a newly mounted component does not repeat the query, milliseconds. */
export const recentFailureMs = 10_000;

type FailureListener = (error: unknown) => void;

let notifyListener: FailureListener = () => undefined;

/**
 * Registers the listener for failures outside queries and mutations. The module that shows error messages registers
 * once.
 */
export const onFailure = (listener: FailureListener): void => {
  notifyListener = listener;
};

export const reportFailure = (error: unknown): void => notifyListener(error);
