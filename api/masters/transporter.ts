import type { RowCheck } from '../derive/extend.ts'
import { checkCityState, checkGstinOfSupplier, checkGstinState } from '../settings/gstin-state.ts'

/** A transporter's GSTIN and city belong to its state. */
export const checkTransporters: RowCheck = async (db, candidates) => {
  checkGstinOfSupplier(candidates)
  await checkGstinState(db, candidates)
  await checkCityState(db, candidates)
}
