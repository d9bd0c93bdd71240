/** Products shown as the most bought. */
export const MOST_PRODUCTS = 10
/** Distributors shown at once; the others are found by choosing them. */
export const MOST_DISTRIBUTORS = 50
