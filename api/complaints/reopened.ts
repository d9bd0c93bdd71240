import type { Knex } from 'knex'
import type { Complaint } from '../../resources/complaints/complaint.ts'
import { noNamedNote } from '../../resources/complaints/named-note.ts'
import { restartClock } from '../../resources/complaints/sla-clock.ts'
import { officeHolidays } from '../orders/approvals/office-holidays.ts'
import { now } from '../platform/clock.ts'

/** The changes that open a complaint again: without a resolution, with half its time. */
export async function reopened(trx: Knex, { categoryId }: Complaint) {
  const { slaHours } = await trx('complaint_category').where({ id: categoryId }).first('slaHours')
  return {
    status: 'REOPENED',
    resolvedAt: null,
    resolvedById: null,
    resolution: null,
    ...noNamedNote,
    escalatedAt: null,
    escalatedToId: null,
    ...restartClock(now(), slaHours, await officeHolidays(trx)),
  } as const
}
