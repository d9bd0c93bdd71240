import type { OfferedProduct } from './order-products.ts'

/** A pasted row that is to be matched with a product. */
export interface RowToMatch {
  code: string | null
  cas: string | null
  words: string
}

/** The product of a pasted row and how it was recognised, or the products that are most like it. */
export interface Matched {
  by: 'code' | 'itemCode' | 'learned' | 'cas' | 'name' | null
  product: OfferedProduct | null
  matches: OfferedProduct[]
}
