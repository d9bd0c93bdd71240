import type { Knex } from 'knex'
import { type ArDispute, arDispute } from '../../resources/complaints/ar-dispute.ts'
import type { NewDispute } from '../../resources/complaints/dispute-commands.ts'
import { DUE_DAYS } from '../../resources/complaints/dispute-process.ts'
import { startClock } from '../../resources/complaints/sla-clock.ts'
import { withDefaults } from '../../resources/define/validate.ts'
import type { Person } from '../derive/rights/person.ts'
import type { Author } from '../derive/save/author.ts'
import { insertRows } from '../derive/save/write.ts'
import { officeHolidays } from '../orders/approvals/office-holidays.ts'
import { now, today } from '../platform/clock.ts'
import { notOnList } from '../platform/errors.ts'
import { nextNumber } from '../platform/number-series.ts'
import { checkDispute } from './check-dispute.ts'
import { tellOfNewDispute } from './dispute-news.ts'
import { reaches } from './find-owner.ts'
import { writeDisputeNote } from './write-note.ts'

/** Office hours until a dispute is due: the office is open for nine a day. */
const DUE_HOURS = DUE_DAYS * 9

/**
 * Opens a dispute in the caller's transaction: numbers it, starts its clock, and tells the customer and those concerned.
 * Throws 400 with faults at the fields.
 */
export async function openDispute(trx: Knex, sent: NewDispute, person: Person, author: Author): Promise<ArDispute> {
  const { values, invoiceNo, attachmentIds } = await checkDispute(trx, sent, person)
  const row = withDefaults(arDispute, {
    ...values,
    disputeNo: await nextNumber(trx, 'AD', today()),
    status: 'OPEN',
    ...startClock(now(), DUE_HOURS, await officeHolidays(trx)),
  })
  const [newDispute] = (await insertRows(trx, arDispute, [row], author)) as ArDispute[]
  await demandOwn(trx, newDispute!, person)
  for (const attachmentId of attachmentIds) {
    const { fileName } = await trx('attachment').where({ id: attachmentId }).first('fileName')
    const note = { disputeId: newDispute!.id, body: fileName, audience: 'SHARED', attachmentId } as const
    await writeDisputeNote(trx, note, person, author)
  }
  await tellOfNewDispute(trx, newDispute!, invoiceNo, person.id)
  return newDispute!
}

/** Whoever reads an invoice by another role does not dispute it by this one. */
async function demandOwn(trx: Knex, { id }: ArDispute, person: Person) {
  if (!(await reaches(trx, person, arDispute, id, 'create'))) throw notOnList('invoiceId', 'Invoice')
}
