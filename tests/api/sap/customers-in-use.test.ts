import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { importFile } from '../../support/imports.ts'
import { exampleCustomer, exampleOrderInput } from '../../support/orders/example-order.ts'
import { type ApiClient, demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(demoPortal)
const asha = portal.person('asha')
const csc = portal.person('csc_agent')
const keeper = portal.person('master_admin')
let buyer: { id: number; code: string }

beforeAll(async () => {
  buyer = (await exampleCustomer(portal)) as never
  await importedFromSap()
})
afterEach(async () => {
  await portal.db('customer').where({ id: buyer.id }).update({ toComplete: null, lastSyncedAt: null })
})

const setInSap = (entitySet: string, key: object, set: object) =>
  portal.simulators.post('/sap/simulator/entity', { entitySet, key, set })

/** The buyer of the worked example, as SAP has them. */
async function importedFromSap() {
  const code = buyer.code.padStart(10, '0')
  const row = await portal.db('customer').where({ id: buyer.id }).first()
  const city = await portal.db('state_city').where({ id: row.cityId }).first()
  const area = { Customer: code, SalesOrganization: '1000', DistributionChannel: '11' }
  const valid = { ValidityStartDate: '2020-01-01T00:00:00.000Z', ValidityEndDate: '9999-12-31T23:59:59.000Z' }
  const answers = [
    await setInSap('A_BusinessPartner', { BusinessPartner: code }, { Customer: code, BusinessPartnerName: row.name }),
    await setInSap('A_Customer', { Customer: code }, { CustomerName: row.name, CustomerAccountGroup: 'Z001' }),
    await setInSap(
      'A_BusinessPartnerAddress',
      { BusinessPartner: code, AddressID: '1' },
      { StreetName: row.address, CityName: city.name, PostalCode: row.pincode, Region: '13', Country: 'IN' },
    ),
    await setInSap(
      'A_BuPaAddressUsage',
      { BusinessPartner: code, AddressID: '1', AddressUsage: 'XXDEFAULT', ValidityEndDate: valid.ValidityEndDate },
      { ValidityStartDate: valid.ValidityStartDate },
    ),
    await setInSap(
      'A_BusinessPartnerTaxNumber',
      { BusinessPartner: code, BPTaxType: 'IN3' },
      { BPTaxNumber: row.gstin },
    ),
    ...(await Promise.all(
      ['10', '20', '30'].map(Division =>
        setInSap('A_CustomerSalesArea', { ...area, Division }, { CustomerPaymentTerms: row.paymentTermsCode }),
      ),
    )),
    await setInSap(
      'CreditManagementAccount',
      { BusinessPartner: code, CreditSegment: '0000' },
      { CreditLimitAmount: '15000000.000', CreditSegmentCurrency: 'INR' },
    ),
  ]
  for (const { status, body } of answers) if (status >= 300) throw new Error(JSON.stringify(body))
}

const pull = (who: ApiClient, filterCode: string) =>
  who.post('/api/masters/read-data-from-sap', { object: 'CUSTOMER', filterCode })
const faultsOf = async () =>
  (await asha.post('/api/quotes', await exampleOrderInput(portal, asha))).body.faults.map(
    ({ code, message }: { code: string; message: string }) => [code, message],
  )

describe('pulling one customer from SAP', () => {
  it('is what a customer service agent may do, and says in a sentence what came', async () => {
    await setInSap('A_Customer', { Customer: buyer.code.padStart(10, '0') }, { CustomerName: 'Sahyadri Biologics Ltd' })
    const answer = await pull(csc, `0000${buyer.code}`)
    expect([answer.status, answer.body.status]).toEqual([201, 'OK'])
    expect(answer.body.says).toEqual([`0000${buyer.code} is updated`])
    expect((await portal.db('customer').where({ id: buyer.id }).first()).name).toBe('Sahyadri Biologics Ltd')
    expect((await pull(csc, buyer.code)).body.says).toEqual([`SAP has nothing new of ${buyer.code}`])
    expect((await pull(csc, '777777')).body.says).toEqual(['SAP has nothing with the code 777777'])
  })

  it('is not for sales people', async () => {
    expect((await pull(asha, buyer.code)).status).toBe(403)
  })

  it('blocks the next order where SAP blocks the sales area', async () => {
    const area = {
      Customer: buyer.code.padStart(10, '0'),
      SalesOrganization: '1000',
      DistributionChannel: '11',
      Division: '10',
    }
    await setInSap('A_CustomerSalesArea', area, { OrderIsBlockedForCustomer: '02' })
    await pull(csc, buyer.code)
    expect(await faultsOf()).toContainEqual([
      'SAP_ORDER_BLOCK',
      expect.stringContaining('is blocked for orders in SAP (02) for sales organisation 1000, division 10 (LS)'),
    ])
    await setInSap('A_CustomerSalesArea', area, { OrderIsBlockedForCustomer: '' })
    await pull(csc, buyer.code)
    expect(await faultsOf()).toEqual([])
  })
})

describe('a customer who is to be completed', () => {
  const row = async () => (await keeper.get(`/api/access-control/customer/${buyer.id}`)).body
  const change = async (more: object) => {
    const { rowVersion } = await row()
    return keeper.patch(`/api/access-control/customer/${buyer.id}`, { rowVersion, ...more })
  }

  it('cannot order, is found in the list, and is complete once somebody has entered the rest', async () => {
    const before = await row()
    await portal
      .db('customer')
      .where({ id: buyer.id })
      .update({ cityId: null, gstRegistrationType: null, toComplete: 'City, GST registration' })
    expect(await faultsOf()).toEqual([
      [
        'CUSTOMER_INCOMPLETE',
        expect.stringContaining('is not complete yet: have these entered under Customers: City, GST registration'),
      ],
    ])
    const list = await keeper.get('/api/access-control/customer?toComplete[$ne]=null')
    expect(list.body.data.map(({ id }: { id: number }) => id)).toEqual([buyer.id])
    expect((await change({ cityId: before.cityId })).body).toMatchObject({ toComplete: 'GST registration' })
    expect((await change({ gstRegistrationType: 'REGULAR' })).body).toMatchObject({ toComplete: null })
    expect(await faultsOf()).toEqual([])
  })

  it('cannot be made so by a person', async () => {
    const answer = await change({ cityId: null })
    expect([answer.status, answer.body.errors]).toEqual([
      400,
      [{ field: 'cityId', code: 'REQUIRED', message: 'City is required' }],
    ])
    const told = await change({ toComplete: 'City' })
    expect([told.status, told.body.errors[0].message]).toEqual([400, 'To complete is set by the portal'])
  })
})

describe('a file of customers', () => {
  it('finds a customer whose number bears SAP’s leading zeros', async () => {
    const file = `Customer code,TCS or TDS note\n0000${buyer.code},Deducts TDS\n`
    const job = await importFile(portal, keeper, 'access-control/customer', file, { commit: true })
    expect(job).toMatchObject({ rowsNew: 0, rowsChanged: 1, rowsFailed: 0 })
    expect((await portal.db('customer').where({ id: buyer.id }).first()).tcsTdsNote).toBe('Deducts TDS')
  })

  it('of other masters finds them too', async () => {
    const file = `Customer,Ship-to code,Contact person\n0000${buyer.code},0000200101,Sneha\n`
    const job = await importFile(portal, keeper, 'access-control/ship-to', file, { commit: true })
    expect(job).toMatchObject({ rowsNew: 0, rowsChanged: 1, rowsFailed: 0 })
  })
})
