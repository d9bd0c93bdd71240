import { describe, expect, it } from 'vitest'
import { today } from '../../../api/platform/clock.ts'
import { addDays } from '../../../resources/define/dates.ts'
import type { CoverageMap } from '../../../resources/orders/what-if/coverage.ts'
import { type ApiClient, demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(demoPortal)
const masters = portal.person('master_admin')

const check = async () => {
  const { status, body } = await masters.post('/api/hole-checks', {})
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}
const holes = async (query: string) => {
  const { status, body } = await masters.get(`/api/orders/holes?$limit=500&${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data as { kind: string; message: string; stopsOrders: boolean; sbuId: number; productId: number }[]
}
const idOf = async (table: string, code: string): Promise<number> =>
  (await portal.db(table).where({ code }).first('id')).id

const mapOf = async (who: ApiClient, query: string) => {
  const { status, body } = await who.get(`/api/rule-coverage?${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body as CoverageMap
}
const cellsOf = ({ groups }: CoverageMap) => groups.flatMap(({ cells }) => cells)

describe('the rule coverage map', () => {
  it('gives the price, plant and approver of an order for each kind of customer and class of products', async () => {
    const sbuId = await idOf('sbu', 'LS')
    const map = await mapOf(masters, `sbuId=${sbuId}&discountPct=800`)
    expect(map.classes.length).toBeGreaterThan(1)
    expect(map.groups.length).toBeGreaterThan(1)
    for (const { cells } of map.groups)
      expect(cells.map(cell => cell.productId)).toEqual(map.classes.map(each => each.sample.id))
    const [cell] = cellsOf(map).filter(({ priceSource }) => priceSource === 'LIST')
    expect(cell).toMatchObject({ priceRow: { resource: 'product-price' }, plant: expect.any(String), overlaps: [] })
    expect(cellsOf(map).flatMap(({ approvals }) => approvals.flatMap(({ people }) => people))).toContain(
      'Meena Kulkarni',
    )
    const free = await mapOf(masters, `sbuId=${sbuId}`)
    expect(cellsOf(free).flatMap(({ approvals }) => approvals).length).toBeLessThan(
      cellsOf(map).flatMap(({ approvals }) => approvals).length,
    )
  })

  it('is for people who read the rule gaps, and refuses an unknown SBU', async () => {
    const customer = await portal.as('customer')
    expect((await customer.get('/api/rule-coverage?sbuId=1')).status).toBe(403)
    expect((await masters.get('/api/rule-coverage')).status).toBe(400)
    expect((await masters.get('/api/rule-coverage?sbuId=1&discountPct=x')).status).toBe(400)
    expect((await mapOf(masters, 'sbuId=999999')).groups).toEqual([])
  })
})

describe('rule gaps', () => {
  it('are searched on demand and replace those found before', async () => {
    expect((await masters.get('/api/hole-checks')).body.checkedAt).toBeNull()
    const { found, checkedAt } = await check()
    expect(checkedAt).toBeTruthy()
    expect((await masters.get('/api/orders/holes?$limit=1')).body.total).toBe(found)
    expect((await check()).found).toBe(found)
    expect(await portal.db('rule_hole').count({ n: '*' })).toMatchObject([{ n: found }])
  })

  it('keep their rows while they exist, and each links to where it is closed', async () => {
    await check()
    const before = await portal.db('rule_hole').orderBy('id').pluck('id')
    await check()
    expect(await portal.db('rule_hole').orderBy('id').pluck('id')).toEqual(before)
    const { id, productId, channelId } = await portal.db('rule_hole').where({ kind: 'NO_PRICE' }).first()
    const { body } = await masters.get(`/api/orders/holes/${id}`)
    expect(body.mends[0]).toMatchObject({ resource: 'settings/product-price', values: { productId, channelId } })
    expect(body).not.toHaveProperty('about')
  })

  it('are checked again one by one: a gap is closed by the row its link leads to, and the others stay', async () => {
    await check()
    const hole = await portal.db('rule_hole').where({ kind: 'NO_PRICE' }).first()
    const others = await portal.db('rule_hole').whereNot({ id: hole.id }).orderBy('id').pluck('id')
    const again = (who: ApiClient, id: unknown) => who.post('/api/hole-checks', { id })
    expect((await again(masters, hole.id)).body).toEqual({ closed: false })
    const [{ resource, values }] = JSON.parse(hole.mends)
    const admin = await portal.as('sys_admin')
    const price = await admin.post(`/api/${resource}`, { ...values, listPrice: 10_000, validFrom: today() })
    expect(price.status, JSON.stringify(price.body)).toBe(201)
    // People who read the gaps may check one again; checking all is for people who maintain the rules.
    const manager = await portal.as('sales_manager')
    expect((await manager.post('/api/hole-checks', {})).status).toBe(403)
    expect((await again(manager, hole.id)).body).toEqual({ closed: true })
    expect(await portal.db('rule_hole').orderBy('id').pluck('id')).toEqual(others)
    expect((await again(manager, hole.id)).body).toEqual({ closed: true })
    expect((await again(masters, 'x')).status).toBe(400)
    expect((await masters.post('/api/hole-checks', { which: 1 })).status).toBe(400)
    expect((await again(await portal.as('customer'), hole.id)).status).toBe(403)
    await portal.db('product_price').where({ id: price.body.id }).delete()
  })

  it('include an SBU without a head and without limits, whose orders find no approver', async () => {
    const sbuId = await idOf('sbu', 'LS')
    const before = await portal.db('sbu').where({ id: sbuId }).first('headEmployeeId')
    await portal.db('sbu').where({ id: sbuId }).update({ headEmployeeId: null })
    await portal.db('approving_limits').where({ sbuId, limitType: 'DISCOUNT_PCT' }).update({ isActive: 0 })
    await check()
    const [head] = await holes(`sbuId=${sbuId}&kind=NO_HEAD`)
    expect(head).toMatchObject({ stopsOrders: true, message: expect.stringContaining('has no head') })
    const approvers = await holes(`sbuId=${sbuId}&kind=NO_APPROVER`)
    const discounts = approvers.find(({ message }) => message.includes('for discounts'))
    expect(discounts).toMatchObject({ stopsOrders: true, message: expect.stringContaining('find no approver') })
    await portal.db('sbu').where({ id: sbuId }).update(before)
    await portal.db('approving_limits').where({ sbuId, limitType: 'DISCOUNT_PCT' }).update({ isActive: 1 })
    await check()
    expect(await holes(`sbuId=${sbuId}&kind=NO_HEAD`)).toEqual([])
    const [reach] = (await holes(`sbuId=${sbuId}&kind=NO_APPROVER`)).filter(({ message }) =>
      message.includes('discounts'),
    )
    expect(reach).toMatchObject({ stopsOrders: false, message: expect.stringMatching(/reaches above \d+\.\d\d %/) })
  })

  it('include a limit that ends soon, until another follows it', async () => {
    const limit = await portal.db('approving_limits').where({ limitType: 'CREDIT_AMOUNT', isActive: 1 }).first()
    await portal
      .db('approving_limits')
      .where({ id: limit.id })
      .update({ validTo: addDays(today(), 10) })
    await check()
    const ending = await holes(`kind=LIMIT_ENDS&sbuId=${limit.sbuId}`)
    expect(ending).toMatchObject([{ stopsOrders: false, message: expect.stringContaining('enter the next one') }])
    const { id: _, naturalKey, ...rest } = limit
    const next = { ...rest, validFrom: addDays(today(), 11), validTo: '9999-12-31', naturalKey: `${naturalKey}-next` }
    await portal.db('approving_limits').insert(next)
    await check()
    expect(await holes(`kind=LIMIT_ENDS&sbuId=${limit.sbuId}`)).toEqual([])
  })

  it('include a queue without a decider', async () => {
    const sbuId = await idOf('sbu', 'LS')
    await check()
    expect((await holes(`kind=NO_ROLE&sbuId=${sbuId}`)).filter(({ message }) => message.includes('CSC_AGENT'))).toEqual(
      [],
    )
    const role = await idOf('role', 'CSC_AGENT')
    await portal.db('assign_roles').where({ roleId: role }).update({ isActive: 0 })
    await check()
    expect(await holes(`kind=NO_ROLE&sbuId=${sbuId}`)).toContainEqual(
      expect.objectContaining({ stopsOrders: true, message: expect.stringContaining('CSC_AGENT') }),
    )
    await portal.db('assign_roles').where({ roleId: role }).update({ isActive: 1 })
  })

  it('include a product without a price where its SBU is sold, and one that no plant may supply there', async () => {
    const productId = await idOf('products', 'LS-1001')
    const sbuId = await idOf('sbu', 'LS')
    const ofProduct = () => holes(`productId=${productId}`)
    await check()
    const before = await ofProduct()
    await portal.db('product_price').where({ productId }).update({ isActive: 0 })
    await portal.db('default_supply_plant').where({ sbuId }).update({ isActive: 0 })
    await portal.db('sbu_wise_cnf').where({ sbuId }).update({ isActive: 0 })
    await portal.db('cnf_product_map').where({ productId }).update({ isActive: 0 })
    await portal.db('channel_product_cnf').where({ productId }).update({ isActive: 0 })
    await check()
    const after = await ofProduct()
    expect(after.filter(({ kind }) => kind === 'NO_PRICE').length).toBeGreaterThan(
      before.filter(({ kind }) => kind === 'NO_PRICE').length,
    )
    const [unsupplied] = after.filter(({ kind }) => kind === 'NO_SOURCE')
    expect(unsupplied).toMatchObject({
      stopsOrders: true,
      message: expect.stringMatching(/No plant may supply LS-1001 .* to .*Maharashtra/),
    })
    await portal.db('products').where({ id: productId }).update({ isOrderable: 0 })
    await check()
    expect(await ofProduct()).toEqual([])
  })

  it('are read by people who can close them, and searched by fewer', async () => {
    const auditor = await portal.as('auditor')
    expect((await auditor.get('/api/orders/holes')).status).toBe(200)
    expect((await auditor.get('/api/hole-checks')).status).toBe(200)
    expect((await auditor.post('/api/hole-checks', {})).status).toBe(403)
    const customer = await portal.as('customer')
    expect((await customer.get('/api/orders/holes')).status).toBe(403)
    expect((await customer.get('/api/hole-checks')).status).toBe(403)
  })

  it('are empty cells of the coverage map', async () => {
    const sbuId = await idOf('sbu', 'LS')
    const [first] = (await mapOf(masters, `sbuId=${sbuId}`)).classes
    const productId = first!.sample.id
    await portal.db('product_price').where({ productId }).update({ isActive: 0 })
    await portal.db('default_supply_plant').where({ sbuId }).update({ isActive: 0 })
    await portal.db('sbu_wise_cnf').where({ sbuId }).update({ isActive: 0 })
    await portal.db('cnf_product_map').where({ productId }).update({ isActive: 0 })
    await portal.db('channel_product_cnf').where({ productId }).update({ isActive: 0 })
    const blank = cellsOf(await mapOf(masters, `sbuId=${sbuId}`)).filter(cell => cell.productId === productId)
    expect(blank).toContainEqual(
      expect.objectContaining({ priceSource: null, priceRow: null, plant: null, sourceRule: null, approvals: [] }),
    )
  })
})
