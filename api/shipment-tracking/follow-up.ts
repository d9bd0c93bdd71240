import { type Feedback, feedback } from '../../resources/shipment-tracking/feedback.ts'
import { serviceAgentsOf } from '../access-control/service-agents.ts'
import type { ActionHandler } from '../derive/extend.ts'
import { updateRow } from '../derive/save/write.ts'
import { notify } from '../mail/notify.ts'
import { now } from '../platform/clock.ts'

/** Closes the follow-up of feedback, with what was done. */
export const closeFollowUp: ActionHandler = async (trx, { rows, values, person, author }) => {
  const closed = {
    followUpStatus: 'CLOSED',
    followUpNote: String(values.note),
    followUpClosedAt: now(),
    followUpClosedById: person.id,
  } as const
  for (const row of rows) await updateRow(trx, feedback, row as Feedback, closed, author)
  return undefined
}

/** Proposes a complaint for each feedback, and notifies the service centre of the SBUs whose goods were delivered. */
export const proposeComplaint: ActionHandler = async (trx, { rows, person, author }) => {
  for (const row of rows as Feedback[]) {
    await updateRow(trx, feedback, row, { complaintProposal: 'PROPOSED' }, author)
    const sbuIds: number[] = await trx('lr_line')
      .join('invoice', 'invoice.id', 'lr_line.invoiceId')
      .where('lr_line.lrId', row.lrId)
      .distinct()
      .pluck('invoice.sbuId')
    const agents = await Promise.all(sbuIds.map(sbuId => serviceAgentsOf(trx, sbuId)))
    const { shipmentNo } = await trx('shipment').where({ id: row.shipmentId }).first('shipmentNo')
    await notify(trx, agents.flat(), {
      title: `${person.name} proposes a complaint about shipment ${shipmentNo}`,
      body: row.comments,
      link: `/shipment-tracking/feedback-report?row=${row.id}`,
    })
  }
  return undefined
}
