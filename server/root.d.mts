/** The project's folder: the same whether this runs from the sources or from what is made of them in `dist`. */
export declare const root: string;
