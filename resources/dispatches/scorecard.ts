/** Days after the delivery by which its proof is due. */
export const POD_DUE_DAYS = 7
