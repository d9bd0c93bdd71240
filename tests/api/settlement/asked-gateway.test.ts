import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemAuthor } from '../../../api/derive/save/author.ts'
import { takeCapture } from '../../../api/payments/money/take-capture.ts'
import { askAboutSettled } from '../../../api/payments/settlement/match-again.ts'
import { setClock, today } from '../../../api/platform/clock.ts'
import { transact } from '../../../api/platform/transact.ts'
import { importFile } from '../../support/imports.ts'
import { type PaymentWorld, paymentWorld } from '../../support/payments/payment-world.ts'
import { personWith } from '../../support/people.ts'
import { emptyPortal, type TestPortal } from '../../support/portal.ts'

let portal: TestPortal
let world: PaymentWorld
beforeEach(async () => {
  portal = await emptyPortal()
  world = await paymentWorld(portal)
})
afterEach(async () => {
  setClock(null)
  await portal.close()
})

const differences = (transactionId: number) => portal.db('payment_difference').where({ transactionId }).orderBy('id')

/** Finance takes in a sale that the gateway settled. */
async function settle(txnNo: string, id: string, amount: string) {
  const finance = await personWith(portal, ['FINANCE'])
  const head = 'account,gateway_txn_id,txn_no,amount,settlement_date,settlement_ref'
  const file = [head, `PAYU1,${id},${txnNo},${amount},${today()},U-${txnNo}`].join('\n')
  const path = 'transaction-view/settlement-rows'
  expect(await importFile(portal, finance, path, file, { commit: true })).toMatchObject({ status: 'DONE', rowsNew: 1 })
}

describe('a sale in a settlement file whose payment the portal calls failed', () => {
  it('has the gateway asked outside the file, and is settled once the gateway confirms it', async () => {
    const row = await world.payment('payu', { status: 'FAILED', amounts: [500_000] })
    const form = await world.pay(row, 'badSignature')
    await settle(row.txnNo, String(form.fields.mihpayid), '5000.00')
    expect(await differences(row.id)).toMatchObject([{ kind: 'NOT_PAID', status: 'OPEN', askedAt: null }])
    expect(await askAboutSettled(portal.db)).toBe(1)
    expect((await world.now(row)).status).toBe('SUCCESS')
    expect(await world.captures(row)).toMatchObject([{ settlementRef: `U-${row.txnNo}`, amount: 500_000 }])
    expect(await differences(row.id)).toMatchObject([
      { status: 'CLOSED', reason: `Settled by ${row.txnNo}, which was paid meanwhile` },
    ])
    expect(await askAboutSettled(portal.db)).toBe(0)
  })

  it('stays a difference with an owner where the gateway denies it, and is asked about once', async () => {
    await personWith(portal, ['FINANCE'])
    const row = await world.payment('payu', { status: 'FAILED', amounts: [500_000] })
    await world.pay(row, 'fail')
    await settle(row.txnNo, 'DENIED-1', '5000.00')
    await askAboutSettled(portal.db)
    const [difference] = await differences(row.id)
    expect(difference).toMatchObject({ kind: 'NOT_PAID', status: 'OPEN' })
    expect([difference.askedAt, difference.ownerId]).not.toContain(null)
    expect((await world.now(row)).status).toBe('FAILED')
    expect(await askAboutSettled(portal.db)).toBe(0)
  })

  it('is settled within a minute once two people found that it was paid after all', async () => {
    await personWith(portal, ['FINANCE'])
    const row = await world.payment('payu', { status: 'FAILED', amounts: [500_000] })
    await world.pay(row, 'fail')
    await settle(row.txnNo, 'PROVEN-1', '5000.00')
    await askAboutSettled(portal.db)
    const facts = { gatewayTxnId: 'PROVEN-1', amount: 500_000, currency: 'INR' }
    const payment = await world.now(row)
    await transact(portal.db, trx => takeCapture(trx, payment, facts, { via: 'HAND' }, systemAuthor('test')))
    expect(await askAboutSettled(portal.db)).toBe(1)
    expect(await differences(row.id)).toMatchObject([{ kind: 'NOT_PAID', status: 'CLOSED' }])
    expect(await world.captures(row)).toMatchObject([{ settlementRef: `U-${row.txnNo}` }])
  })
})
