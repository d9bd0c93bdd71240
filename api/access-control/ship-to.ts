import type { RowCheck } from '../derive/extend.ts'
import { checkCityState, checkGstinState } from '../settings/gstin-state.ts'

/** The GSTIN and city of a delivery address belong to its state, which decides the place of supply. */
export const checkShipTos: RowCheck = async (db, candidates) => {
  await checkGstinState(db, candidates)
  await checkCityState(db, candidates)
}
