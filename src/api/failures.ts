/** What failed a moment ago is not asked for again by what is drawn next. */
export const justFailedMs = 10_000;

type Listener = (error: unknown) => void;

let tell: Listener = () => undefined;

/** Who is told of what failed outside queries and mutations; whoever shows messages to the user registers once. */
export const onFailure = (listener: Listener): void => {
  tell = listener;
};

export const tellFailure = (error: unknown): void => tell(error);
