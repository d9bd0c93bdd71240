/** One kind of work that the portal does by itself: does what is due now, and says whether there was any. */
export type DueWork = () => Promise<boolean>

/** One kind of work may cause another, but none of them itself for ever. */
const MOST_ROUNDS = 100

/** Does each kind of work in this order, again and again until nothing is due. */
export async function runUntilNothingIsDue(kinds: readonly DueWork[]): Promise<void> {
  for (let round = 0; round < MOST_ROUNDS; round++) {
    let didAny = false
    for (const work of kinds) didAny = (await work()) || didAny
    if (!didAny) return
  }
  throw new Error(`Something is still due after ${MOST_ROUNDS} rounds`)
}

/** Waits for what is under way, and says whether anything was. */
export async function settled(underWay: Iterable<Promise<unknown>>): Promise<boolean> {
  const works = [...underWay]
  await Promise.all(works)
  return works.length > 0
}
