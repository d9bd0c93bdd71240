import type { RowCheck } from '../derive/extend.ts'
import { warnAboveList } from './list-prices.ts'

/** Warns of a price agreed for a delivery address that is above the customer's list price. */
export const checkShipToPrices: RowCheck = (db, candidates) => warnAboveList(db, candidates)
