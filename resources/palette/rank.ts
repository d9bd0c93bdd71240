import { plainText } from '../define/sheet/signs.ts'

/** Something that the palette offers: a screen, an action or a record. */
export interface Offer {
  title: string
  /** Found by it as well as by its title. */
  otherTitle?: string
  /** Further words by which it is found: its noun, what people call it, or its kind. */
  words: string
  path: string
}

/** How often and when the person last opened an address. */
interface Use {
  path: string
  times: number
  at: string
}

/** How well an offer fits what was typed, 0 where a word is missing: whole title, its beginning, word beginnings, parts, other words. */
export function closeness(offer: Pick<Offer, 'title' | 'otherTitle' | 'words'>, text: string): number {
  const { title, otherTitle = '', words } = offer
  return Math.max(...[title, otherTitle].map(name => closenessOf(name, `${title} ${otherTitle} ${words}`, text)))
}

function closenessOf(title: string, words: string, text: string): number {
  const typed = plainText(text).toLowerCase()
  const parts = typed.split(/\s+/).filter(part => /[^/·–-]/.test(part))
  const name = title.toLowerCase()
  const all = words.toLowerCase()
  if (parts.length === 0 || !parts.every(part => all.includes(part))) return 0
  if (name === typed) return 5
  if (name.startsWith(typed)) return 4
  if (parts.every(part => new RegExp(`(?:^|[^a-z0-9])${escaped(part)}`).test(name))) return 3
  return parts.every(part => name.includes(part)) ? 2 : 1
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** The offers that fit, best first; of equal ones those that the person opens most, then the latest, then as they stand. */
export function ranked<One extends Offer>(offers: readonly One[], text: string, uses: readonly Use[]): One[] {
  const used = new Map(uses.map(use => [use.path, use]))
  return offers
    .map((offer, index) => ({ offer, index, close: closeness(offer, text), use: used.get(offer.path) }))
    .filter(({ close }) => close > 0)
    .sort(
      (one, other) =>
        other.close - one.close ||
        (other.use?.times ?? 0) - (one.use?.times ?? 0) ||
        (other.use?.at ?? '').localeCompare(one.use?.at ?? '') ||
        one.index - other.index,
    )
    .map(({ offer }) => offer)
}
