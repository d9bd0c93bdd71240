import type { RowCheck } from '../derive/extend.ts'
import { checkGstinOfPlant } from '../settings/gstin-state.ts'

/** Checks that the GSTIN of a toll centre is of the state of its plant. */
export const checkTollCenters: RowCheck = checkGstinOfPlant
