import type { RowCheck } from '../derive/extend.ts'
import { checkGstinOfPlant } from '../masters/gstin-state.ts'

/** The GSTIN of a toll centre is of the state in which its plant stands (§0.6). */
export const checkTollCenters: RowCheck = checkGstinOfPlant
