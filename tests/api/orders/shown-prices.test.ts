import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type SeenLine, seenOf } from '../../../resources/orders/quote/seen-prices.ts'
import { exampleOrderInput, idempotencyHeader, takeStep } from '../../support/orders/example-order.ts'
import { demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(demoPortal)
const asha = portal.person('asha')
let prices: { id: number; listPrice: number }[]

beforeAll(async () => {
  prices = await pricesOf('LS-1001').select('product_price.id', 'listPrice')
})
afterEach(async () => {
  for (const { id, listPrice } of prices) await portal.db('product_price').where({ id }).update({ listPrice })
})

const pricesOf = (code: string) =>
  portal.db('product_price').whereIn('productId', portal.db('products').where({ code }).select('id'))
const raise = (paise: number) =>
  pricesOf('LS-1001').update({ listPrice: portal.db.raw('?? + ?', ['listPrice', paise]) })
const orderRow = (id: number) => portal.db('order').where({ id }).first()
const input = () =>
  exampleOrderInput(portal, asha, [
    ['LS-1001', 10, 4],
    ['LS-1002', 5, 4],
  ])

/** What the pad shows, and the draft that it saves. */
async function shown() {
  const order = await input()
  const { body: quote } = await asha.post('/api/quotes', order)
  const seenLines: SeenLine[] = quote.lines.map(seenOf)
  return { order, seenLines, grossValue: quote.totals.grossValue as number }
}
const save = async (order: Awaited<ReturnType<typeof input>>) =>
  (await asha.post('/api/orders', order, idempotencyHeader())).body.id as number

describe('an order is submitted at the prices that were shown', () => {
  it('a price raised between the pad and the saving stops the submit, with old and new of the line', async () => {
    const { order, seenLines, grossValue } = await shown()
    await raise(5_000)
    const id = await save(order)
    const before = await orderRow(id)
    const { status, body } = await takeStep(asha, id, 'submit', { seenLines })
    expect(status).toBe(409)
    expect(body.errors[0]).toMatchObject({ code: 'PRICES_CHANGED' })
    expect(body.message).toMatch(/^The price of LS-1001 changed since it was shown: the order is now ₹ /)
    const { differences } = body.data
    expect(differences).toHaveLength(1)
    expect(differences[0]).toMatchObject({ index: 0, code: 'LS-1001', was: seenLines[0] })
    expect(differences[0].now.netPrice).toBeGreaterThan(seenLines[0]!.netPrice)
    expect(body.data.grossValue).toEqual({ was: grossValue, now: before.grossValue })
    expect(await orderRow(id)).toEqual(before)
  })

  it('one more submit with the new prices places it at exactly these', async () => {
    const { order, seenLines } = await shown()
    await raise(5_000)
    const id = await save(order)
    const stopped = await takeStep(asha, id, 'submit', { seenLines })
    const { status } = await takeStep(asha, id, 'submit', { seenLines: stopped.body.data.seenLines })
    expect(status).toBe(201)
    expect((await orderRow(id)).grossValue).toBe(stopped.body.data.grossValue.now)
  })

  it('a price that changed again after it was accepted stops the submit again', async () => {
    const { order, seenLines } = await shown()
    await raise(5_000)
    const id = await save(order)
    const stopped = await takeStep(asha, id, 'submit', { seenLines })
    await raise(1_000)
    const again = await takeStep(asha, id, 'submit', { seenLines: stopped.body.data.seenLines })
    expect([again.status, again.body.data.grossValue.was]).toEqual([409, stopped.body.data.grossValue.now])
  })

  it('the same prices pass', async () => {
    const { order, seenLines } = await shown()
    expect((await takeStep(asha, await save(order), 'submit', { seenLines })).status).toBe(201)
  })

  it('without word of what was shown, the saved prices count: a difference stops it, dearer or cheaper', async () => {
    for (const paise of [5_000, -5_000]) {
      const id = await save(await input())
      const saved = await orderRow(id)
      await raise(paise)
      const { status, body } = await takeStep(asha, id, 'submit')
      expect([status, body.data?.grossValue?.was]).toEqual([409, saved.grossValue])
      await raise(-paise)
      expect((await takeStep(asha, id, 'submit')).status).toBe(201)
    }
  })

  it('a new list price that leaves what is paid as it was stops nothing', async () => {
    const { order, seenLines } = await shown()
    const id = await save(order)
    const other = [{ ...seenLines[0]!, discountPct: 1 }, seenLines[1]!]
    expect((await takeStep(asha, id, 'submit', { seenLines: other })).status).toBe(201)
  })

  it('amounts for other lines than the order has, or in words, are refused by field', async () => {
    const { order, seenLines } = await shown()
    const id = await save(order)
    const fewer = await takeStep(asha, id, 'submit', { seenLines: [seenLines[0]] })
    expect([fewer.status, fewer.body.errors[0].field]).toEqual([400, 'seenLines'])
    const text = await takeStep(asha, id, 'submit', { seenLines: [{ grossValue: 'much' }, {}] })
    expect([text.status, text.body.errors[0].field]).toEqual([400, 'seenLines[0].grossValue'])
    const unknown = await takeStep(asha, id, 'submit', { seenLines: [{ limitPrice: 1 }, {}] })
    expect([unknown.status, unknown.body.errors[0].code]).toEqual([400, 'UNKNOWN_FIELD'])
    expect((await orderRow(id)).status).toBe('DRAFT')
  })

  it('every changed line is told, and lines that did not change are not', async () => {
    const { order, seenLines } = await shown()
    const id = await save(order)
    const dearer = seenLines.map(line => ({ ...line, freightValue: line.freightValue + 100 }))
    const { status, body } = await takeStep(asha, id, 'submit', { seenLines: dearer })
    expect([status, body.data.differences.map(({ code }: { code: string }) => code)]).toEqual([
      409,
      ['LS-1001', 'LS-1002'],
    ])
    expect(body.message).toMatch(/of 2 lines changed/)
  })
})
