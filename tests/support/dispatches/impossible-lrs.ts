import type { Knex } from 'knex'
import { rowsOf } from '../../../api/derive/rows-of.ts'
import { agreeFreight, sizesOf } from '../../../api/dispatches/freight/agree-freight.ts'
import { expectedOn } from '../../../api/masters/expected-on.ts'
import { today } from '../../../api/platform/clock.ts'
import { sum } from '../../../resources/define/amounts.ts'
import { transporterBillLine } from '../../../resources/dispatches/bills/transporter-bill-line.ts'
import { replay } from '../../../resources/dispatches/events/journey.ts'
import { freightOnGoods } from '../../../resources/dispatches/freight-share.ts'
import { invoice } from '../../../resources/dispatches/invoice.ts'
import { type Lr, lr } from '../../../resources/dispatches/lr.ts'
import { isFarFromValue } from '../../../resources/dispatches/lr-faults.ts'
import { lrLine } from '../../../resources/dispatches/lr-line.ts'
import { pod } from '../../../resources/dispatches/pods/pod.ts'
import { shipment } from '../../../resources/dispatches/shipment.ts'
import { trackingEvent } from '../../../resources/dispatches/tracking-event.ts'

/** What LRs are that the product could not have made so: a sentence for each contradiction. */
export async function impossibleLrs(db: Knex): Promise<string[]> {
  const lrs = await rowsOf(db, lr, rows => rows.where('businessLine', 'CORE').orderBy('id'))
  const cities = new Map((await db('state_city').select('id', 'stateId')).map(({ id, stateId }) => [id, stateId]))
  const [lines, shipments, events, pods, billed, invoices] = [
    Map.groupBy(await rowsOf(db, lrLine, rows => rows), ({ lrId }) => lrId),
    Map.groupBy(await rowsOf(db, shipment, rows => rows), ({ lrId }) => lrId),
    Map.groupBy(await rowsOf(db, trackingEvent, rows => rows), ({ lrId }) => lrId),
    Map.groupBy(await rowsOf(db, pod, rows => rows.orderBy('id')), ({ lrId }) => lrId),
    new Map((await rowsOf(db, transporterBillLine, rows => rows.where('releasedNo', 0))).map(one => [one.lrId, one])),
    new Map((await rowsOf(db, invoice, rows => rows)).map(one => [one.id, one])),
  ]
  const wrong: string[] = []
  for (const row of lrs) {
    const say = (what: string, is: unknown, must: unknown) => {
      if (is !== must) wrong.push(`LR ${row.lrNo} of ${row.lrDate}: ${what} is ${is}, and must be ${must}`)
    }
    const way = { plantId: row.plantId!, cityId: row.toCityId, stateId: cities.get(row.toCityId)! }
    const { transMode, lrDate } = row
    if (lrDate < today())
      say('first promise', row.originalExpectedDate, await expectedOn(db, { ...way, transMode, lrDate }))
    const agreed = await agreeFreight(db, { ...row, ...way }, await sizesOf(db, row.id))
    say('expected freight', row.expectedFreight, agreed.expectedFreight)
    say('agreed charges beside it', row.expectedOther, agreed.expectedOther)
    const own = lines.get(row.id) ?? []
    const values = sum(own.map(({ invoiceValue }) => invoiceValue))
    if (row.valueReason === null) say('declared value far off', isFarFromValue(row.declaredValue, values), false)
    const bill = billed.get(row.id)
    say('share of freight', sum(own.map(({ freightShare }) => freightShare)), freightBorne(row, bill))
    say('being billed', row.billStatus !== 'UNBILLED', bill !== undefined)
    if (row.freightTerms === 'TO_PAY') say('bill of what is to pay', bill, undefined)
    const latest = own
      .flatMap(({ invoiceId }) => invoices.get(invoiceId ?? 0)?.invoiceDate ?? [])
      .toSorted()
      .at(-1)
    say('date before its invoice', latest !== undefined && lrDate < latest, false)
    say('number of shipments', shipments.get(row.id)?.length, 1)
    const reported = replay(events.get(row.id) ?? [])
    say('status by its events', row.deliveryStatus, reported?.status)
    say('day of delivery by its events', row.deliveredOn, reported?.deliveredOn ?? null)
    const kept = shipments.get(row.id)?.[0]?.isOnTime
    say('being on time', kept, row.deliveredOn === null ? null : row.deliveredOn <= row.originalExpectedDate!)
    say('state of its POD', row.podStatus, pods.get(row.id)?.at(-1)?.status ?? 'NONE')
  }
  return wrong
}

/** What the goods bear: what was accepted once the bill is approved, before it what the LR states. */
const freightBorne = (
  row: Lr,
  bill: { acceptedAmount: number | null; billedFreight: number; billedOther: number } | undefined,
) =>
  bill && (row.billStatus === 'APPROVED' || row.billStatus === 'PAID')
    ? (bill.acceptedAmount ?? bill.billedFreight + bill.billedOther)
    : freightOnGoods(row)
