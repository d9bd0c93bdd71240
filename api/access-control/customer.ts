import type { RowCheck } from '../checks.ts'
import { checkCityState, checkGstinState } from '../masters/gstin-state.ts'

/** A customer's GSTIN and city belong to his state. */
export const checkCustomers: RowCheck = async (db, candidates) => {
  await checkGstinState(db, candidates)
  await checkCityState(db, candidates)
}
