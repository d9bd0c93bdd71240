/** The types of sales documents of category I, free of charge; all others are of category C. */
export const freeTypes: readonly string[] = ['FD', 'CBFD']
