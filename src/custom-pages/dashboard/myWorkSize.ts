/** Cases in each part of an operator's work. The number in its heading opens all of them. */
export const rowsShown = 3;
export const rowHeight = 28;
/** Height of a part, pixels: a heading of 32 px, the cases, margins and border. It is kept free while the part loads. */
export const partHeight = 32 + rowsShown * rowHeight + 26;
