/** @module-tag locks */
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { cartOf, checkOut, dispute, fill, line, payingCustomer, reviewOf } from '../../support/payments/cart-desk.ts'
import { clientAt, demoPortal, portalBeside } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(demoPortal)

const paymentsOf = (customerId: number) => portal.db('payment_transaction').where({ customerId }).orderBy('id')
const lockedBy = (ids: readonly number[]) =>
  portal.db('upload_outstanding').whereIn('id', ids).orderBy('id').pluck('lockedById')

/** A customer with two invoices and a credit, all of it in the cart. */
async function reviewed(terms: Parameters<typeof payingCustomer>[2] = {}) {
  const world = await payingCustomer(portal, [500_00, 200_00, -50_00], terms)
  const [older, newer, credit] = world.items
  const cart = await fill(world.one, [line(older!, 450_00, 50_00), line(newer!, 200_00), line(credit!, -50_00)])
  return { ...world, cart, review: reviewOf(cart), ids: world.items.map(({ id }) => id) }
}

describe('a checkout', () => {
  it('makes a payment of the cart, locks what it settles, and leaves room for the next cart', async () => {
    const { one, customerId, review, ids, cart } = await reviewed()
    const { status, body } = await checkOut(one, review)
    expect(status).toBe(201)
    expect(body).toMatchObject({ amount: 600_00, location: `/payments/hand-over/${body.txnNo}` })
    expect(body.txnNo).toMatch(/^PT\d{12}$/)
    const [payment] = await paymentsOf(customerId)
    expect(payment).toMatchObject({
      ...{ id: body.id, txnNo: body.txnNo, status: 'CREATED', postingStatus: 'NOT_DUE', amount: 600_00 },
      ...{ unallocatedAmount: 0, isAdvance: 0, gateway: 'MOCK', companyCode: '1000', cartId: cart.cart!.id },
      initiatedAt: null,
    })
    const settled = await portal.db('payment_allocation').where({ transactionId: body.id }).orderBy('itemId')
    expect(settled.map(({ amount, tdsAmount }) => [amount, tdsAmount])).toEqual([
      [450_00, 50_00],
      [200_00, 0],
      [-50_00, 0],
    ])
    expect(await lockedBy(ids)).toEqual([body.id, body.id, body.id])
    const next = await cartOf(one)
    expect(next.cart).toBeNull()
    expect(next.items.map(({ lockedByTxnNo }) => lockedByTxnNo)).toEqual([body.txnNo, body.txnNo, body.txnNo])
    expect(next.items.map(({ isPaid }) => isPaid)).toEqual([false, false, false])
    await portal.db('payment_transaction').where({ id: body.id }).update({ status: 'SUCCESS' })
    expect((await cartOf(one)).items.map(({ isPaid }) => isPaid)).toEqual([true, true, true])
    await portal.db('payment_transaction').where({ id: body.id }).update({ status: 'CREATED' })
    expect(await portal.db('payment_cart').where({ customerId })).toMatchObject([
      { status: 'CHECKED_OUT', releasedNo: cart.cart!.id },
    ])
  })

  it('asked thirty times at once with one key makes one payment, which all are told', async () => {
    const { one, customerId, review } = await reviewed()
    const key = randomUUID()
    const answers = await Promise.all(Array.from({ length: 30 }, () => checkOut(one, review, key)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    const made = await paymentsOf(customerId)
    expect(made).toHaveLength(1)
    expect(new Set(answers.map(({ body }) => body.txnNo))).toEqual(new Set([made[0].txnNo]))
    const allocated = await portal.db('payment_allocation').where({ transactionId: made[0].id }).sum({ all: 'amount' })
    expect(Number(allocated[0]!.all)).toBe(made[0].amount)
  })

  it('asked at two processes of one portal at once with one key makes one payment', async () => {
    const { one, customerId, review } = await reviewed()
    const beside = await portalBeside(portal)
    try {
      const there = clientAt(beside.url, one.token)
      const key = randomUUID()
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, round) => checkOut(round % 2 ? one : there, review, key)),
      )
      const [payment, ...more] = await paymentsOf(customerId)
      expect(more).toEqual([])
      expect(new Set(answers.map(({ status, body }) => `${status} ${body.txnNo}`))).toEqual(
        new Set([`201 ${payment.txnNo}`]),
      )
    } finally {
      await beside.close()
    }
  })

  it('asked by two colleagues at once, again and again with keys of their own, makes one payment', async () => {
    const { one, other, customerId, review } = await reviewed()
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, round) => checkOut(round % 2 ? one : other, review)),
    )
    const lost = answers.filter(({ status }) => status !== 201)
    expect(lost).toHaveLength(9)
    for (const { status, body } of lost) {
      expect(status).toBe(409)
      expect(body.errors[0]).toMatchObject({ code: 'CART_CHANGED' })
    }
    expect(await paymentsOf(customerId)).toHaveLength(1)
  })

  it('with the key of another checkout is refused', async () => {
    const { one, customerId, review } = await reviewed()
    const key = randomUUID()
    await checkOut(one, review, key)
    const { status, body } = await checkOut(one, { advanceAmount: 100_00 }, key)
    expect(status).toBe(422)
    expect(body.errors[0]).toMatchObject({ code: 'KEY_REUSED' })
    expect(await paymentsOf(customerId)).toHaveLength(1)
  })

  it('without a key, or of a cart of somebody else, is refused', async () => {
    const { one, review } = await reviewed()
    expect((await one.post('/api/payments/checkout', review)).status).toBe(400)
    const stranger = await payingCustomer(portal, [100_00])
    expect((await checkOut(stranger.one, review)).status).toBe(404)
    const finance = await portal.as('finance')
    expect((await checkOut(finance, review)).status).toBe(403)
  })

  it('that is misspelt names each field', async () => {
    const { one, review } = await reviewed()
    const faultsOf = async (more: object) => {
      const { status, body } = await checkOut(one, { ...review, ...more })
      expect(status).toBe(400)
      return body.errors.map(({ field }: { field: string }) => field).toSorted()
    }
    expect(await faultsOf({ total: '600', lines: [{ itemId: '1' }] })).toEqual([
      'lines[0].itemId',
      'lines[0].payAmount',
      'lines[0].payable',
      'total',
    ])
    expect(await faultsOf({ rowVersion: 0, lines: [{ itemId: 1 }] })).toEqual([
      'lines[0].payAmount',
      'lines[0].payable',
      'rowVersion',
    ])
    expect((await checkOut(one, { ...review, total: 1_00 })).body.errors[0]).toMatchObject({ code: 'WRONG_TOTAL' })
  })
})

describe('what changed since the review', () => {
  it.each([
    ['another balance', { balanceAmount: 490_00 }, '₹ 490.00 of it can be paid now'],
    ['its settlement', { isActive: 0, closedOn: '2026-01-01' }, 'It is no longer open here'],
  ])('such as %s of an item is told with its line, and nothing is paid', async (_, change, message) => {
    const { one, customerId, review, ids } = await reviewed()
    await portal.db('upload_outstanding').where({ id: ids[0] }).update(change)
    const { status, body } = await checkOut(one, review)
    expect(status).toBe(409)
    expect(body.errors[0]).toMatchObject({ code: 'CART_CHANGED' })
    expect(body.data.lines).toMatchObject([{ itemId: ids[0], reviewed: { payable: 500_00 }, message }])
    expect(await paymentsOf(customerId)).toEqual([])
    expect(await lockedBy(ids)).toEqual([null, null, null])
  })

  it.each([
    ['all of', 500_00, 'It is disputed meanwhile'],
    ['a part of', 200_00, '₹ 300.00 of it can be paid now, ₹ 200.00 is disputed'],
  ])('such as a dispute about %s an item is told with its line, and nothing is paid', async (_, amount, message) => {
    const { one, customerId, review, items } = await reviewed()
    await dispute(portal, items[0]!, amount)
    const { status, body } = await checkOut(one, review)
    expect(status).toBe(409)
    expect(body.data.lines).toMatchObject([{ itemId: items[0]!.id, reviewed: { payable: 500_00 }, message }])
    expect(await paymentsOf(customerId)).toEqual([])
  })

  it('such as what a colleague added or took out is told line by line', async () => {
    const { one, other, review, items } = await reviewed()
    await fill(other, [line(items[0]!, 450_00, 50_00), line(items[1]!, 150_00)])
    const { status, body } = await checkOut(one, review)
    expect(status).toBe(409)
    expect(body.data.lines).toMatchObject([
      { itemId: items[1]!.id, now: { payAmount: 150_00 }, message: 'A colleague changed its amounts meanwhile' },
      { itemId: items[2]!.id, now: null, message: 'A colleague took it out meanwhile' },
    ])
  })

  it('such as an invoice that another payment took is told with its number', async () => {
    const { one, review, items } = await reviewed()
    const first = await checkOut(one, review)
    const second = await fill(one, [line(items[1]!, 200_00)])
    expect(second.faults).toMatchObject([{ itemId: items[1]!.id, code: 'ITEM_LOCKED' }])
    const { status, body } = await checkOut(one, reviewOf(second))
    expect(status).toBe(409)
    expect(body.data.lines).toMatchObject([{ message: `It is being paid by ${first.body.txnNo}` }])
  })

  it('such as the end of the customer’s terms refuses the checkout', async () => {
    const { one, customerId, review } = await reviewed()
    await portal.db('upload_payment_customers').where({ customerId }).update({ isActive: 0 })
    const { status, body } = await checkOut(one, review)
    expect([status, body.errors[0].code]).toEqual([422, 'NOT_ELIGIBLE'])
    expect(await paymentsOf(customerId)).toEqual([])
  })

  it('a cart with faults is not checked out, and its faults are told', async () => {
    const { one, customerId, cart } = await reviewed({ maxTxnAmount: 100_00 })
    const { status, body } = await checkOut(one, reviewOf(cart))
    expect([status, body.errors[0].code]).toEqual([422, 'CART_FAULTS'])
    expect(body.data.faults).toMatchObject([{ itemId: null, field: 'net', code: 'NET_TOO_HIGH' }])
    expect(await paymentsOf(customerId)).toEqual([])
  })

  it('two carts over one invoice: one is paid, the other is told, whoever is first', async () => {
    for (let round = 0; round < 5; round++) {
      const { one, other, customerId, cart, items, review, ids } = await reviewed()
      // As after an upgrade or a repair by hand: a second cart, which the portal itself never makes beside an open one.
      const [second] = await portal.db('payment_cart').where({ id: cart.cart!.id })
      const { id: _, naturalKey: __, ...copied } = second
      const [id] = await portal.db('payment_cart').insert({ ...copied, releasedNo: 1_000_000 + round })
      const [taken] = await portal.db('payment_cart_item').where({ cartId: cart.cart!.id, itemId: items[0]!.id })
      const { id: ___, ...row } = taken
      await portal.db('payment_cart_item').insert({ ...row, cartId: id })
      const beside = { ...review, cartId: id, lines: review.lines.slice(0, 1), total: 450_00 }
      const answers = await Promise.all([checkOut(one, review), checkOut(other, beside)])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
      const [payment, ...more] = await paymentsOf(customerId)
      expect(more).toEqual([])
      expect((await lockedBy(ids))[0]).toBe(payment.id)
      expect(answers.find(({ status }) => status === 409)!.body.data.lines).toMatchObject([
        { itemId: items[0]!.id, message: `It is being paid by ${payment.txnNo}` },
      ])
    }
  })
})

describe('an advance', () => {
  it('is paid on account, tied to no item', async () => {
    const { one, customerId } = await payingCustomer(portal, [])
    const { status, body } = await checkOut(one, { advanceAmount: 2_500_00 })
    expect(status).toBe(201)
    expect(await paymentsOf(customerId)).toMatchObject([
      {
        txnNo: body.txnNo,
        amount: 2_500_00,
        advanceAmount: 2_500_00,
        unallocatedAmount: 0,
        isAdvance: 1,
        cartId: null,
      },
    ])
    expect(await portal.db('payment_allocation').where({ transactionId: body.id })).toEqual([])
  })

  it('is refused where it is not agreed, and beyond what may be paid at once', async () => {
    const agreed = await payingCustomer(portal, [], { maxTxnAmount: 1_000_00 })
    for (const advanceAmount of [99, 1_000_01]) {
      const { status, body } = await checkOut(agreed.one, { advanceAmount })
      expect([status, body.errors[0].code]).toEqual([422, 'ADVANCE_RANGE'])
    }
    const not = await payingCustomer(portal, [], { allowAdvance: false })
    const { status, body } = await checkOut(not.one, { advanceAmount: 500_00 })
    expect([status, body.errors[0].code]).toEqual([422, 'ADVANCE_NOT_AGREED'])
  })
})
