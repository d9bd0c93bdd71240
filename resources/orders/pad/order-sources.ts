import type { OfferedProduct } from './order-products.ts'

/** From what the lines of an order can be taken. */
export type LineSource = 'order' | 'annexure' | 'template'

/** A saved list of products, with the number of its lines. */
export interface SavedList {
  id: number
  name: string
  lines: number
}

/** What the lines of an order can be taken from, and the open carts of the person for the customer. */
export interface LineSources {
  orders: { id: number; orderNo: string; orderDate: string; lines: number }[]
  /** `submittedAt`: it was submitted before, and came back. */
  carts: { id: number; orderNo: string; lines: number; updatedAt: string; submittedAt: string | null }[]
  annexures: { id: number; annexureNo: string; validTo: string }[]
  templates: SavedList[]
}

/** The lines of a source that may be ordered now; `gone` may not. */
export interface SourceLines {
  lines: { product: OfferedProduct; qty: number }[]
  gone: { code: string; name: string }[]
}
