import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemAuthor } from '../../../api/derive/save/author.ts'
import { lockPayment } from '../../../api/payments/lock-payment.ts'
import { takeCapture } from '../../../api/payments/money/take-capture.ts'
import { postingWorld } from '../../support/payments/posting-world.ts'

let world: Awaited<ReturnType<typeof postingWorld>>
beforeEach(async () => {
  world = await postingWorld()
})
afterEach(() => world.close())

const numbers = async (): Promise<string[]> =>
  world.db('payment_capture').whereNotNull('receiptNo').orderBy('receiptNo').pluck('receiptNo')
const upTo = (count: number) =>
  Array.from({ length: count }, (_, index) => `RC2627${String(index + 1).padStart(6, '0')}`)

describe('the numbers of receipts', () => {
  it('have no gap and no double where thirty payments succeed at once', { tags: ['locks'] }, async () => {
    const payments = []
    for (let n = 0; n < 30; n++) {
      const item = await world.item(10_000 + n)
      payments.push(await world.planned([{ item, amount: 10_000 + n }]))
    }
    await Promise.all(payments.map(payment => world.captured(payment)))
    expect(await numbers()).toEqual(upTo(30))
    const paid = await world.db('payment_transaction').where({ status: 'SUCCESS' }).pluck('receiptNo')
    expect(new Set(paid).size).toBe(30)
  })

  it('leave no gap where the transaction of one fails after it had its number', async () => {
    const [failing, next] = [await world.planned([], 5_000), await world.planned([], 6_000)]
    const facts = { gatewayTxnId: 'GWFAIL', amount: 5_000, currency: 'INR' }
    const broken = world.db.transaction(async trx => {
      await takeCapture(trx, await lockPayment(trx, failing.id), facts, { via: 'POLL' }, systemAuthor('test'))
      expect(await trx('payment_capture').whereNotNull('receiptNo').pluck('receiptNo')).toEqual(upTo(1))
      throw new Error('The server went down')
    })
    await expect(broken).rejects.toThrow('The server went down')
    expect((await world.captured(next)).id).toBeGreaterThan(0)
    expect(await numbers()).toEqual(upTo(1))
  })

  it('wait until somebody has decided what the money is for', async () => {
    const payment = await world.planned([], 5_000)
    await world.captured(payment, { amount: 4_000 })
    expect(await numbers()).toEqual([])
  })
})
