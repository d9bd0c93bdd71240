/**
 * The masters of order control as the rules read them, by their column names; a row of the declared master fits
 * unchanged.
 */
import type { PetroleumClass } from '../../petroleum.ts'
import type { DatedRow, MasterRow } from '../rows.ts'

/** A block of a customer's orders, with the text of its reason; without an SBU it counts for every one. */
export interface OrderBlock extends DatedRow {
  customerId: number
  sbuId: number | null
  blockMode: 'BLOCK' | 'WARN'
  reason: string
  remarks: string
}

/** A PESO product; litres of a unit in thousandths, free litres in tenths. */
export interface Petroleum extends MasterRow {
  productId: number
  petroleumClass: PetroleumClass
  litrePerUom: number
  licenceFreeLitres: number
}

/** A perennial non-available item, with its substitute; without a plant it counts for every one. */
export interface NonAvailable extends DatedRow {
  productId: number
  plantId: number | null
  action: 'BLOCK' | 'WARN'
  message: string
  expectedAvailableOn: string | null
  substitute: Substitute | null
}

export interface Substitute {
  id: number
  code: string
  name: string
}

/** Every row of order control that an order may need, on its day. */
export interface ControlRows {
  orderBlocks: readonly OrderBlock[]
  petroleum: ReadonlyMap<number, Petroleum>
  nonAvailable: readonly NonAvailable[]
}
