import type { QuotedRow } from './line-store.ts'

const words: Record<string, string> = {
  FREE: 'free',
  SHIP_TO_PRICE: 'ship-to price',
  CUSTOMER_PRICE: 'customer price',
  RATE_CONTRACT: 'contract',
  LIST: 'list',
}

/** Where the net price of a row comes from, in a word or two. */
export function priceFrom(
  { priceSource, manualDiscountPct, defaultDiscountPct, promoDiscountValue }: QuotedRow,
  promoCode: string | null,
): string {
  if (!priceSource) return 'no price'
  if (promoCode && promoDiscountValue > 0) return `promo ${promoCode}`
  if (manualDiscountPct > 0) return 'your discount'
  if (priceSource === 'LIST' && defaultDiscountPct > 0) return 'standing'
  return words[priceSource] ?? priceSource
}
