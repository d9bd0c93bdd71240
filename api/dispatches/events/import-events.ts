import type { Knex } from 'knex'
import { can } from '../../../resources/capabilities.ts'
import type { Lr } from '../../../resources/dispatches/lr.ts'
import type { TrackingEvent } from '../../../resources/dispatches/tracking-event.ts'
import type { ImportRow } from '../../derive/import/import-row.ts'
import type { RowGroups, UploadContext } from '../../derive/uploads/upload.ts'
import { lrByNumber } from './lr-by-number.ts'
import { readHeldLr } from './lr-subject.ts'
import { judgeEvent, type Reported, recordEvent } from './report-event.ts'
import { reasonFault, timeFault } from './take-report.ts'

/** The rows of one LR come together, in the order of their time; a wrong one holds no other back. */
export const eventsTogether = (): RowGroups => ({ fields: ['transporterId', 'lrNo'], name: 'LR', eachAlone: true })

/** Reports each row of a file as an event, as whoever uploads it. What is noted already stays as it is. */
export async function importEvents(trx: Knex.Transaction, rows: ImportRow[], context: UploadContext): Promise<void> {
  const inOrder = rows.toSorted((a, b) => (String(a.row.eventAt) < String(b.row.eventAt) ? -1 : 1))
  for (const one of inOrder) await importEvent(trx, one, context)
}

async function importEvent(trx: Knex.Transaction, one: ImportRow, { person, author }: UploadContext) {
  const { lrNo, transporterId, receivedBy } = one.row as {
    lrNo: string
    transporterId: number
    receivedBy: string | null
  }
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
  const fault = timeFault(event.eventAt, before) ?? reasonFault(event) ?? ownFault(event, receivedBy)
  if (fault) return one.refuse(fault.field, fault.code, fault.message)
  const desk = can(person, 'reportAsDispatchDesk')
  const judged = await judgeEvent(trx, before, event, desk)
  if ('fault' in judged) {
    if (judged.fault.code === 'DUPLICATE_KEY') one.unchanged = true
    else one.refuse(judged.fault.field, judged.fault.code, judged.fault.message)
    return
  }
  one.entityId = await recordEvent(trx, before, { ...event, receivedBy }, judged, author)
}

const readEvent = (row: ImportRow['row']): Reported => ({
  eventCode: row.eventCode as TrackingEvent['eventCode'],
  eventAt: String(row.eventAt),
  location: (row.location as string | null) ?? null,
  remarks: (row.remarks as string | null) ?? null,
  reason: (row.reason as TrackingEvent['reason']) ?? null,
  source: 'UPLOAD',
})

const ownFault = ({ eventCode }: Reported, receivedBy: string | null) =>
  receivedBy !== null && eventCode !== 'DELIVERED'
    ? { field: 'receivedBy', code: 'RANGE', message: 'Received by belongs to a delivery: leave it empty' }
    : undefined
