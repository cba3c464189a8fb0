/** Stands in for a page that another part of the program brings. */
export const Soon = ({ name }: { name?: string }) => <p>{name}</p>;
