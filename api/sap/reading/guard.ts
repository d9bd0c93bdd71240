/** The share of the rows, in hundredths, that may end in one reading without a person's request. */
const MOST_ENDED = 20
/** Below so many rows nobody is stopped: in a small company one deletion is a large share. */
const FEWEST_ENDED = 5

/** How many of `known` rows may end at once: one more trips the guard. */
export const mostThatMayEnd = (known: number) => Math.max(FEWEST_ENDED - 1, Math.floor((known * MOST_ENDED) / 100))

/** Why so many rows must not end at once; null where they may. */
export function whyGuarded(ending: number, { seen, known, title }: { seen: number; known: number; title: string }) {
  if (seen === 0 && known > 1)
    return `SAP gave no ${title.toLowerCase()} at all, and the portal has ${known}: nothing was ended. Look in SAP whether the portal's user may still read them`
  if (ending <= mostThatMayEnd(known)) return null
  return `SAP would end ${ending} of ${known} rows (${title.toLowerCase()}) at once, more than ${MOST_ENDED} %: nothing was ended. Look at them in SAP first`
}
