/** Time in which a failed query is not repeated when a new component mounts, milliseconds. */
export const recentFailureMs = 10_000;

type FailureListener = (error: unknown) => void;

let notifyListener: FailureListener = () => undefined;

/** Registers the listener for failures outside queries and mutations. The code that shows messages calls it once. */
export const onFailure = (listener: FailureListener): void => {
  notifyListener = listener;
};

export const reportFailure = (error: unknown): void => notifyListener(error);
