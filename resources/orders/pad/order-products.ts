import type { Product } from '../../masters/products.ts'

/** A product that a customer may order; `sbu` is the code of its SBU. */
export interface OfferedProduct
  extends Pick<
    Product,
    'id' | 'code' | 'name' | 'packSize' | 'uom' | 'packQty' | 'minOrderQty' | 'maxOrderQty' | 'casNo'
  > {
  sbu: string
}

/** A product that a customer orders regularly, with the quantity to begin with. */
export interface FrequentProduct extends OfferedProduct {
  qty: number
  source: 'PINNED' | 'COMPUTED'
}
