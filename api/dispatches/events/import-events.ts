import type { Knex } from 'knex'
import { can } from '../../../resources/capabilities.ts'
import { dayOf, isDay } from '../../../resources/define/dates.ts'
import type { Fault } from '../../../resources/define/validate.ts'
import type { When } from '../../../resources/dispatches/events/order.ts'
import type { Lr } from '../../../resources/dispatches/lr.ts'
import { statusReaderOf } from '../../../resources/dispatches/lr-status.ts'
import type { TrackingEvent } from '../../../resources/dispatches/tracking-event.ts'
import { deliveryStatuses } from '../../../resources/trade.ts'
import type { ImportRow } from '../../derive/import/import-row.ts'
import type { Person } from '../../derive/rights/person.ts'
import type { RowGroups, UploadContext } from '../../derive/uploads/upload.ts'
import { lrByNumber } from './lr-by-number.ts'
import { readHeldLr } from './lr-subject.ts'
import { judgeEvent, type Reported, recordEvent } from './report-event.ts'
import { reasonFault, receiverFault, timeFault } from './take-report.ts'

/** The rows of one LR come together, in the order of their time; a wrong one holds no other back. */
export const eventsTogether = (): RowGroups => ({ fields: ['transporterId', 'lrNo'], name: 'LR', eachAlone: true })

/** A transporter reports its own LRs, so that its files need not name it. */
export async function ownTransporter(db: Knex, { transporterId }: Person): Promise<Record<string, string>> {
  if (transporterId === null) return {}
  const { code } = await db('transporter').where('id', transporterId).first('code')
  return { transporterId: code }
}

/** Reports each row of a file as an event, as whoever uploads it. What is noted already stays as it is. */
export async function importEvents(trx: Knex.Transaction, rows: ImportRow[], context: UploadContext): Promise<void> {
  // Of one day, what has an hour comes first; days alone follow in the order of the flow.
  const keyOf = ({ row }: ImportRow) => {
    const { eventOn, eventAt } = whenOf(String(row.eventAt))
    const rank = deliveryStatuses.indexOf(row.eventCode as TrackingEvent['eventCode'])
    return `${eventOn} ${eventAt ?? `9 ${String(rank).padStart(2, '0')}`}`
  }
  const inOrder = rows.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : keyOf(a) > keyOf(b) ? 1 : a.rowNo - b.rowNo))
  for (const one of inOrder) await importEvent(trx, one, context)
}

async function importEvent(trx: Knex.Transaction, one: ImportRow, { person, author }: UploadContext) {
  const { lrNo, transporterId } = one.row as { lrNo: string; transporterId: number }
  if (person.transporterId !== null && transporterId !== person.transporterId)
    return one.refuse('transporterId', 'OUT_OF_SCOPE', 'Transporter must be your own: leave the column out')
  const event = readEvent(one.row)
  const meant = await lrByNumber(trx, lrNo, transporterId, person)
  if (meant === undefined) return one.refuse('lrNo', 'UNKNOWN_REF', `No LR ${lrNo} of this transporter is among yours`)
  if (meant === 'AMBIGUOUS')
    return one.refuse(
      'lrNo',
      'AMBIGUOUS',
      `Several LRs of this transporter have the number ${lrNo}: report this one on its page`,
    )
  const before: Lr = await readHeldLr(trx, meant.id)
  const fault = timeFault(event, before) ?? reasonFault(event) ?? receiverFault(event)
  if (fault) return refuse(one, fault)
  const desk = can(person, 'reportAsDispatchDesk')
  const judged = await judgeEvent(trx, before, event, desk)
  if ('fault' in judged) {
    if (judged.fault.code === 'DUPLICATE_KEY') one.unchanged = true
    else refuse(one, judged.fault)
    return
  }
  const reader = statusReaderOf(person.userType)
  const { id, says } = await recordEvent(trx, before, event, judged, author, reader)
  one.entityId = id
  for (const message of says) one.warnings.push({ field: 'eventCode', code: 'STAYS', message })
}

/** A file has one column for day and hour. */
const refuse = (one: ImportRow, { field, code, message }: Fault) =>
  one.refuse(field === 'eventOn' ? 'eventAt' : field, code, message)

const whenOf = (written: string): When =>
  isDay(written) ? { eventOn: written, eventAt: null } : { eventOn: dayOf(written), eventAt: written }

const readEvent = (row: ImportRow['row']): Reported => ({
  eventCode: row.eventCode as TrackingEvent['eventCode'],
  ...whenOf(String(row.eventAt)),
  receivedBy: (row.receivedBy as string | null) ?? null,
  vehicleNo: (row.vehicleNo as string | null) ?? null,
  location: (row.location as string | null) ?? null,
  remarks: (row.remarks as string | null) ?? null,
  reason: (row.reason as TrackingEvent['reason']) ?? null,
  source: 'UPLOAD',
})
