import type { RowCheck } from '../derive/extend.ts'
import { changesAny } from '../derive/save/candidate.ts'
import { today } from '../platform/clock.ts'
import { checkGstinOfPlant } from '../settings/gstin-state.ts'

/** A CnF's GSTIN is of the state of its plant, and an active CnF has a running agreement. */
export const checkCnfs: RowCheck = async (db, candidates) => {
  await checkGstinOfPlant(db, candidates)
  const day = today()
  for (const candidate of candidates) {
    const { row, faults } = candidate
    if (row.isActive === false || !changesAny(candidate, 'agreementTo', 'isActive')) continue
    if (String(row.agreementTo) >= day) continue
    faults.push({
      field: 'agreementTo',
      code: 'RANGE',
      message: 'Agreement to must not have passed: renew it, or deactivate the CnF',
    })
  }
}
