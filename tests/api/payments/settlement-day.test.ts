import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { systemAuthor } from '../../../api/derive/save/author.ts'
import { takeReturn } from '../../../api/payments/money/take-return.ts'
import { checkSettlements } from '../../../api/payments/settlement/check-settlements.ts'
import { compareSettlements } from '../../../api/payments/settlement/nightly-settlements.ts'
import { today } from '../../../api/platform/clock.ts'
import { transact } from '../../../api/platform/transact.ts'
import { addDays, instantOf } from '../../../resources/define/dates.ts'
import { settlementDesk } from '../../support/gateways/settlement-desk.ts'
import { insert } from '../../support/imports.ts'

const desk = await settlementDesk()
const { portal, asha, vikram, ashaAgain, paid, captured, take, payment, capture, differences, onDifference } = desk
const { db } = portal
afterAll(() => portal.close())
beforeEach(async () => {
  await db('capture_allocation').update({ movedFromId: null, refundId: null })
  for (const table of [
    ...['payment_difference', 'payment_adjustment', 'payment_settlement_row', 'bank_line', 'payment_transfer'],
    ...['capture_allocation', 'refund', 'payment_capture', 'payment_attempt', 'payment_transaction'],
  ])
    await db(table).delete()
})

/** The instant of a time of India so many days ago. */
const ago = (days: number, time = '11:00') => instantOf(addDays(today(), -days), time)

async function totals(day: string) {
  const { body } = await asha.get(`/api/transaction-view/daily-totals?paidOn=${day}&$totals=true&$limit=50`)
  const sums: Record<string, number> = {}
  for (const row of body.data)
    for (const [name, value] of Object.entries(row))
      if (typeof value === 'number' && !['id', 'accountId'].includes(name)) sums[name] = (sums[name] ?? 0) + value
  return sums
}

describe('Finance closes a day', () => {
  it('without what a gateway gave back by itself before it passed it on: it waits for no settlement', async () => {
    const day = addDays(today(), -20)
    const kept = await paid(10_000, 'PAYU', { capturedAt: ago(20) })
    const returned = await paid(20_000, 'PAYU', { capturedAt: ago(20) })
    await db('payment_capture')
      .where('id', returned.captureId)
      .update({ status: 'AUTO_REFUNDED', returnedAmount: 20_000 })
    expect(await totals(day)).toMatchObject({ payments: 1, succeeded: 10_000, notYetDue: 10_000, refunded: 0 })
    await take([{ gateway: 'PAYU', id: kept.ref, amount: '100', utr: 'U-KEPT' }])
    expect(await totals(day)).toMatchObject({ succeeded: 10_000, settled: 10_000, notYetDue: 0, openDifference: 0 })
  })

  it('of payments through all four gateways, with one missing, one different and one unknown', async () => {
    const day = addDays(today(), -14)
    const at = (time = '11:00') => ({ capturedAt: ago(14, time) })
    const mock = await paid(10_000, 'MOCK', at())
    const payu = await paid(20_000, 'PAYU', at())
    const missing = await paid(30_000, 'CCAVENUE', at('23:59'))
    const other = await paid(40_000, 'BILLDESK', { ...at('00:00'), postingStatus: 'QUEUED' })
    await paid(90_000, 'PAYU', { ...at(), status: 'FAILED' })
    const job = await take([
      { gateway: 'MOCK', id: mock.ref, amount: '100', utr: 'U-MOCK' },
      { gateway: 'PAYU', id: payu.ref, amount: '200', fee: '4', tax: '0.72', net: '195.28', utr: 'U-PAYU' },
      { gateway: 'PAYU', id: 'UNKNOWN', amount: '55', utr: 'U-PAYU', bank: '250.28' },
      { gateway: 'BILLDESK', id: other.ref, amount: '399', utr: 'U-BILL' },
    ])
    expect(job).toMatchObject({ status: 'DONE', rowsNew: 4 })
    await compareSettlements(db)
    const open = await differences({ status: 'OPEN' })
    expect(open.map(({ kind, transactionId }) => [kind, transactionId])).toEqual([
      ['NOT_IN_PORTAL', null],
      ['AMOUNT_DIFFERS', other.id],
      ['NOT_SETTLED', missing.id],
    ])
    expect(await totals(day)).toEqual({
      ...{ payments: 4, succeeded: 100_000, posted: 60_000, settled: 30_000, notYetDue: 0 },
      ...{ openDifference: 70_000, closedDifference: 0, refunded: 0 },
    })
    for (const { id } of open) {
      expect((await onDifference(asha, 'close', [id], { reason: 'Agreed with the gateways' })).status).toBe(201)
      expect((await onDifference(asha, 'confirmClosing', [id])).status).toBe(403)
      expect((await onDifference(vikram, 'confirmClosing', [id])).status).toBe(201)
    }
    expect(await totals(day)).toMatchObject({ settled: 30_000, openDifference: 0, closedDifference: 70_000 })
    expect(await compareSettlements(db)).toBe(0)
    expect(await checkSettlements(db)).toEqual([])
  })

  it('by the Indian day, and counts a fresh payment as not yet due and a refund as given back', async () => {
    const one = await paid(50_000, 'PAYU', { capturedAt: ago(5, '00:10') })
    const fresh = await paid(70_000)
    await giveBack(one.captureId, 50_000)
    expect(await totals(addDays(today(), -5))).toMatchObject({ payments: 1, succeeded: 50_000, refunded: 50_000 })
    expect(await totals(today())).toMatchObject({ payments: 1, notYetDue: 70_000, refunded: 0 })
    expect((await payment(fresh.id)).status).toBe('SUCCESS')
    expect(await checkSettlements(db)).toEqual([])
  })
})

/** The gateway gave money of a capture back. */
const giveBack = (captureId: number, amount: number) =>
  transact(db, trx =>
    takeReturn(
      trx,
      captureId,
      { kind: 'REFUND', amount, eventId: `E${captureId}`, text: 'By its console' },
      systemAuthor('test'),
    ),
  )

describe('the nightly comparison', () => {
  it('notes once what is not settled after three working days, and closes it when the row comes', async () => {
    const { id, ref, captureId } = await paid(10_000, 'PAYU', { capturedAt: ago(20) })
    await paid(10_000, 'PAYU', { capturedAt: ago(0) })
    expect(await compareSettlements(db)).toBe(1)
    expect(await compareSettlements(db)).toBe(0)
    expect(await differences()).toMatchObject([
      { kind: 'NOT_SETTLED', transactionId: id, captureId, expectedAmount: 10_000, foundAmount: 0 },
    ])
    await take([{ id: ref, amount: '100', utr: 'LATE' }])
    const settledOn = today().split('-').reverse().join('-')
    expect(await differences()).toMatchObject([
      { status: 'CLOSED', reason: `Settled on ${settledOn}`, closedById: null, confirmedById: null },
    ])
  })

  it('does not count holidays of the whole country', async () => {
    await paid(10_000, 'PAYU', { capturedAt: ago(20) })
    const known = await db('holiday').whereNull('stateId').pluck('holidayDate')
    const days = Array.from({ length: 21 }, (_, back) => addDays(today(), -back)).filter(day => !known.includes(day))
    await insert(
      db,
      'holiday',
      days.map(holidayDate => ({ holidayDate, name: `Closed ${holidayDate}`, stateId: null })),
    )
    expect(await compareSettlements(db)).toBe(0)
    await db('holiday').where('name', 'like', 'Closed %').delete()
    expect(await compareSettlements(db)).toBe(1)
  })

  it('settles a payment that succeeded only after its row was taken in', async () => {
    const { id, txnNo, ref } = await paid(10_000, 'PAYU', { status: 'PENDING' })
    await take([{ id: ref, txnNo, amount: '100', utr: 'EARLY' }])
    expect(await differences()).toMatchObject([{ kind: 'NOT_PAID', status: 'OPEN' }])
    expect(await compareSettlements(db)).toBe(0)
    const { accountId } = await payment(id)
    await captured(id, 10_000, { gatewayTxnId: ref, accountId, sapReference: txnNo })
    expect(await compareSettlements(db)).toBe(1)
    expect(await payment(id)).toMatchObject({ settlementRef: 'EARLY', settlementDate: today() })
    expect(await differences()).toMatchObject([
      { status: 'CLOSED', reason: `Settled by ${txnNo}, which was paid meanwhile` },
    ])
  })

  it('notes a refund that no settlement file has ten working days after the gateway took it, and closes that later', async () => {
    const one = await paid(10_000)
    const refund = (refundNo: string, more: object) => ({
      ...{ refundNo, captureId: one.captureId, transactionId: one.id, customerId: 0, kind: 'REFUND', amount: 2_000 },
      ...{ how: 'API', status: 'ACCEPTED', reason: 'Twice', acceptedAt: ago(20), ...more },
    })
    const { customerId } = await payment(one.id)
    await insert(db, 'refund', [
      refund('PR-OLD', { customerId }),
      refund('PR-NEW', { customerId, amount: 1_000, acceptedAt: ago(5) }),
      refund('PR-HAND', { customerId, amount: 500, how: 'HAND', status: 'SETTLED', settledAt: ago(20) }),
    ])
    expect(await compareSettlements(db)).toBe(1)
    expect(await compareSettlements(db)).toBe(0)
    expect(await differences()).toMatchObject([
      { kind: 'RETURN_NOT_TAKEN', about: 'PR-OLD', expectedAmount: -2_000, foundAmount: 0, status: 'OPEN' },
    ])
    await take([{ id: one.ref, kind: 'REFUND', amount: '20', refund: 'EVENT-1', utr: 'TAKEN' }])
    expect((await differences({ about: 'PR-OLD' }))[0]).toMatchObject({ status: 'CLOSED' })
  })

  it('notes what a file takes back beyond the capture', async () => {
    const one = await paid(10_000)
    await take([{ id: one.ref, kind: 'REFUND', amount: '70', refund: 'B1', utr: 'BEYOND' }])
    await take([{ id: one.ref, kind: 'REFUND', amount: '70', refund: 'B2', utr: 'BEYOND' }])
    expect(await capture(one.captureId)).toMatchObject({ status: 'REFUNDED', returnedAmount: 10_000 })
    expect(await differences({ kind: 'RETURNED_TWICE' })).toMatchObject([{ captureId: one.captureId, status: 'OPEN' }])
    expect(await checkSettlements(db)).toEqual([])
  })
})

describe('the books of settlements', () => {
  it('say what does not agree', async () => {
    const { txnNo, ref, captureId } = await paid(10_000)
    await take([
      { id: ref, amount: '100', utr: 'BOOKS' },
      { id: ref, kind: 'REFUND', amount: '10', refund: 'BOOKS-1', utr: 'BOOKS' },
    ])
    expect(await checkSettlements(db)).toEqual([])
    await db('payment_settlement_row').where({ kind: 'SALE' }).update({ grossAmount: 9_500 })
    await db('payment_settlement_row').where({ kind: 'REFUND' }).update({ refundId: null })
    await db('payment_transfer').update({ grossAmount: 8_500, saidAmount: 8_000 })
    expect(await checkSettlements(db)).toEqual([
      `Settlement row ${ref} BOOKS: net ₹ 100.00 is not ₹ 95.00`,
      'UTR BOOKS: its rows come to ₹ 90.00, not ₹ 80.00',
      `Capture ${txnNo}: settled as BOOKS, but no settlement row has its amount`,
      'Settlement row REFUND BOOKS-1: −₹ 10.00 was taken back without a refund',
    ])
    await db('payment_transfer').update({ netAmount: 1 })
    expect((await checkSettlements(db))[1]).toBe('UTR BOOKS: its rows come to ₹ 90.00, the transfer has ₹ 0.01')
    expect((await capture(captureId)).settlementRef).toBe('BOOKS')
  })

  it('say which difference one person decided with two logins, and which has no owner', async () => {
    const { ref } = await paid(10_000)
    await take([{ id: ref, amount: '99', utr: 'ALONE' }])
    const [difference] = await differences()
    await db('payment_difference').update({ ownerId: null })
    expect(await checkSettlements(db)).toEqual([`Difference AMOUNT_DIFFERS ${difference.about} has no owner`])
    await onDifference(asha, 'close', [difference.id], { reason: 'Agreed with the gateway' })
    expect((await onDifference(ashaAgain, 'confirmClosing', [difference.id])).status).toBe(403)
    await onDifference(vikram, 'confirmClosing', [difference.id])
    expect(await checkSettlements(db)).toEqual([])
    const [{ closedById }] = await differences()
    const { employeeId } = await db('user').where({ id: closedById }).first('employeeId')
    const logins: number[] = await db('user').where({ employeeId }).whereNot('id', closedById).pluck('id')
    await db('payment_difference').update({ confirmedById: logins.at(-1) })
    expect(await checkSettlements(db)).toEqual([
      `Difference AMOUNT_DIFFERS ${difference.about} was closed and confirmed by one person`,
    ])
  })
})
