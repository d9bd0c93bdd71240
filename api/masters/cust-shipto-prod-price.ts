import type { RowCheck } from '../derive/extend.ts'
import { warnAboveList } from './list-prices.ts'

/** A price agreed for a delivery address that is above the customer's list price looks wrong (M22). */
export const checkShipToPrices: RowCheck = (db, candidates) => warnAboveList(db, candidates)
