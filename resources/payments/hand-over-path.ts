/** What the path of the document begins with that takes a payment to its gateway. */
export const HAND_OVER = '/payments/hand-over/'

/** Where the browser goes from checkout to the gateway. */
export const handOverPath = (txnNo: string) => `${HAND_OVER}${txnNo}`
