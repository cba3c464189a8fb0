/** Time in which a failed query is not repeated when a new component mounts, milliseconds. */
export const recentFailureMs = 10_000;

type Listener = (error: unknown) => void;

let tell: Listener = () => undefined;

/** Registers the listener for failures outside queries and mutations. The code that shows messages calls it once. */
export const onFailure = (listener: Listener): void => {
  tell = listener;
};

export const reportFailure = (error: unknown): void => tell(error);
