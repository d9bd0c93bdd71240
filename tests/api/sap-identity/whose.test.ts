/** @module-tag sql */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoWithSap } from '../../support/sap/demo-sap.ts'

let world: Awaited<ReturnType<typeof demoWithSap>>
beforeAll(async () => {
  world = await demoWithSap()
  for (const object of ['PLANT', 'PRODUCT', 'CUSTOMER', 'SHIP_TO'] as const) await world.read(object)
})
afterAll(() => world.close())

const UNKNOWN = '100903'
const invoicesOf = (code: string) =>
  world.db('invoice').join('customer', 'customer.id', 'invoice.soldToId').where('customer.code', code)

describe('bills of a sales organisation that is not ours', () => {
  it('never become invoices, whether they are read by their change or by their number', async () => {
    const numbers = world.inSap(store =>
      store.entities
        .page('A_BillingDocument', { top: 100 })
        .rows.filter(row => row.SalesOrganization === '9000')
        .map(row => String(row.BillingDocument)),
    )
    expect(numbers).toHaveLength(1)
    await world.read('INVOICE')
    expect(await world.db('invoice').whereIn('sapBillingDoc', numbers)).toEqual([])
    expect(await world.adapter.billingDocumentsAmong(numbers, number => expect.unreachable(number))).toEqual([])
  })

  it('are not even asked for', async () => {
    await world.read('INVOICE')
    const [call] = (await world.sap.calls()).filter(({ path }: { path: string }) => path.includes('A_BillingDocument?'))
    expect(call.path).toContain("SalesOrganization eq '1000' and CompanyCode eq '1000'")
  })
})

describe('a bill in dollars', () => {
  it('never becomes an invoice, and the reading says who decides', async () => {
    const [number] = world.inSap(store =>
      store.entities
        .page('A_BillingDocument', { top: 100 })
        .rows.filter(row => row.TransactionCurrency === 'USD')
        .map(row => String(row.BillingDocument)),
    )
    const { lines } = await world.read('INVOICE')
    expect(lines.filter(({ errorCode }) => errorCode === 'FOREIGN_CURRENCY')).toEqual([
      {
        value: number,
        errorCode: 'FOREIGN_CURRENCY',
        message: `Invoice ${number} is in USD; the portal keeps rupees only. Finance decides.`,
      },
    ])
    expect(await world.db('invoice').where({ sapBillingDoc: number })).toEqual([])
  })
})

describe('forty bills of a buyer whom the portal does not know', () => {
  it('make one line, in every reading that meets them, and no error', async () => {
    for (const _ of [1, 2]) {
      const { run, lines } = await world.read('INVOICE')
      expect(lines.filter(({ errorCode }) => errorCode === 'NOT_OURS')).toEqual([
        { value: UNKNOWN, errorCode: 'NOT_OURS', message: 'Customer 100903 is not ours: 40 documents left out' },
      ])
      expect(lines.filter(({ message }) => message.includes('has no customer'))).toEqual([])
      expect(run.rowsSkipped).toBe(40)
    }
    expect(await world.db('sap_row').where({ object: 'INVOICE', state: 'LEFT_OUT' })).toHaveLength(40)
    expect(await invoicesOf(UNKNOWN)).toEqual([])
  })

  it('ask SAP for the buyer once', async () => {
    const asked = async () =>
      (await world.sap.calls()).filter(({ path }: { path: string }) => path.includes(`Customer eq '0000${UNKNOWN}'`))
        .length
    const before = await asked()
    await world.read('INVOICE')
    expect(await asked()).toBe(before + 1)
  })

  it('come back in the reading that finds the buyer to be ours, with what they are owed', async () => {
    const area = { Customer: `0000${UNKNOWN}`, SalesOrganization: '1000', DistributionChannel: '10', Division: '10' }
    await world.sap.control('entity', {
      entitySet: 'A_CustomerSalesArea',
      key: area,
      set: { CustomerPaymentTerms: 'N030' },
    })
    await world.sap.control('entity', {
      entitySet: 'A_CustSalesPartnerFunc',
      key: { ...area, PartnerCounter: '000', PartnerFunction: 'SH' },
      set: { BPCustomerNumber: `0000${UNKNOWN}`, DefaultPartner: true },
    })
    const { lines } = await world.read('INVOICE')
    expect(lines.filter(({ errorCode }) => errorCode === 'NOT_OURS')).toEqual([])
    expect(await invoicesOf(UNKNOWN)).toHaveLength(40)
    expect(await world.db('sap_row').where({ object: 'INVOICE', state: 'LEFT_OUT' })).toEqual([])
    expect(await world.db('sap_pending_row').where({ object: 'INVOICE', waitsFor: 'CUSTOMER' })).toEqual([])
    await world.read('OUTSTANDING')
    const owed = world.db('upload_outstanding').join('customer', 'customer.id', 'upload_outstanding.customerId')
    expect(await owed.where('customer.code', UNKNOWN).where('upload_outstanding.isActive', 1)).toHaveLength(40)
  })
})

describe('open items of another company code', () => {
  it('never count in what a customer owes', async () => {
    const { run, lines } = await world.read('OUTSTANDING')
    expect(run.status).toBe('OK')
    expect(lines.map(({ message }) => message)).toEqual([])
    expect(await world.db('upload_outstanding').where('sapItem', 'like', '9000/%')).toEqual([])
    expect(await world.db('upload_outstanding').where('sapItem', 'like', '1000/%')).not.toEqual([])
  })

  it('count once the setting names their company code', async () => {
    await setting('sap.company_codes', '1000,9000')
    await setting('sap.sales_orgs', '1000,9000')
    const { lines } = await world.read('OUTSTANDING')
    expect(lines.map(({ message }) => message)).toEqual(['Customer 100990 is not ours: 1 document left out'])
    await setting('sap.company_codes', '-')
    await setting('sap.sales_orgs', '-')
  })
})

describe('deliveries of another sales organisation', () => {
  it('take no stock and are no error', async () => {
    const { lines } = await world.read('DELIVERY')
    expect(lines.map(({ message }) => message).filter(message => message.includes('100990'))).toEqual([])
    const ofOthers = world.inSap(store =>
      store.entities.page('A_OutbDeliveryHeader', { top: 200 }).rows.filter(row => row.SalesOrganization === '9000'),
    )
    expect(ofOthers).toHaveLength(1)
    const number = String(ofOthers[0]!.DeliveryDocument).replace(/^0+/, '')
    expect(await world.db('sap_delivery').where({ deliveryNo: number })).toEqual([])
  })
})

describe('deliveries of ours', () => {
  it('are planned for an Indian day, and keep their numbers without zeros, also where SAP never changed them', async () => {
    await world.read('DELIVERY')
    const planned = await world
      .db('sap_delivery')
      .where({ createdOn: '2026-11-20' })
      .distinct('plannedOn')
      .pluck('plannedOn')
    expect(planned).toEqual(['2026-11-20'])
    const numbers: string[] = await world.db('sap_delivery').where({ createdOn: '2026-11-20' }).pluck('deliveryNo')
    expect(numbers.filter(number => !/^800\d{5}$/.test(number))).toEqual([])
    const fresh = '80009999'
    world.inSap(({ entities }) => {
      const [whole] = entities.page('A_OutbDeliveryHeader', { top: 1 }).rows
      const [item] = entities.below('A_OutbDeliveryItem', [whole!.DeliveryDocument])
      entities.put('A_OutbDeliveryHeader', { ...whole, DeliveryDocument: fresh, LastChangeDate: null })
      entities.put('A_OutbDeliveryItem', { ...item, DeliveryDocument: fresh })
    })
    expect((await world.read('DELIVERY', 'DELTA')).run).toMatchObject({ rowsCreated: 1 })
    expect(await world.db('sap_delivery').where({ deliveryNo: fresh })).toHaveLength(1)
  })
})

describe('customers of another sales organisation', () => {
  it('are left out without a word', async () => {
    const { lines } = await world.read('CUSTOMER')
    expect(lines.filter(({ value }) => value === '100990')).toEqual([])
    expect(await world.db('customer').where({ code: '100990' })).toEqual([])
  })

  it('have codes of six and of ten places, and names', async () => {
    await world.read('CUSTOMER')
    const codes = await world.db('customer').whereIn('code', ['100901', '1000000123', 'USCU_SC04']).pluck('code')
    expect(codes.sort()).toEqual(['1000000123', '100901', 'USCU_SC04'])
  })
})

const setting = async (key: string, value: string) =>
  expect(await world.db('app_setting').where({ key }).update({ value })).toBe(1)
