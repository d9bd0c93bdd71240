import type { RowCheck } from '../derive/extend.ts'
import { checkCityState, checkGstinState } from '../settings/gstin-state.ts'

/** A transporter's GSTIN and city belong to its state. */
export const checkTransporters: RowCheck = async (db, candidates) => {
  await checkGstinState(db, candidates)
  await checkCityState(db, candidates)
}
