import type { Knex } from 'knex'
import { shareOut, sum } from '../../../resources/define/amounts.ts'
import { dayText, rupees } from '../../../resources/define/show.ts'
import { type Lr, lr } from '../../../resources/dispatches/lr.ts'
import { type LrLine, lrLine } from '../../../resources/dispatches/lr-line.ts'
import { type LrLineItem, lrLineItem } from '../../../resources/dispatches/lr-line-item.ts'
import { claimValue, type GoodsAtStake } from '../../../resources/dispatches/pods/claim-value.ts'
import type { SaidGoods } from '../../../resources/dispatches/pods/goods-received.ts'
import type { Pod } from '../../../resources/dispatches/pods/pod.ts'
import { lossText, saysOfLoss } from '../../../resources/dispatches/pods/pod-rules.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { Author } from '../../derive/save/author.ts'
import { updateRow } from '../../derive/save/write.ts'
import { today } from '../../platform/clock.ts'
import { askFinance } from '../bills/ask-finance.ts'
import { noticeDue, withoutClaim } from '../events/claims.ts'
import { notifyDesk } from '../events/desk-notes.ts'
import { netValues } from '../goods/net-values.ts'
import { isBillDecided } from './deliver-by-pod.ts'

/**
 * Opens the claim for what a POD says is short, damaged or refused, with its value and the day until which the transporter
 * must have the notice; of a claim that is open and not noticed yet, the value follows the newest POD. Finance is asked
 * where the bill of the LR is decided.
 */
export async function claimByPod(
  trx: Knex,
  lrId: number,
  pod: Pod,
  said: readonly SaidGoods[] | null,
  author: Author,
): Promise<void> {
  if (!saysOfLoss(pod)) return
  const before = (await lrNamed(trx, lrId))!
  const value = await lossOf(trx, before, pod, said)
  const claimReason = `Packages ${lossText(pod)}, by the POD of ${dayText(pod.deliveredOn)}`
  if (isBillDecided(before)) await askFinance(trx, before, { value, reason: claimReason }, author)
  const { claimStatus } = before
  if (claimStatus !== 'NONE' && claimStatus !== 'NOTICE_DUE' && claimStatus !== 'LAPSED') return
  const due = noticeDue(before)
  const isLate = due.claimDue! < today()
  const claimed = isLate ? { ...due, claimStatus: 'LAPSED' as const } : due
  await updateRow(trx, lr, before, { ...claimed, claimValue: value, claimReason }, author)
  await notifyDesk(trx, before, {
    title: `LR ${before.lrNo}: a claim for ${rupees(value)} is open`,
    body: isLate
      ? `${claimReason}. The 180 days for the notice to the transporter ended on ${dayText(due.claimDue!)}.`
      : `${claimReason}. Give the transporter notice by ${dayText(due.claimDue!)}.`,
  })
}

/** Ends the claim that a POD opened, which was rejected before the transporter had the notice. */
export async function endClaimOfPod(trx: Knex, lrId: number, pod: Pod, author: Author): Promise<void> {
  const before = await lrNamed(trx, lrId)
  if (!saysOfLoss(pod) || before?.claimStatus !== 'NOTICE_DUE' || before.claimReason === null) return
  await updateRow(trx, lr, before, { ...withoutClaim(before), claimValue: null, claimReason: null }, author)
}

const lrNamed = async (trx: Knex, id: number): Promise<Lr | undefined> =>
  (await rowsOf(trx, lr, rows => rows.where({ id })))[0]

/** What a POD says was lost, in paise; a shipment of others has its declared value alone. */
async function lossOf(trx: Knex, of: Lr, pod: Pod, said: readonly SaidGoods[] | null): Promise<number> {
  const lines = await rowsOf(trx, lrLine, rows => rows.where('lrId', of.id).orderBy('id'))
  const billed = sum(lines.map(({ invoiceValue }) => invoiceValue))
  const value = billed > 0 ? billed : of.declaredValue
  return claimValue(pod, { packages: of.packages, value }, said && (await atStake(trx, lines, said)))
}

/** The goods that somebody named, each with its part of the value of its invoice. */
async function atStake(trx: Knex, lines: readonly LrLine[], said: readonly SaidGoods[]): Promise<GoodsAtStake[]> {
  const items: LrLineItem[] = await rowsOf(trx, lrLineItem, rows =>
    rows
      .whereIn(
        'lrLineId',
        lines.map(({ id }) => id),
      )
      .orderBy('id'),
  )
  const net = await netValues(
    trx,
    items.map(({ deliveryLineId }) => deliveryLineId),
  )
  return lines.flatMap(line => {
    const own = items.filter(({ lrLineId }) => lrLineId === line.id)
    const values = own.map(({ deliveryLineId, qty }) => net(deliveryLineId, qty))
    const shares = shareOut(line.invoiceValue, sum(values) > 0 ? values : own.map(({ qty }) => qty))
    return own.flatMap(({ id, qty }, at) => {
      const one = said.find(({ lrLineItemId }) => lrLineItemId === id)
      return one ? [{ value: shares[at]!, qty, lostQty: one.shortQty + one.damagedQty }] : []
    })
  })
}
