import { describe, expect, it } from 'vitest'
import { today } from '../../../api/platform/clock.ts'
import { customerWiseProductWisePrice } from '../../../resources/channel-13-masters/customer-wise-product-wise-price.ts'
import { addDays } from '../../../resources/define/dates.ts'
import { type Resource, tableOf } from '../../../resources/define/resource.ts'
import { keepsPast } from '../../../resources/define/succession.ts'
import { resources } from '../../../resources/registry.ts'
import { exampleInput, exampleRow } from '../../support/example-rows.ts'
import { importFile } from '../../support/imports.ts'
import { masterEditor } from '../../support/people.ts'
import { type Answer, emptyPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(emptyPortal)
const keeper = portal.person(masterEditor)

const at = ({ path }: Resource, more = '') => `/api/${path}${more}`
const codes = ({ status, body }: Answer) => [
  status,
  ...(body.errors ?? []).map(({ field, code }: { field: string; code: string }) => `${field} ${code}`),
]
const yesterday = addDays(today(), -1)
const tomorrow = addDays(today(), 1)
/** A row that has counted since April, open-ended, entered as it is without HTTP. */
const counted = async (resource: Resource, given = {}) => {
  const made = await exampleRow(portal.db, resource, { validFrom: '2026-04-01', ...given })
  if ('pendingChange' in resource.fields)
    await portal.db(tableOf(resource)).where({ id: made.id }).update({ confirmStatus: 'CONFIRMED' })
  return made
}
const patch = async (resource: Resource, { id }: { id: number }, change: object) => {
  const { rowVersion } = await portal.db(tableOf(resource)).where({ id }).first('rowVersion')
  return keeper.patch(at(resource, `/${id}`), { ...change, rowVersion })
}

/** Contracts have a rule of their own. */
const deciding = resources.filter(resource => keepsPast(resource) && !('status' in resource.fields))

describe.each(deciding)('$title, a row that has counted', resource => {
  it('keeps its start and its past days, and ends today or later', async () => {
    const row = await counted(resource)
    for (const validFrom of ['2026-03-01', yesterday, today(), tomorrow])
      expect(codes(await patch(resource, row, { validFrom })), validFrom).toEqual([400, 'validFrom IN_FORCE'])
    for (const validTo of ['2026-05-31', yesterday])
      expect(codes(await patch(resource, row, { validTo })), validTo).toEqual([400, 'validTo IN_FORCE'])
    expect(codes(await patch(resource, row, { validTo: today() }))).toEqual([200])
  })

  it('stays ended once its last day has passed', async () => {
    const row = await counted(resource, { validTo: '2026-05-31' })
    for (const validTo of ['2026-05-30', '2026-06-30', '9999-12-31'])
      expect(codes(await patch(resource, row, { validTo })), validTo).toEqual([400, 'validTo IN_FORCE'])
  })

  it('keeps its key', async () => {
    const row = await counted(resource)
    const other = await exampleInput(portal.db, resource)
    for (const name of resource.key) {
      if (resource.fields[name]!.sap || other[name] === undefined || other[name] === row[name]) continue
      const answer = await patch(resource, row, { [name]: other[name] })
      expect([answer.status, answer.body.errors?.[0]], name).toMatchObject([400, { field: name }])
      expect(answer.body.errors[0].code, name).toMatch(/IN_FORCE|RULE|TYPE|FORBIDDEN_FIELD|ONLY_IF/)
    }
    expect(await portal.db(tableOf(resource)).where({ id: row.id }).first('rowVersion')).toEqual({ rowVersion: 1 })
  })

  it('is not followed by one that begins in the past, where days would answer differently', async () => {
    const row = await counted(resource, { validTo: '2026-05-31' })
    const draft = Object.fromEntries(
      Object.entries(row).filter(([name]) => resource.fields[name] && !resource.fields[name].server),
    )
    const create = (validFrom: string) => keeper.post(at(resource), { ...draft, validFrom, validTo: '9999-12-31' })
    for (const validFrom of ['2026-03-01', '2026-06-01', yesterday]) {
      const answer = await create(validFrom)
      expect(answer.status, validFrom).toBeGreaterThanOrEqual(400)
      expect(answer.body.errors[0].code).toMatch(/BACK_DATED|DATE_OVERLAP/)
    }
    expect(codes(await create(today()))).toEqual([201])
  })
})

describe('a price agreed with a customer', () => {
  const resource = customerWiseProductWisePrice as unknown as Resource

  it('cannot be moved to today and then overwritten: April goes on answering the price of April', async () => {
    const row = await counted(resource, { netPrice: 100_00 })
    await patch(resource, row, { validFrom: today() })
    await patch(resource, row, { netPrice: 50_00 })
    const { body } = await keeper.get(at(resource, `?asOn=2026-04-15&customerId=${row.customerId}`))
    expect(body.data).toMatchObject([{ id: row.id, netPrice: 100_00, validFrom: '2026-04-01' }])
  })

  it('is for the product and quantity for which it has counted, also when the price changes at once', async () => {
    const row = await counted(resource, { netPrice: 100_00 })
    expect(codes(await patch(resource, row, { minQty: 7000 }))).toEqual([400, 'minQty IN_FORCE'])
    const both = await patch(resource, row, { minQty: 7000, netPrice: 90_00 })
    expect(codes(both)).toEqual([400, 'minQty IN_FORCE', 'netPrice IN_FORCE'])
    expect(both.body.errors[0].message).toBe(
      'From quantity has counted since 2026-04-01: end this row and enter a new one from today or later',
    )
  })

  it('may begin in the past as the first of its key, as in a first price list, and again when that was a mistake', async () => {
    const draft = await exampleInput(portal.db, resource, { validFrom: '2026-04-01' })
    const unsaid = await keeper.post(at(resource), draft)
    expect(codes(unsaid)).toEqual([400, 'why REQUIRED'])
    expect(unsaid.body.errors[0].message).toMatch(/^Valid from, 01-04-2026, is \d+ days ago: say in Why how that is$/)
    const first = { ...draft, why: 'Agreed in March, told today' }
    const { body: entered } = await keeper.post(at(resource), first)
    const { body: then } = await keeper.get(at(resource, `?asOn=2026-04-15&id=${entered.id}`))
    expect(then.data).toMatchObject([{ id: entered.id, enteredOn: today() }])
    expect((await keeper.get(at(resource, `?asOn=${today()}&id=${entered.id}`))).body.data[0].enteredOn).toBeUndefined()
    await keeper.delete(at(resource, `/${entered.id}`))
    expect(codes(await keeper.post(at(resource), first))).toEqual([201])
  })

  it('is not ended in the past by a change of many rows, an action or a file', async () => {
    const row = await counted(resource, { netPrice: 100_00 })
    const many = { ids: [row.id], expected: 1, change: { validTo: '2026-05-31' } }
    expect((await keeper.post(at(resource, '/bulk'), many)).status).toBe(422)
    const ending = { action: 'endDate', asked: { validTo: yesterday }, rows: [{ id: row.id, rowVersion: 1 }] }
    expect(codes(await keeper.post(at(resource, '/actions'), ending))).toEqual([400, 'validTo IN_FORCE'])
    const [customer, product] = await Promise.all([
      portal
        .db('customer')
        .where({ id: row.customerId as number })
        .first('code'),
      portal
        .db('products')
        .where({ id: row.productId as number })
        .first('code'),
    ])
    const head = 'customer_code,product_code,min_qty,net_price,valid_from,valid_to'
    const qty = Number(row.minQty) / 1000
    const line = (from: string, to: string) => `${customer.code},${product.code},${qty},100.00,${from},${to}`
    for (const [from, to] of [
      ['2026-04-01', '2026-05-31'],
      ['2026-04-01', yesterday],
      ['2026-01-01', '2026-03-31'],
    ] as const) {
      const job = await importFile(portal, keeper, resource.path, `${head}\n${line(from, to)}\n`)
      expect(job, `${from} ${to}`).toMatchObject({ rowsFailed: 1 })
    }
    expect(await portal.db(tableOf(resource)).where({ id: row.id }).first('validTo')).toEqual({ validTo: '9999-12-31' })
  })
})
