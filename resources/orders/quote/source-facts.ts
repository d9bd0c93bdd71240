import type { RuleProduct } from '../rows.ts'
import type { SourceBook } from './sourcing-rules.ts'

export interface SourceOrder {
  orderDate: string
  sbuId: number
  channelId: number
  soldToId: number
  shipToStateId: number
}

export interface SourceLine {
  product: Pick<RuleProduct, 'id' | 'code' | 'isDrug'>
  qty: number
  /** The plant chosen for this line by a CSC agent (`choosePlant`). */
  manualPlantId: number | null
}

export interface SourceFacts {
  book: SourceBook
  order: SourceOrder
  line: SourceLine
}
