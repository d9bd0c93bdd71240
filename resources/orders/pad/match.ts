import { unitOf } from './units.ts'

/** A product as far as a text may name it. */
interface Nameable {
  code: string
  name: string
  packSize: string | null
  casNo: string | null
}

/** Below this likeness a product does not match the text. */
const LEAST = 0.3

/** Words in small letters with one space between; a number and its unit are one word: `2.5 Ltr` and `2.5 L` are `2.5l`. */
export const plainWords = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^a-z0-9.%]+/g, ' ')
    .replace(/\.(?!\d)/g, ' ')
    .replace(/(\d)\s*([a-z]+)\b/g, (quantity, digit, word) => {
      const unit = unitOf(word)
      return unit ? `${digit}${unit.toLowerCase()}` : quantity
    })
    .replace(/\s+/g, ' ')
    .trim()

/** The trigrams of each word, with its beginning and end. */
export function trigrams(text: string): Set<string> {
  const triples = new Set<string>()
  for (const word of plainWords(text).split(' ')) {
    const padded = `  ${word} `
    for (let at = 0; word !== '' && at + 3 <= padded.length; at++) triples.add(padded.slice(at, at + 3))
  }
  return triples
}

/** How well a product's names match a text: 1 when they are the same, 0 when they share nothing. */
export function similarity(text: ReadonlySet<string>, product: ReadonlySet<string>): number {
  if (text.size === 0 || product.size === 0) return 0
  let shared = 0
  for (const piece of text) if (product.has(piece)) shared++
  return 0.75 * (shared / text.size) + 0.25 * ((2 * shared) / (text.size + product.size))
}

/** The products most like a text, best first; `same` when it is the whole name of the first and of no other. */
export function bestMatches<Product extends Nameable>(
  text: string,
  products: readonly Product[],
  most = 3,
): { matches: Product[]; same: boolean } {
  const textTrigrams = trigrams(text)
  const scored = products
    .map(product => ({
      product,
      score: similarity(textTrigrams, trigrams([product.name, product.packSize ?? '', product.code].join(' '))),
    }))
    .filter(({ score }) => score >= LEAST)
    .sort((one, other) => other.score - one.score || one.product.code.localeCompare(other.product.code))
  const plainText = plainWords(text)
  const named = products.filter(
    ({ name, packSize }) => plainText === plainWords(name) || plainText === plainWords(`${name} ${packSize ?? ''}`),
  )
  const matches =
    named.length === 1
      ? [named[0]!, ...scored.map(({ product }) => product).filter(product => product !== named[0])]
      : scored.map(({ product }) => product)
  return { matches: matches.slice(0, most), same: named.length === 1 }
}
