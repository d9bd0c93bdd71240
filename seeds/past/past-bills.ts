import { rowsOf } from '../../api/derive/rows-of.ts'
import { linesWithLrs } from '../../api/dispatches/bills/bill-lines.ts'
import { enterBill } from '../../api/dispatches/bills/enter-bill.ts'
import { enterCarting } from '../../api/dispatches/bills/enter-carting.ts'
import { today } from '../../api/platform/clock.ts'
import { percentOf, sum } from '../../resources/define/amounts.ts'
import { addDays } from '../../resources/define/dates.ts'
import { lacksPod } from '../../resources/dispatches/bills/bill-rules.ts'
import { cartingCharge } from '../../resources/dispatches/bills/carting-charge.ts'
import { type TransporterBill, transporterBill } from '../../resources/dispatches/bills/transporter-bill.ts'
import { transporterBillLine } from '../../resources/dispatches/bills/transporter-bill-line.ts'
import { type Lr, lr } from '../../resources/dispatches/lr.ts'
import { transporter } from '../../resources/masters/transporter.ts'
import { plant } from '../../resources/settings/plant.ts'
import { callerNamed, savePaper } from '../orders.ts'
import { act, type Past } from './past.ts'
import { desks } from './past-dispatch.ts'

/** GST that the transporters of the demo charge, in hundredths of a percent. */
const rates: Readonly<Record<string, number>> = { FORWARD_5: 500, FORWARD_18: 1800 }

/** The transporter whose bills are above what was agreed, by a surcharge on one LR. */
const WITH_SURCHARGES = 'NARMADA'

/** Bills what the transporters moved until a week ago, one bill a transporter and plant, entered by the desk of the plant. */
export async function billConsignments(past: Past): Promise<void> {
  const { trx } = past
  const unbilled = await rowsOf(trx, lr, rows =>
    rows
      .where({ billStatus: 'UNBILLED', businessLine: 'CORE' })
      .whereNot('deliveryStatus', 'CANCELLED')
      .whereNot('freightTerms', 'TO_PAY')
      .where('lrDate', '<=', addDays(today(), -7))
      .orderBy('id'),
  )
  for (const lrs of Map.groupBy(unbilled, row => `${row.transporterId} ${row.plantId}`).values()) await bill(past, lrs)
}

async function bill({ trx, rows, home }: Past, lrs: readonly Lr[]) {
  const { transporterId, plantId } = lrs[0]!
  const [transporterRow] = await rowsOf(trx, transporter, query => query.where('id', transporterId))
  const [site] = await rowsOf(trx, plant, query => query.where('id', plantId!))
  const { person, author } = await callerNamed(trx, rows, desks[site!.code]!)
  const number = Number((await trx('transporter_bill').count({ all: 'id' }).first())!.all) + 1
  const lines = lrs.map((row, index) => {
    const agreed = row.expectedFreight ?? row.freightAmount
    const isAbove = transporterRow!.code === WITH_SURCHARGES && index === lrs.length - 1
    const billedFreight = agreed + (isAbove ? 220_00 : 0)
    const billedOther = row.expectedOther ?? row.otherCharges
    return { lrId: row.id, billedFreight, billedOther, billedWeightKg: row.chargedWeightKg, kinds: null }
  })
  const baseAmount = sum(lines.map(line => line.billedFreight + line.billedOther))
  const billNo = `${transporterRow!.code.slice(0, 3)}/${String(2_600 + number)}`
  const attachmentId = await savePaper(rows, home, 'BILL', `Bill ${billNo} of ${transporterRow!.name}`, author)
  const gstAmount = percentOf(baseAmount, rates[transporterRow!.gtaTaxMode] ?? 0)
  const head = { transporterId, billNo, billDate: today(), baseAmount, gstAmount, attachmentId }
  await enterBill(trx, { ...head, lines, isDraft: false }, person, author)
}

/** Days after which Finance has decided about a difference. */
const DAYS_OF_DISPUTE = 7

/**
 * Finance accepts the differences of older bills, after the first of them was rejected, approves what has its proofs of
 * delivery, and pays what was approved before.
 */
export async function settleBills(past: Past): Promise<void> {
  const { trx } = past
  const take = (action: string, row: TransporterBill, input: object) =>
    act(past, 'finance', transporterBill, action, row, input)
  const open = ['DISPUTED', 'MATCHED', 'APPROVED']
  const wasRejected = await trx('transporter_bill').where('status', 'REJECTED').first('id')
  for (const row of await rowsOf(trx, transporterBill, rows => rows.whereIn('status', open).orderBy('id'))) {
    const lines = await linesWithLrs(trx, row.id)
    const hasProofs = lines.every(({ lr: carried }) => !lacksPod(carried))
    const isOld = row.billDate < addDays(today(), -DAYS_OF_DISPUTE)
    if (row.status === 'APPROVED')
      await take('pay', row, {
        paymentRef: `HDFC${row.billRef}`,
        paidAmount: row.totalAmount - row.deductionAmount - row.tdsAmount,
      })
    else if (row.status === 'MATCHED' && hasProofs)
      await take('approve', row, { tdsAmount: percentOf(row.baseAmount, 200) })
    else if (row.status === 'DISPUTED' && isOld && !wasRejected)
      await take('reject', row, { reason: 'The surcharge was not agreed: bill again without it' })
    else if (row.status === 'DISPUTED' && isOld)
      for (const { line } of lines.filter(one => !one.line.isMatched && !one.line.isAccepted))
        await act(past, 'finance', transporterBillLine, 'accept', line, {
          remarks: 'Night entry into the city, agreed by telephone',
        })
  }
}

/** Finance approves every other charge that waits longer than a week, and rejects the others. */
export async function decideCarting(past: Past): Promise<void> {
  const week = `${addDays(today(), -7)}T00:00:00.000Z`
  const waiting = await rowsOf(past.trx, cartingCharge, rows =>
    rows.where('status', 'ENTERED').where('createdAt', '<', week),
  )
  for (const row of waiting) {
    const [action, remarks] =
      row.id % 2 === 0 ? ['approve', null] : ['reject', 'The tempo was ordered for one trip, not for three']
    await act(past, 'finance', cartingCharge, action!, row, { remarks })
  }
}

/** Enters a voucher of local cartage over two consignments, and one above the limit, which waits for Finance. */
export async function enterVouchers({ trx, rows }: Past): Promise<void> {
  const { person, author } = await callerNamed(trx, rows, 'dispatch')
  const recent = await rowsOf(trx, lr, query =>
    query
      .where({ plantId: rows.idOf(plant, '1201') })
      .whereNot('deliveryStatus', 'CANCELLED')
      .where('freightAmount', '>', 0)
      .orderBy('id', 'desc')
      .limit(3),
  )
  const [first, second, third] = recent
  if (!third) return
  const day = today()
  const charge = (row: Lr, amount: number) => ({
    ...{ lrId: row.id, chargeType: 'PICKUP_CARTING' as const, amount, gateInAt: null, gateOutAt: null },
  })
  const voucher = (voucherNo: string, lines: ReturnType<typeof charge>[]) =>
    enterCarting(
      trx,
      { vendorName: 'Bhiwandi Tempo Service', voucherNo, voucherDate: day, attachmentId: null, remarks: null, lines },
      person,
      author,
    )
  const no = day.replaceAll('-', '').slice(2)
  await voucher(
    `BTS${no}A`,
    [first!, second!].map(row => charge(row, Math.min(60_00, percentOf(row.freightAmount, 1_000)))),
  )
  await voucher(`BTS${no}B`, [charge(third, 6_200_00)])
}
