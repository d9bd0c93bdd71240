import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { dispatchDesk } from '../../support/dispatches/dispatch-desk.ts'

const { portal, desk, otherDesk, clockAt, billed, key, lrOver, orderStatus, close } = await dispatchDesk()
afterAll(close)
beforeEach(() => clockAt())

const linesOf = (invoiceId: number): Promise<{ id: number; qty: number }[]> =>
  portal.db('invoice_line').where({ invoiceId }).orderBy('lineNo').select('id', 'qty')
const statusOf = async (id: number) => (await portal.db('invoice').where({ id }).first('dispatchStatus')).dispatchStatus

/** The LR of a part of an invoice with two lines of 20 and 5 pieces. */
async function partOf(invoiceId: number, quantities: number[], more: object = {}, header: object = {}) {
  const lines = await linesOf(invoiceId)
  const items = quantities.flatMap((qty, index) => (qty > 0 ? [{ invoiceLineId: lines[index]!.id, qty }] : []))
  const line = { invoiceId, packages: 4, packagesInAll: 10, items, ...more }
  return lrOver([], { packages: 4, lines: [line], ...header })
}

describe('a part of an invoice', () => {
  it('goes on an LR of its own, and the rest on another with a challan', async () => {
    const { id, ids, lineIds } = await billed()
    const first = await desk.post('/api/lrs', await partOf(ids[0]!, [8_000, 0]), key())
    expect(first.status).toBe(201)
    expect(await statusOf(ids[0]!)).toBe('PARTIAL')
    expect(await orderStatus(id)).toBe('PARTIALLY_DISPATCHED')
    expect(await portal.db('lr_line').where({ lrId: first.body.id })).toMatchObject([
      { packages: 4, weightKg: 20_000, invoiceValue: 94_400 },
    ])
    expect(await portal.db('lr_line_item').where({ lrId: first.body.id })).toMatchObject([
      { qty: 8_000, weightKg: 20_000 },
    ])
    expect(await portal.db('order_line').whereIn('id', lineIds).orderBy('lineNo')).toMatchObject([
      { dispatchedQty: 8_000, lineStatus: 'PARTIALLY_DISPATCHED' },
      { dispatchedQty: 0, lineStatus: 'OPEN' },
    ])
    const proposal = await desk.get(`/api/lr-proposal?invoiceIds[]=${ids[0]}`)
    expect(proposal.body).toMatchObject({
      actualWeightKg: 35_000,
      declaredValue: 200_600,
      packages: 6,
      lines: [{ isFurther: true, packagesInAll: 10, goods: [{ qty: 12_000 }, { qty: 5_000 }] }],
    })
    const rest = { packages: 6, lines: [{ invoiceId: ids[0], packages: 6 }] }
    const without = await desk.post('/api/lrs', lrOver([], rest), key())
    expect(without.body.errors).toMatchObject([{ field: 'lines[0].challanNo', code: 'REQUIRED' }])
    rest.lines = [{ ...rest.lines[0]!, challanNo: 'DC/7' } as never]
    const second = await desk.post('/api/lrs', lrOver([], rest), key())
    expect(second.status).toBe(201)
    expect(await statusOf(ids[0]!)).toBe('ON_LR')
    expect(await orderStatus(id)).toBe('DISPATCHED')
    expect(await portal.db('lr_line').where({ lrId: second.body.id })).toMatchObject([
      { packages: 6, weightKg: 35_000, invoiceValue: 200_600, challanNo: 'DC/7' },
    ])
    expect((await desk.get(`/api/lr-proposal?invoiceIds[]=${ids[0]}`)).status).toBe(409)
  })

  it('stays among the waiting invoices with what is left of it', async () => {
    const { ids } = await billed()
    await desk.post('/api/lrs', await partOf(ids[0]!, [8_000, 0]), key())
    const { body } = await desk.get('/api/waiting-invoices')
    const waiting = body.groups.flatMap(({ invoices }: { invoices: { id: number }[] }) => invoices)
    expect(waiting.find((one: { id: number }) => one.id === ids[0])).toMatchObject({
      isPart: true,
      weightKg: 35_000,
      value: 200_600,
      packages: 6,
    })
  })

  it.each<[string, string, number[], object, object]>([
    ['more than is left', 'lines[0].items[0].qty', [20_001, 0], {}, {}],
    ['no packages', 'lines[0].packages', [8_000, 0], { packages: null }, {}],
    ['no packages in all', 'lines[0].packagesInAll', [8_000, 0], { packagesInAll: null }, {}],
    ['more packages than the invoice has', 'lines[0].packages', [8_000, 0], { packages: 11 }, { packages: 11 }],
    ['packages that do not add up', 'packages', [8_000, 0], {}, { packages: 5 }],
  ])('is refused with %s', async (_, field, quantities, line, header) => {
    const { ids } = await billed()
    const { status, body } = await desk.post('/api/lrs', await partOf(ids[0]!, quantities, line, header), key())
    expect(status).toBe(400)
    expect(body.errors).toMatchObject([{ field }])
    expect(await statusOf(ids[0]!)).toBe('PENDING')
  })

  it('has goods of its own invoice, each once', async () => {
    const [one, other] = [await billed(), await billed()]
    const [line] = await linesOf(one.ids[0]!)
    const [foreign] = await linesOf(other.ids[0]!)
    const ask = async (items: unknown) => {
      const body = lrOver([], { packages: 4, lines: [{ invoiceId: one.ids[0], packages: 4, packagesInAll: 9, items }] })
      return (await desk.post('/api/lrs', body, key())).body.errors
    }
    expect(await ask([{ invoiceLineId: foreign!.id, qty: 1 }])).toMatchObject([
      { field: 'lines[0].items[0].invoiceLineId', code: 'UNKNOWN_REF' },
    ])
    expect(
      await ask([
        { invoiceLineId: line!.id, qty: 1 },
        { invoiceLineId: line!.id, qty: 2 },
      ]),
    ).toMatchObject([{ field: 'lines[0].items[1].invoiceLineId', code: 'DUPLICATE' }])
    expect(await ask([])).toMatchObject([{ field: 'lines[0].items', code: 'TYPE' }])
    expect(await ask([{ invoiceLineId: line!.id, qty: 1, price: 5 }])).toMatchObject([{ code: 'UNKNOWN_FIELD' }])
  })

  it('does not go where the order is delivered only in full', async () => {
    const { id, ids, lineIds } = await billed()
    await portal.db('order').where({ id }).update({ completeDelivery: 1 })
    await portal.db('order_line').where({ id: lineIds[0] }).update({ invoicedQty: 20_000 })
    await portal.db('order_line').where({ id: lineIds[1] }).update({ invoicedQty: 5_000 })
    expect((await desk.post('/api/lrs', await partOf(ids[0]!, [8_000, 0]), key())).body.errors).toMatchObject([
      { code: 'COMPLETE_DELIVERY' },
    ])
  })

  it('is booked once, however many book the rest of an invoice at the same moment', { tags: ['locks'] }, async () => {
    const { ids } = await billed()
    await desk.post('/api/lrs', await partOf(ids[0]!, [8_000, 0]), key())
    const rest = () => lrOver([], { packages: 6, lines: [{ invoiceId: ids[0], packages: 6, challanNo: 'DC/8' }] })
    const answers = await Promise.all(Array.from({ length: 30 }, () => desk.post('/api/lrs', rest(), key())))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]))
    const [sums] = await portal
      .db('lr_line_item')
      .join('lr_line', 'lr_line.id', 'lr_line_item.lrLineId')
      .where({ 'lr_line.invoiceId': ids[0] })
      .sum({ total: 'lr_line_item.qty' })
    expect(Number(sums!.total)).toBe(25_000)
  })
})

describe('the waiting invoices', () => {
  it('stand by ship-to with what they weigh and are worth, for the desks of their plant only', async () => {
    const { ids } = await billed()
    await portal.db('ship_to').update({ deliveryWindow: '10:00-13:00' })
    const { body } = await desk.get('/api/waiting-invoices')
    expect(body.plants).toMatchObject([{ code: '1010' }])
    const [group] = body.groups
    expect(group).toMatchObject({
      shipTo: expect.stringContaining('200123'),
      city: 'Pune',
      deliveryWindow: '10:00-13:00',
    })
    expect(group.invoices.find((one: { id: number }) => one.id === ids[0])).toMatchObject({
      weightKg: 55_000,
      value: 295_000,
      packages: 10,
      isPart: false,
      freightTerms: 'FOR',
    })
    expect((await otherDesk.get('/api/waiting-invoices')).body).toMatchObject({ plantId: null, groups: [] })
    const foreign = await otherDesk.get(`/api/waiting-invoices?plantId=${body.plantId}`)
    expect(foreign.body.groups).toEqual([])
    expect((await desk.get('/api/waiting-invoices?plantId=x')).status).toBe(400)
  })
})
