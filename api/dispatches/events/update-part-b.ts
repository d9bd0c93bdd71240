import type { Lr } from '../../../resources/dispatches/lr.ts'
import type { ActionHandler } from '../../derive/extend.ts'
import { now } from '../../platform/clock.ts'
import { invalidField } from '../../platform/errors.ts'
import { correctFacts, recountFacts } from './follow-journey.ts'
import { readHeldLr } from './lr-subject.ts'

/**
 * Records that Part B of the e-way bills of an LR names the vehicle that the goods are on, and since when. Throws 400 for
 * a time in the future.
 */
export const updatePartB: ActionHandler = async (trx, { rows, values, author }) => {
  const { vehicleNo, id } = await readHeldLr(trx, (rows[0] as Lr).id)
  const partBAt = String(values.partBAt)
  if (partBAt > now()) throw invalidField('partBAt', 'RANGE', 'Part B entered at must not be in the future')
  await correctFacts(trx, id, { partBAt, partBVehicleNo: vehicleNo }, author)
  await recountFacts(trx, id, author)
  return undefined
}
