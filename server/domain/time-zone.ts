/** Whether the text is the name of a time zone, such as `Europe/Moscow`. */
export const isTimeZone = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    // Offsets such as +03:00 are valid too, but are refused because they have no daylight saving time.
    return /^[A-Z]/i.test(name);
  } catch {
    return false;
  }
};
