/** @module-tag locks */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findDifferences } from '../../../api/orders/reconcile-orders.ts'
import { today } from '../../../api/platform/clock.ts'
import { sum } from '../../../resources/define/amounts.ts'
import { addDays } from '../../../resources/define/dates.ts'
import { sendFile } from '../../support/files.ts'
import { exampleCustomer, idempotencyHeader, orderInputFor, takeStep } from '../../support/orders/example-order.ts'
import { type Answer, type ApiClient, demoPortal, portalBeside, type TestPortal } from '../../support/portal.ts'

const MANY = 30
let portal: TestPortal
let beside: TestPortal | undefined
let asha: ApiClient
/** asha signed in at each process: one on SQLite, two on MariaDB. */
let ashas: ApiClient[]

beforeAll(async () => {
  portal = await demoPortal()
  if (portal.databaseUrl.startsWith('mysql:')) beside = await portalBeside(portal)
  asha = await portal.as('asha')
  ashas = [asha, ...(beside ? [await beside.as('asha')] : [])]
})
afterAll(async () => {
  await beside?.close()
  await portal.close()
})

type Lines = readonly (readonly [string, number, number])[]

/** Creates drafts of the same content, each with its own purchase order. */
async function drafts(count: number, lines: Lines, promoCode: string | null = null): Promise<number[]> {
  const order = await orderInputFor(portal, asha, await exampleCustomer(portal), lines)
  const ids: number[] = []
  for (let index = 0; index < count; index++) {
    const body = {
      ...order,
      customerPoNo: `RACE-${lines[0]![0]}-${index}`,
      lines: order.lines.map(line => ({ ...line, promoCode })),
    }
    const { status, body: made } = await asha.post('/api/orders', body, idempotencyHeader())
    expect(status, JSON.stringify(made)).toBe(201)
    ids.push(made.id)
  }
  return ids
}

const all = (ids: number[], step: string, remark?: string): Promise<Answer[]> =>
  Promise.all(ids.map((id, index) => takeStep(ashas[index % ashas.length]!, id, step, remark ? { remark } : {})))
const done = (answers: Answer[]) => answers.filter(({ status }) => status === 201)
const codes = (answers: Answer[]) => [
  ...new Set(
    answers.filter(({ status }) => status !== 201).map(({ status, body }) => `${status} ${body.errors?.[0]?.code}`),
  ),
]
const reserved = async (kind: string, heldOf: number) => {
  const rows = await portal.db('reservation').where({ kind, heldOf })
  return { uses: sum(rows.map(row => Number(row.uses))), qty: sum(rows.map(row => Number(row.heldQty))) }
}

describe('a promo code used by thirty orders at once', () => {
  const promo = () => portal.db('channel_product_promocode').where({ promoCode: 'SOLVENT5' }).first()
  const allow = (limits: object) =>
    portal.db('channel_product_promocode').where({ promoCode: 'SOLVENT5' }).update(limits)
  let ids: number[]

  it('with a limit of one use is used once', async () => {
    ids = await drafts(MANY, [['LS-1101', 6, 12]], 'SOLVENT5')
    await allow({ maxUses: 1, maxQtyPerCustomer: null })
    const answers = await all(ids, 'submit')
    expect([done(answers).length, codes(answers)]).toEqual([1, ['422 PROMO_NOT_VALID']])
    const { id, usedCount } = await promo()
    expect([usedCount, await reserved('PROMO', id)]).toEqual([1, { uses: 1, qty: 6000 }])
  })

  it('never exceeds the quantity per customer', async () => {
    await allow({ maxUses: null, maxQtyPerCustomer: 24_000 })
    const states = await portal.db('order').whereIn('id', ids).where('status', 'DRAFT').pluck('id')
    const answers = await all(states, 'submit')
    expect([done(answers).length, codes(answers)]).toEqual([3, ['422 PROMO_NOT_VALID']])
    const { id, usedCount } = await promo()
    expect([usedCount, await reserved('PROMO', id)]).toEqual([4, { uses: 4, qty: 24_000 }])
  })

  it('is released once by each cancelled order, however often the cancel is sent', async () => {
    const placed: number[] = await portal.db('order').whereIn('id', ids).whereNot('status', 'DRAFT').pluck('id')
    const answers = await all([...placed, ...placed, ...placed], 'cancel', 'Bought elsewhere')
    expect(done(answers)).toHaveLength(4)
    const { id, usedCount } = await promo()
    expect([usedCount, await reserved('PROMO', id)]).toEqual([0, { uses: 0, qty: 0 }])
  })
})

it('thirty orders at once reserve of an end-user document no more than it permits', async () => {
  const { id: customerId } = await exampleCustomer(portal)
  const product = await portal.db('products').where({ code: 'LS-1401' }).first('id')
  const file = await sendFile(portal, asha, 'EUD')
  const paper = await asha.post(
    '/api/eud-documents',
    {
      ...{ customerId, productId: product.id, documentType: 'NDPS_REGISTRATION', documentRef: 'NDPS/118' },
      ...{ endUse: 'Synthesis', issueDate: addDays(today(), -9), permittedQty: 100_000, attachmentId: file.body.id },
    },
    idempotencyHeader(),
  )
  const ids = await drafts(MANY, [['LS-1401', 20, 12]])
  const answers = await all(ids, 'submit')
  expect([done(answers).length, codes(answers)]).toEqual([5, ['422 EUD_MISSING']])
  const kept = () => portal.db('eud_document').where('id', paper.body.id).first('reservedQty', 'usedQty')
  expect(await kept()).toEqual({ reservedQty: 100_000, usedQty: 0 })
  const [gone] = done(answers)
  await takeStep(asha, gone!.body.order.id, 'cancel', { remark: 'Bought elsewhere' })
  expect(await kept()).toEqual({ reservedQty: 80_000, usedQty: 0 })
})

it('thirty orders at once reserve of a rate contract exactly their quantities, and release exactly those', async () => {
  const { id: customerId } = await exampleCustomer(portal)
  const line = () => portal.db('rate_contract_line').where({ customerId, lineNo: 10 }).first()
  const before = await line()
  const ids = await drafts(MANY, [['LS-1003', 4, 12]])
  const answers = await all(ids, 'submit')
  expect([done(answers).length, codes(answers)]).toEqual([MANY, []])
  expect((await line()).reservedQty - before.reservedQty).toBe(MANY * 4000)
  expect(done(await all(ids.slice(0, 20), 'cancel', 'Bought elsewhere'))).toHaveLength(20)
  expect((await line()).reservedQty - before.reservedQty).toBe(10 * 4000)
  expect(await reserved('CONTRACT', before.id)).toMatchObject({ qty: (await line()).reservedQty })
})

it('then the reconciliation finds no difference in any order or counter', async () => {
  // An order that is just being sent to SAP may be between two states.
  await portal.runDue()
  expect(await portal.db('sap_outbox').whereIn('status', ['READY', 'SENDING'])).toEqual([])
  expect(await findDifferences(portal.db)).toEqual([])
  await portal.db('channel_product_promocode').where({ promoCode: 'SOLVENT5' }).increment('usedCount', 1)
  expect(await findDifferences(portal.db)).toEqual(['PROMO SOLVENT5: 1 (uses) are counted, and orders hold 0'])
  await portal.db('channel_product_promocode').where({ promoCode: 'SOLVENT5' }).decrement('usedCount', 1)
})

describe('thirty orders against one credit limit', () => {
  it('use the available credit and no more, and the others wait for the credit desk', async () => {
    const { id: payerId } = await exampleCustomer(portal)
    const ids = await drafts(MANY, [['LS-1001', 10, 0]])
    const { grossValue } = await portal.db('order').where('id', ids[0]!).first('grossValue')
    await portal.db('upload_outstanding').where({ customerId: payerId }).update({ balanceAmount: 0 })
    await portal.db('order').where({ payerId }).whereNotIn('id', ids).update({ status: 'CANCELLED' })
    const before = await portal.db('customer').where({ id: payerId }).first('creditLimit')
    await portal
      .db('customer')
      .where({ id: payerId })
      .update({ creditLimit: 7 * grossValue + 1 })
    const answers = await all(ids, 'submit')
    await portal.db('customer').where({ id: payerId }).update(before)
    expect([done(answers).length, codes(answers)]).toEqual([MANY, []])
    const placed = await portal.db('order').whereIn('id', ids)
    const waiting = placed.filter(order => order.pendingStep === 'LIMIT')
    expect([placed.length - waiting.length, waiting.length]).toEqual([7, MANY - 7])
    for (const order of waiting) expect(order.creditExcess).toBeGreaterThan(0)
  })
})
