import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { checkSettlements } from '../../../api/payments/settlement/check-settlements.ts'
import { compareSettlements } from '../../../api/payments/settlement/nightly-settlements.ts'
import { today } from '../../../api/platform/clock.ts'
import { addDays, instantOf } from '../../../resources/define/dates.ts'
import { sendFile } from '../../support/files.ts'
import { settlementDesk } from '../../support/gateways/settlement-desk.ts'
import { insert } from '../../support/imports.ts'

const desk = await settlementDesk()
const { portal, asha, vikram, ashaAgain, paid, take, payment, differences, onDifference, onRefund } = desk
const { db } = portal
afterAll(() => portal.close())
beforeEach(async () => {
  for (const table of ['payment_difference', 'payment_refund', 'payment_settlement_row', 'payment_transaction'])
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
  it('of payments through all four gateways, with one missing, one different and one unknown', async () => {
    const day = addDays(today(), -14)
    const at = (time = '11:00') => ({ paidAt: ago(14, time) })
    const mock = await paid(10_000, 'MOCK', at())
    const payu = await paid(20_000, 'PAYU', at())
    const missing = await paid(30_000, 'CCAVENUE', at('23:59'))
    const other = await paid(40_000, 'BILLDESK', { ...at('00:00'), postingStatus: 'QUEUED' })
    await paid(90_000, 'PAYU', { ...at(), status: 'FAILED', paidAt: null })
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
    const { id } = await paid(50_000, 'PAYU', { paidAt: ago(5, '00:10') })
    const fresh = await paid(70_000)
    const proofId = (await sendFile(portal, asha, 'REFUND')).body.id
    const asked = { transactionId: id, amount: 50_000, reference: 'R1', refundedOn: today(), proofId, reason: 'Twice' }
    await asha.post('/api/transaction-view/payment-refunds/actions', { action: 'propose', asked })
    await onRefund(vikram, 'confirmRefund', (await db('payment_refund').first()).id)
    expect(await totals(addDays(today(), -5))).toMatchObject({ payments: 1, succeeded: 50_000, refunded: 50_000 })
    expect(await totals(today())).toMatchObject({ payments: 1, notYetDue: 70_000, refunded: 0 })
    expect((await payment(fresh.id)).status).toBe('SUCCESS')
    expect(await checkSettlements(db)).toEqual([])
  })
})

describe('the nightly comparison', () => {
  it('notes once what is not settled after three working days, and closes it when the row comes', async () => {
    const { id, ref } = await paid(10_000, 'PAYU', { paidAt: ago(20) })
    await paid(10_000, 'PAYU', { paidAt: ago(0) })
    expect(await compareSettlements(db)).toBe(1)
    expect(await compareSettlements(db)).toBe(0)
    expect(await differences()).toMatchObject([
      { kind: 'NOT_SETTLED', transactionId: id, expectedAmount: 10_000, foundAmount: 0, onDay: addDays(today(), -20) },
    ])
    await take([{ id: ref, amount: '100', utr: 'LATE' }])
    const settledOn = today().split('-').reverse().join('-')
    expect(await differences()).toMatchObject([
      { status: 'CLOSED', reason: `Settled on ${settledOn}`, closedById: null, confirmedById: null },
    ])
  })

  it('does not count holidays of the whole country', async () => {
    await paid(10_000, 'PAYU', { paidAt: ago(20) })
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
    const { id, txnNo, ref } = await paid(10_000, 'PAYU', { status: 'PENDING', paidAt: null })
    await take([{ id: ref, amount: '100', utr: 'EARLY' }])
    expect(await differences()).toMatchObject([{ kind: 'NOT_PAID', status: 'OPEN' }])
    expect(await compareSettlements(db)).toBe(0)
    await db('payment_transaction')
      .where({ id })
      .update({ status: 'SUCCESS', paidAt: ago(0) })
    expect(await compareSettlements(db)).toBe(1)
    expect(await payment(id)).toMatchObject({ settlementRef: 'EARLY', settlementDate: today() })
    expect(await differences()).toMatchObject([
      { status: 'CLOSED', reason: `Settled by ${txnNo}, which was paid meanwhile` },
    ])
  })
})

describe('the books of settlements', () => {
  it('say what does not agree', async () => {
    const { id, txnNo, ref } = await paid(10_000)
    await take([{ id: ref, amount: '100', utr: 'BOOKS' }])
    expect(await checkSettlements(db)).toEqual([])
    await db('payment_settlement_row').update({ grossAmount: 9_000, bankAmount: 8_000 })
    await db('payment_transaction').where({ id }).update({ refundedAmount: 10_000 })
    expect(await checkSettlements(db)).toEqual([
      `Settlement row ${ref} BOOKS: net ₹ 100.00 is not ₹ 90.00`,
      'UTR BOOKS: its rows come to ₹ 100.00, not ₹ 80.00',
      `Payment ${txnNo}: settled as BOOKS, but no settlement row has its amount`,
      `Payment ${txnNo}: ₹ 100.00 given back, but its refunds come to ₹ 0.00`,
    ])
  })

  it('say which refund and which difference one person decided with two logins', async () => {
    const { id, ref } = await paid(10_000)
    await take([{ id: ref, amount: '99', utr: 'ALONE' }])
    const [difference] = await differences()
    await onDifference(asha, 'close', [difference.id], { reason: 'Agreed with the gateway' })
    expect((await onDifference(ashaAgain, 'confirmClosing', [difference.id])).status).toBe(403)
    await onDifference(vikram, 'confirmClosing', [difference.id])
    const proofId = (await sendFile(portal, asha, 'REFUND')).body.id
    const asked = {
      transactionId: id,
      amount: 4_000,
      kind: 'REFUND',
      reference: 'CASE-1',
      refundedOn: today(),
      proofId,
    }
    await asha.post('/api/transaction-view/payment-refunds/actions', {
      ...{ action: 'propose', asked: { ...asked, reason: 'Paid twice' } },
    })
    const refund = await db('payment_refund').first()
    await onRefund(vikram, 'confirmRefund', refund.id)
    expect(await checkSettlements(db)).toEqual([])
    const { employeeId } = await db('user').where({ id: refund.proposedById }).first('employeeId')
    const logins: number[] = await db('user').where({ employeeId }).whereNot('id', refund.proposedById).pluck('id')
    await db('payment_refund').update({ confirmedById: logins.at(-1) })
    await db('payment_difference').update({ confirmedById: logins.at(-1) })
    expect(await checkSettlements(db)).toEqual([
      `Difference AMOUNT_DIFFERS ${difference.about} was closed and confirmed by one person`,
      'Refund CASE-1 was entered and confirmed by one person',
    ])
  })
})
