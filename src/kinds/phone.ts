/** As it is dialled: `+79629435474`. */
export const dialled = (phone: string): string => phone.replace(/[^+\d]/g, '');

const russian = /^(?:\+7|8)(\d{3})(\d{3})(\d{2})(\d{2})$/;

/** As people read a number aloud: `+7 962 943-54-74`; one of another country as it was written. */
export const readablePhone = (phone: string): string => {
  const parts = russian.exec(dialled(phone));
  return parts ? `+7 ${parts[1]} ${parts[2]}-${parts[3]}-${parts[4]}` : phone;
};
