/** Separator between number and extension in a stored phone (see phoneSpelling.ts). */
const extensionSeparator = / доб\. /;

/** Formats a phone for dialling: `+79629435474`. An extension follows after a pause: `+74951234567,123`. */
export const dialled = (phone: string): string => phone.replace(extensionSeparator, ',').replace(/[^+\d,]/g, '');

const russianPattern = /^(?:\+7|8)(\d{3})(\d{3})(\d{2})(\d{2})(?:,(\d+))?$/;

/** Formats a phone as people read it aloud: `+7 962 943-54-74`. A number of another country stays as it was written. */
export const readablePhone = (phone: string): string => {
  const parts = russianPattern.exec(dialled(phone));
  if (!parts) return phone;
  const number = `+7 ${parts[1]} ${parts[2]}-${parts[3]}-${parts[4]}`;
  return parts[5] ? `${number} доб. ${parts[5]}` : number;
};
