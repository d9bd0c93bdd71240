import { describe, expect, it } from 'vitest'
import { cartOf, dispute, fill, line, openItems, payingCustomer } from '../../support/payments/cart-desk.ts'
import { demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(demoPortal)
const finance = portal.person('finance')

describe('a cart', () => {
  it('offers a customer their open items, the oldest first, with what can be paid', async () => {
    const { one, items, code } = await payingCustomer(portal, [50_000_00, 20_000_00, -1_500_00])
    await dispute(portal, items[1]!, 5_000_00)
    const cart = await cartOf(one)
    expect(cart).toMatchObject({
      customer: { code },
      isEligible: true,
      why: null,
      account: { gateway: 'MOCK', companyCode: '1000' },
      cart: null,
      totals: { net: 0 },
      faults: [],
    })
    expect(
      cart.items.map(({ payable, disputedAmount, daysOverdue }) => [payable, disputedAmount, daysOverdue]),
    ).toEqual([
      [50_000_00, 0, 900],
      [15_000_00, 5_000_00, 899],
      [-1_500_00, 0, 898],
    ])
  })

  it('is one for all people of a customer, who find each other’s lines in it', async () => {
    const { one, other, items } = await payingCustomer(portal, [50_000_00, -1_500_00])
    const lines = [line(items[0]!, 45_000_00, 5_000_00), line(items[1]!, -1_500_00)]
    const saved = await fill(one, lines)
    expect(saved.totals).toEqual({ debits: 45_000_00, credits: -1_500_00, tds: 5_000_00, net: 43_500_00 })
    expect(saved.faults).toEqual([])
    expect(await cartOf(other)).toEqual(saved)
  })

  it('tells a colleague who is late what it is now, and keeps what is in it', async () => {
    const { one, other, items } = await payingCustomer(portal, [100_00, 200_00])
    const before = await fill(one, [line(items[0]!, 100_00)])
    const now = await fill(other, [line(items[1]!, 200_00)])
    const late = await one.post('/api/payments/cart', { rowVersion: before.cart!.rowVersion, items: [] })
    expect(late.status).toBe(409)
    expect(late.body.errors[0]).toMatchObject({ code: 'STALE_ROW' })
    expect(late.body.data.theirs).toEqual(now)
    expect(await cartOf(one)).toEqual(now)
  })

  it('is begun once when colleagues begin it at the same moment', { tags: ['locks'] }, async () => {
    const { one, other, items, customerId } = await payingCustomer(portal, [100_00])
    const body = { rowVersion: null, items: [line(items[0]!, 100_00)] }
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, round) => (round % 2 ? one : other).post('/api/payments/cart', body)),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(answers.map(answer => answer.body.cart.id)).size).toBe(1)
    expect(await portal.db('payment_cart').where({ customerId })).toHaveLength(1)
  })

  it('tells nobody of a conflict who sends the same again, as its answer did not come', async () => {
    const { one, items } = await payingCustomer(portal, [100_00, 200_00])
    const before = await fill(one, [line(items[0]!, 100_00)])
    const body = { rowVersion: before.cart!.rowVersion, items: items.map(item => line(item, 90_00)) }
    const first = await one.post('/api/payments/cart', body)
    const again = await one.post('/api/payments/cart', { ...body, items: body.items.toReversed() })
    expect([first.status, again.status, again.body]).toEqual([201, 201, first.body])
  })

  it('keeps its version while nothing in it changes', async () => {
    const { one, items } = await payingCustomer(portal, [100_00])
    const first = await fill(one, [line(items[0]!, 100_00)])
    expect((await fill(one, [line(items[0]!, 100_00)])).cart).toEqual(first.cart)
  })

  it('is saved with its faults, which it names at their lines', async () => {
    const { one, items } = await payingCustomer(portal, [100_00, 200_00], { allowPartial: false })
    const { faults } = await fill(one, [line(items[0]!, 99_00), line(items[1]!, 150_00, 50_00)])
    expect(faults.map(({ itemId, field, code }) => [itemId, field, code])).toEqual([
      [items[0]!.id, 'payAmount', 'NOT_WHOLE'],
      [items[1]!.id, 'tdsAmount', 'TDS_TOO_HIGH'],
    ])
  })

  it('takes no item of somebody else, and none twice', async () => {
    const { one, items } = await payingCustomer(portal, [100_00])
    const stranger = await payingCustomer(portal, [100_00])
    const save = (lines: unknown) => one.post('/api/payments/cart', { rowVersion: null, items: lines })
    const theirs = await save([line(stranger.items[0]!, 100_00)])
    expect(theirs.status).toBe(400)
    expect(theirs.body.errors[0]).toMatchObject({ field: 'items[0].itemId', code: 'UNKNOWN_REF' })
    const twice = await save([line(items[0]!, 100_00), line(items[0]!, 100_00)])
    expect(twice.body.errors[0]).toMatchObject({ field: 'items[1].itemId', code: 'DUPLICATE' })
    const odd = await save([{ ...line(items[0]!, 100_00), payAmount: 1.5 }])
    expect(odd.body.errors[0]).toMatchObject({ field: 'items[0].payAmount' })
    expect((await one.post('/api/payments/cart', { rowVersion: null, items: [], customerId: 7 })).status).toBe(400)
  })

  it('still shows a line whose item was settled meanwhile, with the reason to take it out', async () => {
    const { one, items } = await payingCustomer(portal, [100_00, 200_00])
    await fill(one, [line(items[0]!, 100_00), line(items[1]!, 200_00)])
    await portal.db('upload_outstanding').where({ id: items[0]!.id }).update({ isActive: 0, closedOn: '2026-01-01' })
    const cart = await cartOf(one)
    expect(cart.items.map(({ isOpen, payable }) => [isOpen, payable])).toEqual([
      [false, 0],
      [true, 200_00],
    ])
    expect(cart.faults).toMatchObject([{ itemId: items[0]!.id, field: 'itemId', code: 'ITEM_CLOSED' }])
  })

  it('holds items of the company code of its account alone', async () => {
    const { one, customerId } = await payingCustomer(portal, [])
    await openItems(portal, customerId, [100_00], { sapItem: '2000202600000000010001', source: 'SAP' })
    await openItems(portal, customerId, [300_00], { sapItem: '1000202600000000010001', source: 'SAP' })
    expect((await cartOf(one)).items.map(({ payable }) => payable)).toEqual([300_00])
  })

  it('with 500 items takes no more statements to read and save than with five', async () => {
    const count = async (size: number) => {
      const { one, items } = await payingCustomer(portal, Array(size).fill(100_00))
      let statements = 0
      // Jobs of the portal ask in between, and not about carts.
      const tally = ({ sql }: { sql: string }) => {
        if (/payment_cart|upload_outstanding/.test(sql)) statements++
      }
      portal.db.on('query', tally)
      const saved = await fill(
        one,
        items.map((item, index) => line(item, 100_00 - (index % 100), index % 100)),
      )
      await fill(
        one,
        saved.items.map(item => line(item, 100_00)),
      )
      portal.db.off('query', tally)
      return statements
    }
    const few = await count(5)
    expect(few).toBeGreaterThan(10)
    expect(await count(500)).toBeLessThanOrEqual(few + 5)
  })
})

describe('whose cart it is', () => {
  it('staff who watch receivables read it and change nothing', async () => {
    const { one, items, customerId } = await payingCustomer(portal, [100_00])
    const saved = await fill(one, [line(items[0]!, 100_00)])
    expect((await finance.get(`/api/payments/cart?customerId=${customerId}`)).body).toEqual(saved)
    expect((await finance.get('/api/payments/cart')).status).toBe(400)
    expect((await finance.post('/api/payments/cart', { rowVersion: null, items: [] })).status).toBe(403)
  })

  it('other customers do not see it', async () => {
    const { customerId } = await payingCustomer(portal, [100_00])
    const stranger = await payingCustomer(portal, [])
    expect((await stranger.one.get(`/api/payments/cart?customerId=${customerId}`)).status).toBe(404)
  })
})

describe('who pays online', () => {
  const why = async (terms: Parameters<typeof payingCustomer>[2]) => {
    const { one, items } = await payingCustomer(portal, [100_00], terms)
    const { isEligible, why, items: offered } = await cartOf(one)
    expect(offered).toEqual([])
    const saved = await one.post('/api/payments/cart', { rowVersion: null, items: [line(items[0]!, 100_00)] })
    expect(saved.status).toBe(422)
    expect(saved.body.errors[0]).toMatchObject({ code: 'NOT_ELIGIBLE', message: why })
    return { isEligible, why }
  }

  it('is whoever has terms that are valid today', async () => {
    expect(await why({ validTo: '2020-12-31' })).toEqual({
      isEligible: false,
      why: 'Online payment is not set up for you yet: contact our accounts department',
    })
  })

  it('cannot while there is no valid account at that gateway', async () => {
    const notNow = { isEligible: false, why: 'Online payment is not available at present: contact us' }
    expect(await why({ gateway: 'PAYU', merchantAccount: 'MAIN' })).toEqual(notNow)
    expect(await why({ merchantAccount: 'NONE' })).toEqual(notNow)
  })

  it('cannot while a secret of the account is missing, of which the customer learns nothing', async () => {
    await portal.db('payment_account').where({ code: 'PAYU1' }).update({
      payAt: 'https://secure.payu.in',
      askAt: 'https://info.payu.in',
    })
    const answer = await why({ gateway: 'PAYU', merchantAccount: 'PAYU1' })
    await portal.db('payment_account').where({ code: 'PAYU1' }).update({ payAt: null, askAt: null })
    expect(answer).toEqual({ isEligible: false, why: 'Online payment is not available at present: contact us' })
  })
})
