import { appendFileSync } from 'node:fs'

/** Whether `npm run proof` runs this, which tries what `npm test` samples, in whole. */
export const isProof = process.env.PROOF === 'yes'

/** The seed of this run, printed at its beginning: the same seed samples the same. */
export const testSeed = Number(process.env.TEST_SEED) || 1

/** As many requests of one matrix as the guard sends. */
const MOST = 2000

/** How often a property is tried: so often in the guard, ten times as often in the proof. */
export const runs = (guard: number, proof = guard * 10) => (isProof ? proof : guard)

/**
 * The combinations of a matrix that this run tries: all of them in the proof and up to `most`, else a sample by the
 * seed of the run, in the order of the product. It has at least one of each kind that a function of `eachOf` tells,
 * such as each role and each route, even where these are more than `most`. States the size of the product, so that a
 * matrix that grows is seen to.
 */
export function sampled<T>(
  name: string,
  product: readonly T[],
  most = MOST,
  ...eachOf: ((one: T) => unknown)[]
): readonly T[] {
  const chosen = isProof || product.length <= most ? product : sample(product, most, eachOf)
  if (process.env.MATRICES_FILE)
    appendFileSync(process.env.MATRICES_FILE, `${JSON.stringify({ name, of: product.length, tried: chosen.length })}\n`)
  return chosen
}

function sample<T>(product: readonly T[], most: number, eachOf: ((one: T) => unknown)[]): T[] {
  const order = shuffled(product.map((_, at) => at))
  const kinds = eachOf.map(() => new Set<unknown>())
  const chosen = new Set<number>()
  for (const at of order) {
    const found = eachOf.map(kindOf => kindOf(product[at]!))
    if (found.some((kind, which) => !kinds[which]!.has(kind))) chosen.add(at)
    if (chosen.has(at)) for (const [which, kind] of found.entries()) kinds[which]!.add(kind)
  }
  for (const at of order) if (chosen.size < most) chosen.add(at)
  return product.filter((_, at) => chosen.has(at))
}

/** Random numbers from 0 to below 1 that are the same for the same seed: mulberry32, which is enough to choose by. */
export function randomBy(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

// Fisher and Yates.
function shuffled<T>(product: readonly T[]): T[] {
  const all = [...product]
  const random = randomBy(testSeed)
  for (let last = all.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    ;[all[last], all[other]] = [all[other]!, all[last]!]
  }
  return all
}
