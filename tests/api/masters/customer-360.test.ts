import { describe, expect, it } from 'vitest'
import { demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(demoPortal)
const finance = portal.person('finance')
const customer = portal.person('customer')

const idOf = async (code: string): Promise<number> => (await portal.db('customer').where({ code }).first('id')).id

describe('Customer 360', () => {
  it('shows credit, ageing and other key figures of a customer', async () => {
    const { body } = await finance.get(`/api/customer-360?customerId=${await idOf('100103')}`)
    expect(body.outstanding).toMatchObject({ total: 1_635_000_00, buckets: { D91_180: 1_275_000_00 } })
    expect(body.credit.used).toBeGreaterThanOrEqual(body.outstanding.total)
    expect(body.credit.available).toBe(body.credit.limit - body.credit.used)
    expect(body.payment).toBeNull()
    expect(body.tabs).toContain('outstanding')
  })

  it('shows a customer their own figures without search and without credit, and no other customer', async () => {
    const { body } = await customer.get('/api/customer-360')
    expect(body).toMatchObject({ customer: { code: '100101' }, credit: null, payment: { allowPartial: true } })
    expect(body.tabs).not.toContain('blocks')
    const items = await customer.get('/api/customer-360-tab?tab=outstanding')
    expect(items.body.map(({ documentNo }: { documentNo: string }) => documentNo)).toContain('INV26000118')
    const other = await idOf('100103')
    expect((await customer.get(`/api/customer-360?customerId=${other}`)).status).toBe(404)
    expect((await customer.get(`/api/customer-360-tab?tab=orders&customerId=${other}`)).status).toBe(404)
    expect((await customer.get('/api/customer-360-tab?tab=blocks')).status).toBe(403)
  })

  it('is limited to the scope of sales people, and closed to sites and transporters', async () => {
    const asha = await portal.as('asha')
    expect((await asha.get(`/api/customer-360?customerId=${await idOf('100104')}`)).status).toBe(404)
    expect((await asha.get(`/api/customer-360?customerId=${await idOf('100102')}`)).status).toBe(200)
    for (const login of ['dispatch', 'transporter', 'qa'])
      expect((await (await portal.as(login)).get(`/api/customer-360?customerId=${await idOf('100101')}`)).status).toBe(
        403,
      )
  })

  it('filters a tab by days and exports it; refuses an unknown tab', async () => {
    const id = await idOf('100103')
    const rows = async (more: string) =>
      (await finance.get(`/api/customer-360-tab?tab=outstanding&customerId=${id}${more}`)).body
    expect(await rows('')).toHaveLength(3)
    expect(await rows('&to=2020-01-01')).toEqual([])
    expect((await rows('&from=yesterday')).errors[0]).toMatchObject({ field: 'from', code: 'TYPE' })
    expect((await finance.get(`/api/customer-360-tab?tab=salaries&customerId=${id}`)).status).toBe(400)
    const sheet = await fetch(`${portal.url}/api/sheets/customer-360?tab=outstanding&customerId=${id}`, {
      headers: { authorization: `Bearer ${finance.token}` },
    })
    expect(sheet.headers.get('content-disposition')).toContain('Open_items.xlsx')
  })
})
