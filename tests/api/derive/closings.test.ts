/** @module-tag sql */
import { afterEach, describe, expect, it } from 'vitest'
import { closeDue } from '../../../api/derive/closing/closings.ts'
import { setClock, today } from '../../../api/platform/clock.ts'
import { addDays, instantOf } from '../../../resources/define/dates.ts'
import type { RowValues } from '../../../resources/define/row-values.ts'
import { exampleCustomer, exampleOrderInput, idempotencyHeader, takeStep } from '../../support/orders/example-order.ts'
import type { ApiClient } from '../../support/portal.ts'
import { demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(demoPortal)
const keeper = portal.person('master_admin')
const asha = portal.person('asha')

afterEach(() => setClock(null))

const PRODUCTS = 'masters/products'
const EMPLOYEES = 'access-control/employee'
const idOf = async (table: string, where: RowValues) => (await portal.db(table).where(where).first('id')).id as number
const rowOf = (table: string, id: number) => portal.db(table).where({ id }).first()
const planFor = async (who: ApiClient, resource: string, rowId: number, more = '') =>
  (await who.get(`/api/closing-plan?resource=${resource}&rowId=${rowId}${more}`)).body
const close = (resource: string, rowId: number, more: RowValues = {}) =>
  keeper.post('/api/closings', { resource, rowId, lastDay: today(), reason: 'Range is cut', ...more })
const statusOf = async (id: number) => (await portal.db('closing').where({ id }).first('status')).status
/** The night after a day. */
async function nightAfter(day: string) {
  setClock(instantOf(addDays(day, 1), '00:30'))
  await closeDue(portal.db)
}
/** A product of its own that is mapped, discounted and on the list of a customer. */
async function product(code: string) {
  const like = await portal.db('products').where({ code: 'LS-1001' }).first()
  const { id: _, naturalKey: __, periodKey: ___, ...columns } = like
  await portal.db('products').insert({ ...columns, code, name: code, naturalKey: code.toLowerCase() })
  const id = await idOf('products', { code })
  const prices: RowValues[] = await portal.db('product_price').where({ productId: like.id, isActive: 1 })
  for (const { id: at, ...price } of prices)
    await portal
      .db('product_price')
      .insert({ ...price, productId: id, naturalKey: `${code} ${at}`, periodKey: `${code} ${at}` })
  const mapped = (await keeper.post('/api/masters/cnf-product-map', await mapping(id))).body
  const { id: customerId } = await exampleCustomer(portal)
  const own = await asha.post('/api/masters/customer-item-codes', { customerId, productId: id, itemCode: code })
  return { id, mapping: mapped.id as number, item: own.body.id as number }
}
const mapping = async (productId: number) => ({
  cnfId: await idOf('cnf', { isActive: 1 }),
  productId,
  priority: 5,
  validFrom: today(),
})

describe('a product that is closed', () => {
  it('says before what ends with it, takes orders up to its last day, and names what replaces it', async () => {
    const { id } = await product('CL-1')
    const takerId = await idOf('products', { code: 'LS-1004' })
    const plan = await planFor(keeper, PRODUCTS, id, `&takerId=${takerId}`)
    expect(plan.subject).toBe('CL-1 · CL-1')
    expect(plan.uses).toContainEqual(
      expect.objectContaining({ use: 'cnf-product-map.productId', becomes: 'ENDS', count: 1 }),
    )
    const { status, body } = await close(PRODUCTS, id, { takerId })
    expect([status, body.status, body.taker], JSON.stringify(body)).toEqual([
      201,
      'PLANNED',
      expect.stringMatching(/^LS-1004/),
    ])
    expect(await rowOf('products', id)).toMatchObject({ lastDay: today(), substituteProductId: takerId, isActive: 1 })
    const again = await close(PRODUCTS, id)
    expect([again.status, again.body.message]).toEqual([
      409,
      expect.stringMatching(/^CL-1 .* already: undo that first$/),
    ])
    setClock(instantOf(addDays(today(), 1), '09:00'))
    const late = await portal.as('asha')
    const input = await exampleOrderInput(portal, late, [['CL-1', 1, 0]])
    const quote = await late.post('/api/quotes', input)
    expect(JSON.stringify(quote.body)).toContain('PRODUCT_NOT_ORDERABLE')
    expect(JSON.stringify(quote.body)).toMatch(/order LS-1004 [^:]+ instead/)
  })

  it('is finished first where an order is open; then it goes, with one history entry for each row', async () => {
    const made = await product('CL-2')
    const draft = await asha.post(
      '/api/orders',
      await exampleOrderInput(portal, asha, [['CL-2', 1, 0]]),
      idempotencyHeader(),
    )
    const closing = (await close(PRODUCTS, made.id)).body
    await nightAfter(today())
    expect(await statusOf(closing.id)).toBe('FINISHING')
    expect((await rowOf('closing', closing.id)).stillOpen).toMatch(/^Order Lines?: 1$/i)
    expect(await rowOf('cnf_product_map', made.mapping)).toMatchObject({ isActive: 1, validTo: addDays(today(), -1) })
    setClock(null)
    const deleted = await takeStep(asha, draft.body.id, 'delete', { remark: 'Not needed' })
    expect(deleted.status, JSON.stringify(deleted.body)).toBe(201)
    await nightAfter(addDays(today(), 1))
    expect(await statusOf(closing.id)).toBe('CLOSED')
    expect(await rowOf('products', made.id)).toMatchObject({ isActive: 0 })
    expect(await rowOf('customer_item_codes', made.item)).toMatchObject({ isActive: 0 })
    const entries = await portal
      .db('audit_entry')
      .where({ entity: 'cnf-product-map', entityId: made.mapping })
      .whereNot({ action: 'CREATE' })
    expect(entries.map(({ reason }) => reason)).toEqual([
      expect.stringMatching(/^CL-2 · CL-2 closed after .*: Range is cut$/),
    ])
    setClock(null)
    const shown = await keeper.get(`/api/closing?resource=${PRODUCTS}&rowId=${made.id}`)
    expect(shown.body.closing.done).toContainEqual(expect.objectContaining({ becomes: 'ENDS', count: 1 }))
  })

  it('stays where the closing is undone before its last day is over, and not afterwards', async () => {
    const { id } = await product('CL-3')
    const closing = (await close(PRODUCTS, id)).body
    expect((await keeper.post('/api/closing-undoings', { closingId: closing.id })).body.status).toBe('UNDONE')
    expect(await rowOf('products', id)).toMatchObject({ lastDay: null, isActive: 1 })
    await nightAfter(today())
    expect(await rowOf('products', id)).toMatchObject({ isActive: 1 })
    setClock(null)
    const second = (await close(PRODUCTS, id)).body
    await nightAfter(today())
    setClock(null)
    const late = await keeper.post('/api/closing-undoings', { closingId: second.id })
    expect([late.status, late.body.message]).toEqual([409, expect.stringContaining('inactive')])
  })
})

it('a customer is told nothing of the closing, and keeps their login as long as something is open', async () => {
  const buyer = await portal.as('customer')
  const { customerId } = await portal.db('user').where({ loginId: 'customer' }).first('customerId')
  const list = 'access-control/customer'
  const made = await keeper.post('/api/closings', {
    ...{ resource: list, rowId: customerId, lastDay: today(), reason: 'Does not pay' },
  })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  const asked = `/api/closing?resource=${list}&rowId=${customerId}`
  expect((await keeper.get(asked)).body.closing.reason).toBe('Does not pay')
  const own = await buyer.get(asked)
  expect([own.status, own.body]).toEqual([200, { closing: null }])
  const plan = await planFor(keeper, list, customerId)
  const usesOf = (name: string) => plan.uses.filter(({ use }: RowValues) => use === name)
  expect(usesOf('assign-roles.userId')).toMatchObject([{ becomes: 'LASTLY' }])
  expect(usesOf('user.customerId')).toMatchObject([{ becomes: 'LASTLY' }])
  expect((await keeper.post('/api/closing-undoings', { closingId: made.body.id })).status).toBe(201)
})

describe('who may close', () => {
  it('is one of three people at once, and the others read that it closes already', async () => {
    const { id } = await product('CL-6')
    const answers = await Promise.all([1, 2, 3].map(() => close(PRODUCTS, id)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
    expect(await portal.db('closing').where({ list: PRODUCTS, rowId: id })).toHaveLength(1)
  })

  it('is whoever may deactivate the row; nobody takes over who closes, too', async () => {
    const { id } = await product('CL-4')
    const ofTaker = await product('CL-5')
    expect(
      (await asha.post('/api/closings', { resource: PRODUCTS, rowId: id, lastDay: today(), reason: 'x' })).status,
    ).toBe(403)
    expect((await asha.get(`/api/closing-plan?resource=${PRODUCTS}&rowId=${id}`)).status).toBe(403)
    await close(PRODUCTS, ofTaker.id)
    const refused = await close(PRODUCTS, id, { takerId: ofTaker.id })
    expect([refused.status, refused.body.errors[0].field]).toEqual([400, 'takerId'])
    const past = await close(PRODUCTS, id, { lastDay: addDays(today(), -1) })
    expect([past.status, past.body.errors[0].message]).toEqual([400, 'Last day must be today or later'])
    expect((await close('masters/nid', 1)).status).toBe(404)
  })
})

describe('an employee who leaves', () => {
  it('passes accounts, teams and open complaints to whoever takes over, who must be named', async () => {
    const id = await idOf('employee', { name: 'Asha Patil' })
    const takerId = await idOf('employee', { name: 'Meena Kulkarni' })
    const accounts = await portal.db('customer_department_map').where({ salesEmployeeId: id, isActive: 1 }).pluck('id')
    expect(accounts.length).toBeGreaterThan(0)
    const nobody = await close(EMPLOYEES, id)
    expect([nobody.status, nobody.body.errors[0].field, nobody.body.errors[0].message]).toEqual([
      400,
      'takerId',
      expect.stringMatching(/^Who takes over is required: choose who gets /),
    ])
    const other = await idOf('employee', { name: 'Joseph Mathew' }).catch(() => takerId)
    const made = await close(EMPLOYEES, id, {
      takerId,
      takeOvers: [{ use: 'employee-sigma-map.employeeId', toId: other }],
    })
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    expect((await rowOf('employee', id)).dateOfLeaving).toBe(today())
    await nightAfter(today())
    const passed = await portal.db('customer_department_map').whereIn('id', accounts).pluck('salesEmployeeId')
    expect(new Set(passed)).toEqual(new Set([takerId]))
    expect(await rowOf('employee', id)).toMatchObject({ isActive: 0 })
    const limits: RowValues[] = await portal.db('approving_limits').where({ employeeId: id })
    expect(limits.length).toBeGreaterThan(0)
    expect(limits.filter(({ validTo }) => String(validTo) > addDays(today(), -1))).toEqual([])
    expect(await statusOf(made.body.id)).toBe('CLOSED')
  })
})
