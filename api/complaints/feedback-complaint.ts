import type { Knex } from 'knex'
import { type Feedback, feedback } from '../../resources/shipment-tracking/feedback.ts'
import { restrict } from '../derive/rights/conditions.ts'
import type { Person } from '../derive/rights/person.ts'
import { rowsOf } from '../derive/rows-of.ts'
import { conflict, invalidField } from '../platform/errors.ts'
import type { WrittenComplaint } from './written-complaint.ts'

/**
 * The feedback of which a complaint is made, locked. Throws 400 where the person does not read it or it is about the
 * delivery of somebody else, 409 where it has its complaint.
 */
export async function feedbackOf(
  trx: Knex,
  id: number,
  { customerId, lrId }: WrittenComplaint,
  person: Person,
): Promise<Feedback> {
  const mayRead = person.ability.can('read', feedback.path)
  const [row] = mayRead
    ? await rowsOf(trx, feedback, rows =>
        restrict(rows.where('feedback.id', id), trx, feedback, person, 'read').forUpdate(),
      )
    : []
  const shipment = row && (await trx('shipment').where({ id: row.shipmentId }).first('customerId'))
  if (!row || shipment.customerId !== customerId || (lrId !== null && lrId !== row.lrId))
    throw invalidField('feedbackId', 'UNKNOWN_REF', 'Feedback is not known for this customer and LR')
  if (row.complaintId !== null) {
    const { complaintNo } = await trx('complaint').where({ id: row.complaintId }).first('complaintNo')
    throw conflict('DUPLICATE_KEY', `Complaint ${complaintNo} was opened from this feedback already`)
  }
  return row
}
