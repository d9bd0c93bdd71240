import { bestOffer } from '../../../resources/orders/pad/best-offer.ts'
import type { Matched } from '../../../resources/orders/pad/commands.ts'
import type { OfferedProduct } from '../../../resources/orders/pad/offers.ts'

/** What a typed text means: one product and how it was recognised, several that fit equally well, or none. */
export type Meant = { product: OfferedProduct; recognisedAs: string | null } | 'several' | 'none'

/**
 * The product that a typed text means. What is offered for it is never refused: one fitting product is taken, several
 * are asked for. A text that is in full the customer's own code means what it means in a pasted list.
 */
export async function productMeant(
  typed: string,
  find: (text: string) => Promise<readonly OfferedProduct[]>,
  match: (text: string) => Promise<Matched | undefined>,
): Promise<Meant> {
  const offered = await find(typed)
  if (offered.length === 0) return 'none'
  const best = bestOffer(typed, offered)
  if (best) return { product: best, recognisedAs: takenFor(typed, best) }
  const matched = await match(typed)
  return matched?.product ? { product: matched.product, recognisedAs: takenFor(typed, matched.product) } : 'several'
}

/** What was typed, where the product's code, name and CAS number do not show it. */
function takenFor(typed: string, { code, name, casNo, packSize }: OfferedProduct): string | null {
  const text = typed.trim()
  const shows = [code, name, `${name} ${packSize ?? ''}`, casNo ?? ''].join('\n').toLowerCase()
  return shows.includes(text.toLowerCase()) ? null : `Taken for “${text}”`
}
