import type { RowCheck } from '../derive/extend.ts'
import { checkGstinOfPlant } from '../settings/gstin-state.ts'

/** Checks that the GSTIN of a central warehouse is of the state of its plant. */
export const checkCentralWarehouses: RowCheck = checkGstinOfPlant
