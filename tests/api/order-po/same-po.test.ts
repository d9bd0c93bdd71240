/** @module-tag locks */
import { describe, expect, it } from 'vitest'
import type { RowValues } from '../../../resources/define/row-values.ts'
import { exampleOrderInput, idempotencyHeader, takeStep } from '../../support/orders/example-order.ts'
import { type ApiClient, demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(demoPortal)
const asha = portal.person('asha')
const csc = portal.person('csc_agent')

let last = 0
/** A PO number that no other test has. */
const poNo = () => `PUR/26-27.${++last}_K`

/** A draft with a PO number, of some packs of one product. */
async function draft(customerPoNo: string, code = 'LS-1004', more: RowValues = {}): Promise<number> {
  const input = await exampleOrderInput(portal, asha, [[code, 10, 0]])
  const { status, body } = await asha.post('/api/orders', { ...input, customerPoNo, ...more }, idempotencyHeader())
  expect(status, JSON.stringify(body)).toBe(201)
  return body.id
}
const submit = (id: number, more: RowValues = {}, who: ApiClient = asha) => takeStep(who, id, 'submit', more)
const placed = async (customerPoNo: string, code?: string) => {
  const id = await draft(customerPoNo, code)
  expect((await submit(id)).status).toBe(201)
  return id
}
const row = (id: number) => portal.db('order').where({ id }).first()

describe('a PO number that the sold-to ordered before', () => {
  it('is asked about whatever the lines, with the other order, its lines and its state', async () => {
    const po = poNo()
    const first = await placed(po, 'LS-1001')
    const second = await draft(po, 'LS-1002')
    const { status, body } = await submit(second)
    expect([status, body.errors]).toMatchObject([422, [{ field: 'samePo', code: 'DUPLICATE_PO' }]])
    const { orderNo, orderDate, status: state } = await row(first)
    expect(body.message).toContain(`PO ${po} was ordered already with ${orderNo}`)
    expect(body.data.samePo).toMatchObject({
      ...{ poNo: po, others: 0 },
      orders: [{ id: first, orderNo, orderDate, status: state, lines: [{ qty: 10_000, uom: 'EA' }], more: 0 }],
    })
    expect(body.data.samePo.orders[0].lines[0].product).toMatch(/^LS-1001 /)
    expect(await row(second)).toMatchObject({ status: 'DRAFT', samePo: null })
  })

  it.each([
    ['in small letters', (po: string) => po.toLowerCase()],
    ['with spaces', (po: string) => ` ${po.replace('/', ' / ')}`],
    ['with other marks', (po: string) => po.replace(/[/._-]/g, '-')],
    ['with an en dash and a no-break space', (po: string) => po.replace('-', ' – ')],
  ])('is the same %s', async (_, written) => {
    const po = poNo()
    await placed(po)
    expect((await submit(await draft(written(po), 'LS-1002'))).body.errors?.[0].code).toBe('DUPLICATE_PO')
  })

  it('is another order of the same PO where that is said, and asked about the next time', async () => {
    const po = poNo()
    await placed(po)
    const second = await draft(po)
    expect((await submit(second, { samePo: 'ANOTHER_ORDER' })).status).toBe(201)
    expect(await row(second)).toMatchObject({ samePo: 'ANOTHER_ORDER' })
    const { body } = await submit(await draft(po))
    expect(body.data.samePo.orders.map(({ id }: { id: number }) => id)).toContain(second)
  })

  it('is never asked about again once the PO is called off in parts', async () => {
    const po = poNo()
    await placed(po)
    expect((await submit(await draft(po), { samePo: 'CALLED_OFF' })).status).toBe(201)
    const third = await draft(po.toLowerCase(), 'LS-1001')
    expect((await submit(third)).status).toBe(201)
    expect(await row(third)).toMatchObject({ samePo: 'CALLED_OFF' })
  })

  it.each([
    ['the earlier order ended without goods', { status: 'CANCELLED' }],
    ['it was of the financial year before', { orderDate: '2020-03-31' }],
  ])('is free again where %s', async (_, earlier) => {
    const po = poNo()
    await portal
      .db('order')
      .where({ id: await placed(po) })
      .update(earlier)
    expect((await submit(await draft(po))).status).toBe(201)
  })

  it('is no news to an order that came back, unless its PO number is another', async () => {
    const [po, taken] = [poNo(), poNo()]
    const first = await placed(po)
    await placed(taken)
    await portal.db('order').where({ id: first }).update({ status: 'IN_ERROR', pendingStep: null })
    const { rowVersion } = await row(first)
    const input = await exampleOrderInput(portal, asha, [['LS-1004', 12, 0]])
    const corrected = await asha.patch(`/api/orders/${first}`, { ...input, customerPoNo: taken, rowVersion })
    expect(corrected.status, JSON.stringify(corrected.body)).toBe(200)
    const asked = await takeStep(csc, first, 'resubmit')
    expect(asked.body.errors?.[0]?.code).toBe('DUPLICATE_PO')
    expect((await takeStep(csc, first, 'resubmit', { samePo: 'ANOTHER_ORDER' })).status).toBe(201)
  })
})

it('of three orders of one PO that are submitted at once, one is placed and two are asked', async () => {
  const po = poNo()
  const ids = [await draft(po, 'LS-1001'), await draft(po, 'LS-1002'), await draft(po, 'LS-1004')]
  const answers = await Promise.all(ids.map(id => submit(id)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422, 422])
  expect(answers.flatMap(({ body }) => body.errors?.[0]?.code ?? [])).toEqual(['DUPLICATE_PO', 'DUPLICATE_PO'])
})
