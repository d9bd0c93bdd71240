import type { RowCheck } from '../derive/extend.ts'
import { checkCityState, checkGstinOfSupplier, checkGstinState } from './gstin-state.ts'

/** A plant's GSTIN and city belong to its state, which decides the tax of what it supplies. */
export const checkPlants: RowCheck = async (db, candidates) => {
  checkGstinOfSupplier(candidates)
  await checkGstinState(db, candidates)
  await checkCityState(db, candidates)
}
