import { beforeAll, describe, expect, it } from 'vitest'
import { today } from '../../../api/platform/clock.ts'
import { addDays } from '../../../resources/define/dates.ts'
import { importFile } from '../../support/imports.ts'
import { exampleOrderInput, idempotencyHeader, submittedOrder } from '../../support/orders/example-order.ts'
import { type ApiClient, demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(demoPortal)
let asha: ApiClient
let pricing: ApiClient
let masters: ApiClient

beforeAll(async () => {
  ;[asha, pricing, masters] = (await Promise.all(
    ['asha', 'pricing_approver', 'master_admin'].map(login => portal.as(login)),
  )) as [ApiClient, ApiClient, ApiClient]
})

const ask = async (who: ApiClient, resource: string, row: object, id?: number) => {
  const { status, body } = await who.post('/api/what-if', { resource, row, ...(id && { id }) })
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}
const draft = async (lines?: Parameters<typeof exampleOrderInput>[2]) => {
  const { status, body } = await asha.post(
    '/api/orders',
    await exampleOrderInput(portal, asha, lines),
    idempotencyHeader(),
  )
  expect(status, JSON.stringify(body)).toBe(201)
  return body as { id: number; orderNo: string; grossValue: number }
}
const touchedIds = ({ touched }: { touched: { id: number }[] }) => touched.map(({ id }) => id)

async function counted() {
  const tables = [
    'cust_shipto_prod_price',
    'productwise_limit_price',
    'approving_limits',
    'sbu_wise_cnf',
    'audit_entry',
    'order',
  ]
  const counts = await Promise.all(
    tables.map(async table => [table, Number((await portal.db(table).count({ n: '*' }))[0]!.n)]),
  )
  return Object.fromEntries(counts)
}

describe('the impact of a changed master on open orders', () => {
  it('lists the lines that a new agreed price affects with their new values, and saves nothing', async () => {
    const { id } = await draft()
    const { customerId, shipToId, lines } = await exampleOrderInput(portal, asha)
    const before = await counted()
    const row = {
      customerId,
      shipToId,
      productId: lines[0]!.productId,
      netPrice: 50_000,
      minQty: 0,
      approvedRef: 'Note 7',
      validFrom: today(),
      validTo: '9999-12-31',
    }
    const body = await ask(pricing, 'masters/cust-shipto-prod-price', row)
    expect(body).toMatchObject({ lines: 1, drafts: 1, orders: 0, looked: { orders: 1, lines: 1 }, named: 1 })
    expect(body.change).toBeLessThan(0)
    expect(await counted()).toEqual(before)
    const [order] = body.touched
    expect(order).toMatchObject({ id, status: 'DRAFT' })
    expect(order.lines[0]).toMatchObject({
      before: { priceSource: 'LIST' },
      after: { priceSource: 'SHIP_TO_PRICE', netPrice: 48_000 },
    })
  })

  it('names the orders that would newly need approval when a limit price rises, as if already confirmed', async () => {
    const { id, grossValue } = await draft([['LS-1001', 100, 1]])
    const { productId } = (await exampleOrderInput(portal, asha)).lines[0]!
    const row = { productId, channelId: null, limitPrice: 99_900, validFrom: today(), validTo: '9999-12-31' }
    const known = await portal
      .db('productwise_limit_price')
      .where({ productId, isActive: 1 })
      .select('id', 'rowVersion', 'channelId')
    const any = known.find(({ channelId }) => channelId === null)
    const body = any
      ? await ask(
          pricing,
          'masters/productwise-limit-price',
          { limitPrice: 99_900, rowVersion: any.rowVersion },
          any.id,
        )
      : await ask(pricing, 'masters/productwise-limit-price', row)
    const order = body.touched.find((each: { id: number }) => each.id === id)
    expect(order.newly.join()).toContain('imit price')
    expect(order.value).toBe(grossValue)
    expect(body.waits).toBe(true)
    expect(body.newly).toBeGreaterThan(0)
  })

  it('names the approvers that a changed approving limit would add or remove', async () => {
    const order = await submittedOrder(portal, asha)
    const manager = await portal.db('employee').where({ name: 'Meena Kulkarni' }).first('id')
    const limit = await portal
      .db('approving_limits')
      .where({ limitType: 'DISCOUNT_PCT', employeeId: manager.id, isActive: 1 })
      .first('id', 'rowVersion', 'sbuId', 'maxValue')
    const body = await ask(
      pricing,
      'masters/approving-limits',
      { maxValue: 700, rowVersion: limit.rowVersion },
      limit.id,
    )
    const told = body.touched.find((each: { id: number }) => each.id === order.id)
    expect(told.others.join()).toContain("Joseph D'Souza")
    expect(told.lines).toEqual([])
    expect((await portal.db('approving_limits').where({ id: limit.id }).first('maxValue')).maxValue).toBe(
      limit.maxValue,
    )
  })

  it('lists the lines that a CnF mapping would move to another plant', async () => {
    const { id } = await draft()
    const state = await portal.db('state').where({ gstStateCode: '27' }).first('id')
    const sbu = await portal.db('sbu').where({ code: 'LS' }).first('id')
    const map = await portal.db('sbu_wise_cnf').where({ sbuId: sbu.id, stateId: state.id, isActive: 1 }).first()
    const other = await portal
      .db('cnf')
      .where({ isActive: 1 })
      .whereNot({ id: map.cnfId })
      .where('agreementTo', '>=', today())
      .first('id')
    const body = await ask(masters, 'masters/sbu-wise-cnf', { cnfId: other.id, rowVersion: map.rowVersion }, map.id)
    expect(body.drafts).toBeGreaterThan(0)
    // The person who maintains the masters reads no orders and sees only how many are affected.
    expect(body.touched).toEqual([])
    const csc = await portal.as('csc_agent')
    const seen = await ask(csc, 'masters/sbu-wise-cnf', { cnfId: other.id, rowVersion: map.rowVersion }, map.id)
    expect(touchedIds(seen)).toContain(id)
  })

  it('is refused like the save itself: by rights, by checks, by a stale version', async () => {
    const limit = await portal.db('approving_limits').where({ isActive: 1 }).first('id', 'rowVersion')
    const question = {
      resource: 'masters/approving-limits',
      id: limit.id,
      row: { maxValue: 1, rowVersion: limit.rowVersion },
    }
    expect((await asha.post('/api/what-if', question)).status).toBe(403)
    const wrong = { ...question, row: { ...question.row, maxValue: -1 } }
    expect((await pricing.post('/api/what-if', wrong)).status).toBe(400)
    const old = { ...question, row: { maxValue: 1, rowVersion: limit.rowVersion + 7 } }
    expect((await pricing.post('/api/what-if', old)).status).toBe(409)
    for (const resource of ['masters/products', 'nothing', 7])
      expect((await pricing.post('/api/what-if', { resource, row: {} })).status).toBe(400)
  })

  it('covers many rows changed or deactivated at once, and leaves them unchanged', async () => {
    const { id, grossValue } = await draft([['LS-1001', 100, 0]])
    const { productId } = (await exampleOrderInput(portal, asha)).lines[0]!
    const rows = await portal.db('product_discount').where({ isActive: 1 }).select('id', 'productId', 'rowVersion')
    const ids = rows.map(row => row.id)
    const own = rows.filter(row => row.productId === productId)
    expect(own.length).toBeGreaterThan(0)
    const many = async (asked: object) => {
      const { status, body } = await pricing.post('/api/what-if', { resource: 'masters/product-discount', ...asked })
      expect(status, JSON.stringify(body)).toBe(201)
      return body
    }
    const changed = await many({ ids, expected: ids.length, change: { discountPct: 2000 } })
    const line = changed.touched.find((each: { id: number }) => each.id === id).lines[0]
    expect(line.after.netPrice).toBeLessThan(line.before.netPrice)
    const without = own.map(row => row.id)
    const left = await many({ ids, expected: ids.length, change: { discountPct: 2000 }, leaveOut: without })
    expect(touchedIds(left)).not.toContain(id)
    const gone = await many({ ids, expected: ids.length, change: { isActive: false } })
    const touched = gone.touched.find((each: { id: number }) => each.id === id)
    expect(touched.value).toBe(grossValue)
    expect(touched.lines[0].after.netPrice).toBeGreaterThan(touched.lines[0].before.netPrice)
    expect(await portal.db('product_discount').where({ isActive: 1 }).select('id', 'productId', 'rowVersion')).toEqual(
      rows,
    )
    const wrong = { resource: 'masters/product-discount', ids, expected: 1, change: { isActive: false } }
    expect((await pricing.post('/api/what-if', wrong)).status).toBe(409)
    expect((await asha.post('/api/what-if', { ...wrong, expected: ids.length })).status).toBe(403)
  })

  it('covers rows that are ended or confirmed, and leaves them unchanged', async () => {
    const { id } = await draft([['LS-1001', 100, 0]])
    const { productId } = (await exampleOrderInput(portal, asha)).lines[0]!
    const act = async (who: ApiClient, resource: string, question: object) => {
      const { status, body } = await who.post('/api/what-if', { resource, ...question })
      expect(status, JSON.stringify(body)).toBe(201)
      return body
    }
    const discounts = await portal
      .db('product_discount')
      .where({ productId, isActive: 1 })
      .select('id', 'rowVersion', 'validFrom', 'validTo')
    const ending = discounts.find(row => row.validFrom < today() && row.validTo >= today())
    const end = (validTo: string) => ({
      action: 'endDate',
      asked: { validTo },
      rows: [{ id: ending.id, rowVersion: ending.rowVersion }],
    })
    const ended = await act(pricing, 'masters/product-discount', end(today()))
    const line = ended.touched.find((each: { id: number }) => each.id === id).lines[0]
    expect(line.after.netPrice).toBeGreaterThan(line.before.netPrice)
    // A row that ends later is assessed on the day after its end.
    const later = await act(pricing, 'masters/product-discount', end(addDays(today(), 3)))
    expect(later.day).toBe(addDays(today(), 4))
    expect(touchedIds(later)).toContain(id)
    expect(touchedIds(await act(pricing, 'masters/product-discount', end('9999-12-31')))).not.toContain(id)
    const limit = await portal
      .db('productwise_limit_price')
      .where({ productId, channelId: null, isActive: 1 })
      .first('id', 'rowVersion', 'limitPrice')
    await portal
      .db('productwise_limit_price')
      .where({ id: limit.id })
      .update({ limitPrice: 99_900, confirmStatus: 'PENDING' })
    const confirming = { action: 'confirm', rows: [{ id: limit.id, rowVersion: limit.rowVersion }] }
    const confirmed = await act(pricing, 'masters/productwise-limit-price', confirming)
    expect(confirmed.waits).toBe(false)
    expect(confirmed.touched.find((each: { id: number }) => each.id === id).newly.join()).toContain('imit price')
    expect(await portal.db('productwise_limit_price').where({ id: limit.id }).first('confirmStatus')).toEqual({
      confirmStatus: 'PENDING',
    })
    await portal
      .db('productwise_limit_price')
      .where({ id: limit.id })
      .update({ limitPrice: limit.limitPrice, confirmStatus: 'CONFIRMED' })
    expect(await portal.db('product_discount').where({ id: ending.id }).first('validTo')).toEqual({
      validTo: ending.validTo,
    })
  })

  it('is refused for an action that would be refused, and needs no reason', async () => {
    const contract = await portal.db('rate_contract_customer').where({ status: 'ACTIVE' }).first('id', 'rowVersion')
    const suspending = {
      resource: 'masters/rate-contract-customer',
      action: 'suspend',
      rows: [{ id: contract.id, rowVersion: contract.rowVersion }],
    }
    expect((await pricing.post('/api/what-if', suspending)).status).toBe(201)
    expect((await asha.post('/api/what-if', suspending)).status).toBe(403)
    expect((await pricing.post('/api/what-if', { ...suspending, asked: 'now' })).status).toBe(400)
    expect((await pricing.post('/api/what-if', { ...suspending, action: 'forget' })).status).toBe(400)
    expect((await pricing.post('/api/what-if', { ...suspending, action: 'constructor' })).status).toBe(400)
    expect((await pricing.post('/api/what-if', { ...suspending, rows: [] })).status).toBe(400)
    const old = { ...suspending, rows: [{ id: contract.id, rowVersion: contract.rowVersion + 3 }] }
    expect((await pricing.post('/api/what-if', old)).status).toBe(409)
    const whole = { resource: 'masters/zone-wise-asp', action: 'compute' }
    expect((await pricing.post('/api/what-if', whole)).status).toBe(400)
    expect(await portal.db('rate_contract_customer').where({ id: contract.id }).first('status')).toEqual({
      status: 'ACTIVE',
    })
  })

  it('covers the good rows of an import at its dry run, for its sender', async () => {
    const { id } = await draft()
    const { customerId, shipToId } = await exampleOrderInput(portal, asha)
    const codeOf = async (table: string, row: number) => (await portal.db(table).where({ id: row }).first('code')).code
    const [customer, address] = [await codeOf('customer', customerId), await codeOf('ship_to', shipToId)]
    const before = await counted()
    const head = 'customer_code,ship_to_code,product_code,net_price,min_qty,approved_ref,valid_from'
    const row = (price: string) => `${customer},${address},LS-1001,${price},0,Note 9,${today()}`
    const job = await importFile(portal, pricing, 'masters/cust-shipto-prod-price', [head, row('500.00')].join('\n'))
    expect(job).toMatchObject({ status: 'VALIDATED', rowsNew: 1 })
    expect(job.whatIf).toMatchObject({ looked: { lines: expect.any(Number) }, touched: expect.any(Array) })
    const touched = job.whatIf!.touched.find(each => each.id === id)!
    expect(touched.lines[0]!.after).toMatchObject({ priceSource: 'SHIP_TO_PRICE', netPrice: 48_000 })
    expect(await counted()).toEqual(before)
    const auditor = await portal.as('sys_admin')
    const { body: seen } = await auditor.get(`/api/imports/${job.id}`)
    expect(seen.jobNo).toBe(job.jobNo)
    expect(seen.whatIf).toBeNull()
    const bad = await importFile(portal, pricing, 'masters/cust-shipto-prod-price', [head, row('-1')].join('\n'))
    expect(bad.whatIf).toMatchObject({ lines: 0, named: 0 })
  })

  it('says so when a row affects nothing', async () => {
    const product = await portal
      .db('products')
      .whereNotIn('id', portal.db('order_line').select('productId'))
      .first('id')
    const { customerId, shipToId } = await exampleOrderInput(portal, asha)
    const body = await ask(pricing, 'masters/cust-shipto-prod-price', {
      customerId,
      shipToId,
      productId: product.id,
      netPrice: 50_000,
      minQty: 0,
      approvedRef: 'Note 8',
      validFrom: today(),
      validTo: '9999-12-31',
    })
    expect(body).toMatchObject({ lines: 0, orders: 0, drafts: 0, newly: 0, named: 0, touched: [] })
  })
})
