import { describe, expect, it } from 'vitest'
import { type ImportRowView, importFile, insert } from '../../support/imports.ts'
import { personWith } from '../../support/people.ts'
import { demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(demoPortal)
const keeper = portal.person(at => personWith(at, ['SYS_ADMIN', 'MASTER_ADMIN', 'PRICING_APPROVER']))

type Options = Parameters<typeof importFile>[4]
const bring = (path: string, content: string, options: Options = {}) =>
  importFile(portal, keeper, path, content, options)
const rowsOf = async (id: number, verdict: string): Promise<ImportRowView[]> =>
  (await keeper.get(`/api/import-rows?importJobId=${id}&verdict=${verdict}&$limit=100`)).body.data

describe('employees', () => {
  const HEAD = 'employee_code,name,email,mobile,designation,date_of_joining,manager_code'
  const employee = (code: string, manager: string) =>
    `${code},Name ${code},${code.toLowerCase()}@company.example,98200${String(code.charCodeAt(1)).padStart(5, '0')},Clerk,2024-04-01,${manager}`
  const file = (...rows: [string, string][]) =>
    [HEAD, ...rows.map(([code, manager]) => employee(code, manager))].join('\n')

  it('may name a manager who comes further down in the same file', async () => {
    const job = await bring('access-control/employee', file(['XA', 'XB'], ['XB', '']), { commit: true })
    expect(job).toMatchObject({ status: 'DONE', rowsNew: 2, rowsFailed: 0 })
    const managers = await portal
      .db('employee as one')
      .join('employee as other', 'other.id', 'one.managerId')
      .where('one.employeeCode', 'XA')
      .pluck('other.employeeCode')
    expect(managers).toEqual(['XB'])
  })

  it('may not manage each other in a circle, whether new or existing', async () => {
    const fresh = await bring('access-control/employee', file(['XC', 'XD'], ['XD', 'XC']))
    expect(fresh.rowsFailed).toBeGreaterThan(0)
    const known = await bring('access-control/employee', 'employee_code,manager_code\nXB,XA\n')
    expect(known.rowsFailed).toBe(1)
  })
})

describe('agreed prices', () => {
  it('above the list price are saved, with a warning at their row', async () => {
    const price = await portal.db('product_price').where('isActive', 1).where('validFrom', '<=', '2026-11-20').first()
    const product = await portal.db('products').where({ id: price.productId }).first('code')
    const { code: channel } = await portal.db('channel').where({ id: price.channelId }).first('code')
    const known = await portal
      .db('ship_to')
      .join('customer', 'customer.id', 'ship_to.customerId')
      .join('channel', 'channel.id', 'customer.channelId')
      .where('channel.code', channel)
      .where({ 'ship_to.isActive': 1, 'customer.isActive': 1 })
      .first('ship_to.code as shipTo', 'customer.code as customer')
    const above = (price.listPrice / 100 + 1).toFixed(2)
    const job = await bring(
      'masters/cust-shipto-prod-price',
      `customer_code,ship_to_code,product_code,net_price,min_qty,approved_ref,valid_from\n${known.customer},${known.shipTo},${product.code},${above},77,Mail,2026-12-01\n`,
      { commit: true },
    )
    expect(job).toMatchObject({ status: 'DONE', rowsNew: 1, rowsFailed: 0 })
    const [row] = await rowsOf(job.id, 'WARNED')
    expect(row!.warnings[0]!.message).toMatch(/list price/i)
  })
})

describe('flags of products', () => {
  it('change the columns that people maintain and leave SAP’s columns alone, with a warning', async () => {
    const { code } = await portal.db('products').where({ isActive: 1, isOrderable: 1 }).first('code')
    const job = await bring(
      'masters/products',
      `product_code,name,is_orderable,storage_condition\n${code},Another name,no,COLD_2_8\n`,
    )
    expect(job).toMatchObject({ rowsChanged: 1, rowsFailed: 0 })
    expect(job.warnings.join()).toContain('name: kept in SAP')
    const [row] = await rowsOf(job.id, 'CHANGED')
    expect(row!.changes.map(({ field }) => field)).not.toContain('name')
  })
})

describe('references', () => {
  it('are shown by their codes in the changes', async () => {
    const [north, south] = await insert(portal.db, 'zone', [
      { code: 'ZX1', name: 'Zone one' },
      { code: 'ZX2', name: 'Zone two' },
    ])
    await insert(portal.db, 'zone-area', [{ code: 'ZXA', name: 'Area', zoneId: north!.id }])
    const job = await bring('masters/zone-area', 'code,zone_code\nZXA,ZX2\n')
    const [row] = await rowsOf(job.id, 'CHANGED')
    expect(row!.changes).toMatchObject([
      { field: 'zoneId', before: north!.id, after: south!.id, afterText: expect.stringContaining('Zone two') },
    ])
  })
})
