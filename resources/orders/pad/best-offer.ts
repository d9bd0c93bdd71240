import type { OfferedProduct } from './offers.ts'

type Offer = Pick<OfferedProduct, 'code' | 'name' | 'packSize' | 'casNo'>

/**
 * The offered product that a typed text means: the only one, or the one that fits better than all others. Null where
 * several fit equally well, so that a person must choose.
 */
export function bestOffer<Product extends Offer>(typed: string, offered: readonly Product[]): Product | null {
  if (offered.length === 1) return offered[0]!
  const ranks = offered.map(product => rankOf(typed, product))
  const best = Math.min(...ranks)
  const places = ranks.flatMap((each, place) => (each === best ? [place] : []))
  return best < NOT_NAMED && places.length === 1 ? offered[places[0]!]! : null
}

/** The fit of what contains the text anywhere, or only resembles it. */
const NOT_NAMED = 5

// The words of `match.ts`, which know units, come with the paste of a list; the first load of the pad has no room for them.
const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()

/** How well a product fits a text, 0 best. */
function rankOf(typed: string, { code, name, packSize, casNo }: Offer): number {
  const [text, ownCode] = [typed.trim().toUpperCase(), code.toUpperCase()]
  const [words, ownName] = [wordsOf(typed), wordsOf(name)]
  if (ownCode === text) return 0
  if (casNo !== null && casNo === text.replace(/^CAS[\s#:.]*(NO\.?)?[\s#:.]*/, '')) return 1
  if (ownCode.startsWith(text)) return 2
  if (words !== '' && [ownName, wordsOf(`${name} ${packSize ?? ''}`)].includes(words)) return 3
  return words !== '' && ownName.startsWith(words) ? 4 : NOT_NAMED
}
