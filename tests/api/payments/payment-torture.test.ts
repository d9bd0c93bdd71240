/** @module-tag locks */
import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { applyGatewayResult } from '../../../api/payments/results/apply-gateway-result.ts'
import { askDuePayments } from '../../../api/payments/results/ask-due-payments.ts'
import { gatewayNames } from '../../support/gateways/payment-gateways.ts'
import { withinSeconds } from '../../support/limits.ts'
import { type PaymentWorld, paymentWorld } from '../../support/payments/payment-world.ts'
import { emptyPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

/** How many payments are tortured; a whole torture sets 100. */
const rounds = Number(process.env.PAYMENT_ROUNDS ?? 10)
const AT_ONCE = 30

const portal = portalOfFile(() => emptyPortal({ TRUSTED_PROXIES: '1' }))
let world: PaymentWorld
beforeAll(async () => {
  world = await paymentWorld(portal)
})

describe('thirty returns, notices and questions at once', () => {
  it.each(Array.from({ length: rounds }, (_, round) => round))(
    'leave payment %i paid once, with one receipt',
    async round => {
      const name = gatewayNames[round % gatewayNames.length]!
      // Every other payment fails first, and succeeds while the news of the failure is still coming in.
      const payment = await world.payment(name)
      // Of an address of its own, since posts of one address are limited.
      const from = `10.0.0.${round + 1}`
      const failure = round % 2 === 0 ? null : await world.pay(payment, 'fail')
      const form = await world.pay(payment, 'twice')
      const news = Array.from({ length: AT_ONCE }, (_, index) => async () => {
        await pause(Math.random() * 20)
        const { fields } = index % 5 === 0 && failure ? failure : form
        if (index % 3 === 0) return (await world.comeBack({ ...form, fields }, from)).status
        if (index % 3 === 1) return (await world.notify(name, fields, from)).status
        await applyGatewayResult(portal.db, { kind: 'POLL', txnNo: payment.txnNo })
        return 200
      })
      const statuses = await Promise.all(news.toSorted(() => Math.random() - 0.5).map(one => one()))
      expect(statuses.filter(status => status !== 200 && status !== 303)).toEqual([])
      await portal.runDue()
      expect((await world.callbacks(payment)).filter(row => row.processedAt === null).length).toBe(0)
      const after = await world.now(payment)
      expect(after).toMatchObject({ status: 'SUCCESS', unresolvedAmount: 0 })
      expect(after.receiptNo).toMatch(/^RC\d{10}$/)
      expect(await world.locks(payment)).toEqual([payment.id, payment.id])
      expect(await world.isBalanced(payment)).toBe(true)
      expect(await world.tasks(payment)).toEqual([])
      // The history tells each success and each receipt.
      const history: { afterJson: string | object }[] = await portal
        .db('audit_entry')
        .where({ entity: 'payment-transaction', entityId: payment.id })
        .select('afterJson')
      const told = history.map(({ afterJson }) =>
        typeof afterJson === 'string' ? afterJson : JSON.stringify(afterJson),
      )
      expect(told.filter(text => text.includes('"SUCCESS"'))).toHaveLength(1)
      expect(told.filter(text => /"receiptNo":"RC/.test(text))).toHaveLength(1)
      // A callback is stored once, however often it comes.
      const stored = await world.callbacks(payment)
      expect(new Set(stored.map(row => `${row.kind} ${row.payloadSha256}`)).size).toBe(stored.length)
    },
    withinSeconds(120),
  )

  it('leave nothing to be done, and no receipt twice', async () => {
    expect(await askDuePayments(portal.db)).toBe(0)
    const receipts: string[] = await portal.db('payment_transaction').whereNotNull('receiptNo').pluck('receiptNo')
    expect(new Set(receipts).size).toBe(rounds)
  })
})
