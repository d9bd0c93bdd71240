import { appendFileSync } from 'node:fs'

/** Whether `npm run proof` runs this, which tries what `npm test` samples, in whole. */
export const isProof = process.env.PROOF === 'yes'

/** The seed of this run, printed at its beginning: the same seed samples the same. */
export const testSeed = Number(process.env.TEST_SEED) || 1

/** As many requests of one matrix as the guard sends. */
const MOST = 2000

/**
 * The combinations of a matrix that this run tries: all of them in the proof and up to `most`, else a sample by the
 * seed of the run. States the size of the product, so that a matrix that grows is seen to.
 */
export function sampled<T>(name: string, product: readonly T[], most = MOST): readonly T[] {
  const chosen = isProof || product.length <= most ? product : shuffled(product).slice(0, most)
  if (process.env.MATRICES_FILE)
    appendFileSync(process.env.MATRICES_FILE, `${JSON.stringify({ name, of: product.length, tried: chosen.length })}\n`)
  return chosen
}

// Fisher and Yates with mulberry32, which is enough to choose by.
function shuffled<T>(product: readonly T[]): T[] {
  const all = [...product]
  let state = testSeed
  const random = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  for (let last = all.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    ;[all[last], all[other]] = [all[other]!, all[last]!]
  }
  return all
}
