import type { Knex } from 'knex'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '../../../api/platform/config.ts'
import { createLog } from '../../../api/platform/log.ts'
import { customerPull } from '../../../api/sap/customers/customer-pull.ts'
import { SapError } from '../../../api/sap/http/sap-error.ts'
import { readOneRow } from '../../../api/sap/reading/read-one-row.ts'
import { sapRowReader } from '../../../api/sap/reading/reader.ts'
import { resourceNamed } from '../../../resources/registry.ts'
import { gstinOf } from '../../../seeds/registrations.ts'
import { seededDatabase, type TestDatabase } from '../../support/database.ts'
import { exampleRow } from '../../support/example-rows.ts'
import {
  demoPartners,
  padded,
  partnerOf,
  wireAddress,
  wireArea,
  wireCredit,
  wirePartner,
} from '../../support/sap/customers.ts'
import { stubSap } from '../../support/sap/rows.ts'

const PARTNERS = 'API_BUSINESS_PARTNER/A_BusinessPartner'
const CREDIT = 'API_CRDTMBUSINESSPARTNER/CreditManagementAccount'

let database: TestDatabase
let db: Knex
let rows: Awaited<ReturnType<typeof demoPartners>>
let sap: ReturnType<typeof stubSap>

beforeEach(async () => {
  database = await seededDatabase()
  db = database.db
  rows = await demoPartners(db)
  sap = stubSap(rows)
})
afterEach(() => database.close())

const read = (mode: 'DELTA' | 'FULL' = 'DELTA') =>
  sapRowReader({ db, sap, log: createLog(readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent' })) }, customerPull).read({
    trigger: 'MANUAL',
    mode,
    requestedById: null,
  })
const errorsOf = async (id: number) =>
  db('import_job_error')
    .where({ sapSyncRunId: id })
    .orderBy('rowNo')
    .select('value', 'columnName', 'errorCode', 'message')
const customerOf = (code: string) => db('customer').where({ code }).first()
const areasOf = async (code: string) =>
  db('customer_sales_area')
    .join('customer', 'customer.id', 'customer_sales_area.customerId')
    .join('channel', 'channel.id', 'customer_sales_area.channelId')
    .where('customer.code', code)
    .orderBy('division')
    .select('customer_sales_area.*', 'channel.code as channel')
const partner = (code: string) => partnerOf(rows[PARTNERS], code)
const account = (code: string) => rows[CREDIT].find(row => row.BusinessPartner === padded(code))!

/** A customer of SAP whom the portal does not know yet. */
function newcomer(code: string, more: Partial<Parameters<typeof wirePartner>[0]> = {}) {
  const row = wirePartner({
    code,
    name: 'Satpura Reagents Pvt Ltd',
    addresses: [
      wireAddress({
        street: 'Plot 9, MIDC',
        city: 'Pune',
        region: '13',
        pincode: '411019',
        email: 'BUY@satpura.example',
        mobile: '+91 90000 77001',
      }),
    ],
    gstin: gstinOf('27', 'ZZACS9901A'),
    customer: { CustomerAccountGroup: 'Z001', CustomerClassification: '01' },
    areas: [wireArea({ Division: '10' }), wireArea({ Division: '20', CustomerPaymentTerms: 'N045' })],
    ...more,
  })
  rows[PARTNERS].push(row)
  rows[CREDIT].push(wireCredit(code, 2_00_000_00))
  return row
}

describe('the customers of the demo company', () => {
  it('are as SAP has them: the first reading changes nothing, nor does the second', async () => {
    const first = await read()
    expect(await errorsOf(first.id)).toEqual([])
    expect(first).toMatchObject({ status: 'OK', rowsCreated: 0, rowsUpdated: 0, rowsFailed: 0 })
    expect(await read()).toMatchObject({ status: 'OK', rowsCreated: 0, rowsUpdated: 0 })
    expect(await read('FULL')).toMatchObject({ status: 'OK', rowsCreated: 0, rowsUpdated: 0 })
    expect(await db('audit_entry').where({ source: 'SAP' })).toEqual([])
  })
})

describe('a new customer of SAP', () => {
  it('is created with every column that SAP has, and those that the settings map', async () => {
    newcomer('100901', { pan: 'ZZACS9901A' })
    expect(await read()).toMatchObject({ status: 'OK', rowsCreated: 1, rowsUpdated: 0 })
    const state = await db('state').where({ gstStateCode: '27' }).first()
    const city = await db('state_city').where({ stateId: state.id, name: 'Pune' }).first()
    const channel = await db('channel').where({ code: '10' }).first()
    expect(await customerOf('100901')).toMatchObject({
      name: 'Satpura Reagents Pvt Ltd',
      name2: null,
      address: 'Plot 9, MIDC',
      pincode: '411019',
      stateId: state.id,
      cityId: city.id,
      gstin: gstinOf('27', 'ZZACS9901A'),
      pan: 'ZZACS9901A',
      email: 'buy@satpura.example',
      mobile: '9000077001',
      channelId: channel.id,
      paymentTermsCode: 'N030',
      paymentTermsDays: 30,
      customerType: 'END_CUSTOMER',
      isDistributor: 0,
      gstRegistrationType: 'REGULAR',
      hasLut: 0,
      creditLimit: 2_00_000_00,
      creditLimitTo: null,
      creditBlocked: 0,
      sapOrderBlock: null,
      sapDeleted: 0,
      toComplete: null,
      isActive: 1,
    })
    expect((await customerOf('100901')).lastSyncedAt).not.toBeNull()
    expect(await areasOf('100901')).toMatchObject([
      { salesOrg: '1000', channel: '10', division: '10', paymentTermsCode: 'N030', paymentTermsDays: 30, isDeleted: 0 },
      { salesOrg: '1000', channel: '10', division: '20', paymentTermsCode: 'N045', paymentTermsDays: 45, isDeleted: 0 },
    ])
  })

  it.each([
    ['Z002', { customerType: 'DISTRIBUTOR', isDistributor: 1 }],
    ['Z003', { customerType: 'INSTITUTION', isDistributor: 0 }],
  ])('of account group %s is of the type that the settings say', async (CustomerAccountGroup, expected) => {
    newcomer('100901', { customer: { CustomerAccountGroup, CustomerClassification: '01' } })
    await read()
    expect(await customerOf('100901')).toMatchObject(expected)
  })

  it.each([
    ['02', { gstRegistrationType: 'COMPOSITION', hasLut: 0 }],
    ['04', { gstRegistrationType: 'SEZ', hasLut: 0 }],
    ['05', { gstRegistrationType: 'GOVT', hasLut: 0 }],
    ['06', { gstRegistrationType: 'SEZ', hasLut: 1 }],
  ])('of classification %s is registered as the settings say', async (CustomerClassification, expected) => {
    newcomer('100901', { customer: { CustomerAccountGroup: 'Z001', CustomerClassification } })
    await read()
    expect(await customerOf('100901')).toMatchObject(expected)
  })

  it.each([
    ['07', '0719UNO00104UNV', { gstRegistrationType: 'UIN_HOLDER', pan: null }],
    ['08', '27ZZDB14521C1DP', { gstRegistrationType: 'TAX_DEDUCTOR', pan: null }],
    ['05', '27ZZHR00911K2Z8', { gstRegistrationType: 'GOVT', pan: null }],
    ['09', '27ZZACE4455P1C6', { gstRegistrationType: 'TAX_COLLECTOR', pan: 'ZZACE4455P' }],
    ['10', '0920ZZA00031NRX', { gstRegistrationType: 'NON_RESIDENT', pan: null }],
    ['11', '9919ZZB00044OS3', { gstRegistrationType: 'OIDAR', pan: null }],
    // Without a mapping the number says what it can.
    ['', '0920ZZA00031NRX', { gstRegistrationType: 'NON_RESIDENT' }],
    ['', '27ZZDB14521C1DP', { gstRegistrationType: null, toComplete: 'GST registration' }],
    ['05', null, { gstRegistrationType: 'GOVT', gstin: null }],
  ])('of classification %s with GSTIN %s is read whole', async (CustomerClassification, gstin, expected) => {
    newcomer('100901', { gstin, customer: { CustomerAccountGroup: 'Z001', CustomerClassification } })
    const { id, ...run } = await read()
    expect([run.rowsCreated, await errorsOf(id)]).toEqual([1, []])
    expect(await customerOf('100901')).toMatchObject({ gstin, ...expected })
    expect(await read()).toMatchObject({ status: 'OK', rowsCreated: 0, rowsUpdated: 0 })
  })

  it('whose GSTIN is of another kind than their registration is refused with what both say', async () => {
    newcomer('100901', { gstin: '0719UNO00104UNV' })
    const { id } = await read()
    expect(await errorsOf(id)).toMatchObject([
      {
        columnName: 'gstRegistrationType',
        message: expect.stringContaining('is REGULAR, and GSTIN 0719UNO00104UNV is that of an embassy or UN body'),
      },
    ])
    expect(await customerOf('100901')).toBeUndefined()
  })

  it('whose GSTIN is a department’s by its TAN is refused in another state', async () => {
    newcomer('100901', {
      gstin: '21ZZBC54321D1Z4',
      customer: { CustomerAccountGroup: 'Z001', CustomerClassification: '05' },
    })
    const { id } = await read()
    expect(await errorsOf(id)).toMatchObject([{ columnName: 'gstin', errorCode: 'REGION' }])
  })

  it('is to be completed where SAP has no field and no setting helps, and can then be completed', async () => {
    newcomer('100901', {
      addresses: [wireAddress({ street: 'Plot 9', city: 'Talegaon', region: '13', pincode: '410507' })],
      customer: { CustomerAccountGroup: 'ZX', CustomerClassification: '99' },
    })
    expect(await read()).toMatchObject({ status: 'OK', rowsCreated: 1 })
    expect(await customerOf('100901')).toMatchObject({
      customerType: null,
      cityId: null,
      gstRegistrationType: null,
      toComplete: 'Customer type, City, GST registration',
    })
  })

  it('is a distributor of SAP by another name of its city', async () => {
    newcomer('100901', {
      addresses: [wireAddress({ street: 'MG Road 1', city: 'BANGALORE', region: '10', pincode: '560001' })],
      gstin: gstinOf('29', 'ZZACS9901A'),
    })
    await read()
    const city = await db('state_city').where({ name: 'Bengaluru' }).first()
    expect(await customerOf('100901')).toMatchObject({ cityId: city.id, toComplete: null })
  })

  it('takes the PAN from the GSTIN where SAP keeps none', async () => {
    newcomer('100901')
    await read()
    expect(await customerOf('100901')).toMatchObject({ pan: 'ZZACS9901A' })
  })

  it('is not created without payment terms that the portal knows', async () => {
    newcomer('100901', { areas: [wireArea({ CustomerPaymentTerms: 'Z077' })] })
    const run = await read()
    expect(run).toMatchObject({ status: 'PARTIAL', rowsCreated: 0, rowsFailed: 1 })
    expect(await errorsOf(run.id)).toEqual([
      {
        value: '100901',
        columnName: 'paymentTermsCode',
        errorCode: 'PAYMENT_TERMS',
        message:
          'Customer 100901: Payment terms Z077 have no days in the portal: enter them under Settings, SAP, as Z077=30',
      },
    ])
    expect(await customerOf('100901')).toBeUndefined()
  })
})

describe('who is a customer', () => {
  it('is no mere ship-to or payer, whether without a sales area or in one of others', async () => {
    newcomer('100901', { areas: [], customer: { CustomerAccountGroup: '0002' } })
    newcomer('100902', { areas: [wireArea({ SalesOrganization: '9000' })], customer: { CustomerAccountGroup: '0003' } })
    expect(await read()).toMatchObject({ status: 'OK', rowsCreated: 0, rowsFailed: 0 })
    expect(await db('customer').whereIn('code', ['100901', '100902'])).toEqual([])
  })

  it('is told apart from a buyer whose sales area is missing', async () => {
    newcomer('100901', { areas: [] })
    newcomer('100902', { areas: [wireArea({ DistributionChannel: '77' })] })
    const run = await read()
    expect(run).toMatchObject({ status: 'PARTIAL', rowsCreated: 0 })
    expect((await errorsOf(run.id)).map(({ value, message }) => [value, message])).toEqual([
      [
        '100901',
        'Customer 100901: Account group Z001 is one of buyers, and they have no sales area, so none is one of an SBU and a channel of the portal: make one in SAP, or enter the SBU or channel here',
      ],
      [
        '100902',
        'Customer 100902: Account group Z001 is one of buyers, and none of their sales areas (1000/77/10) is one of an SBU and a channel of the portal: make one in SAP, or enter the SBU or channel here',
      ],
    ])
  })

  it('is nobody whom SAP deleted before the portal knew them', async () => {
    newcomer('100901', { customer: { CustomerAccountGroup: 'Z001', DeletionIndicator: true } })
    expect(await read()).toMatchObject({ status: 'OK', rowsCreated: 0, rowsFailed: 0 })
    expect(await customerOf('100901')).toBeUndefined()
  })

  it('whose last sales area goes keeps the row, and an order is told that there is none', async () => {
    await read()
    partner('100101').to_Customer.to_CustomerSalesArea.results = []
    expect(await read()).toMatchObject({ status: 'OK', rowsUpdated: 1 })
    expect(await areasOf('100101')).toEqual([])
    expect((await customerOf('100101')).lastSyncedAt).not.toBeNull()
  })
})

describe('what changes in SAP', () => {
  it('changes here, and what is the portal’s own stays', async () => {
    await read()
    await db('customer')
      .where({ code: '100101' })
      .update({ drugLicenceNo: 'MINE-1', freightTerms: 'BILLED', customerType: 'INSTITUTION' })
    const row = partner('100101')
    row.to_Customer.CustomerName = 'Sahyadri Biologics Ltd'
    row.OrganizationBPName2 = 'Formerly Pvt Ltd'
    row.to_BusinessPartnerAddress.results = [
      wireAddress({
        street: 'Plot 8',
        city: 'Mumbai',
        region: '13',
        pincode: '400 013',
        email: 'new@sahyadri.example',
        mobile: '09000077002',
      }),
    ]
    Object.assign(account('100101'), { CreditLimitAmount: '1234567.89' })
    row.to_Customer.CustomerAccountGroup = 'Z002'
    expect(await read()).toMatchObject({ status: 'OK', rowsUpdated: 1 })
    const mumbai = await db('state_city').where({ name: 'Mumbai' }).first()
    expect(await customerOf('100101')).toMatchObject({
      name: 'Sahyadri Biologics Ltd',
      name2: 'Formerly Pvt Ltd',
      address: 'Plot 8',
      cityId: mumbai.id,
      pincode: '400013',
      email: 'new@sahyadri.example',
      mobile: '9000077002',
      creditLimit: 1_234_567_89,
      drugLicenceNo: 'MINE-1',
      freightTerms: 'BILLED',
      customerType: 'INSTITUTION',
    })
    expect(await read()).toMatchObject({ status: 'OK', rowsUpdated: 0 })
  })

  it('keeps a city that somebody chose while the state stays, and asks for another one when it does not', async () => {
    await read()
    const before = await customerOf('100101')
    partner('100101').to_BusinessPartnerAddress.results = [
      wireAddress({ street: 'Plot 8', city: 'Talegaon', region: '13', pincode: '410507' }),
    ]
    await read()
    expect(await customerOf('100101')).toMatchObject({ cityId: before.cityId, toComplete: null })
    const row = partner('100101')
    row.to_BusinessPartnerAddress.results = [
      wireAddress({ street: 'Plot 8', city: 'Ponda', region: '05', pincode: '403401' }),
    ]
    row.to_BusinessPartnerTax.results = [{ BPTaxType: 'IN3', BPTaxNumber: gstinOf('30', 'ZZACS1101A') }]
    await read()
    expect(await customerOf('100101')).toMatchObject({
      cityId: null,
      toComplete: 'City',
      gstin: gstinOf('30', 'ZZACS1101A'),
    })
  })

  it('takes the usual address of today, of several', async () => {
    partner('100101').to_BusinessPartnerAddress.results = [
      wireAddress({ street: 'Old', city: 'Pune', region: '13', pincode: '411057', to: '2021-01-01' }),
      wireAddress({ street: 'Billing', city: 'Pune', region: '13', pincode: '411057', usage: 'BILL_TO' }),
      wireAddress({ street: 'Next year', city: 'Pune', region: '13', pincode: '411057', from: '2099-01-01' }),
      wireAddress({ street: 'Today', city: 'Pune', region: '13', pincode: '411057' }),
    ]
    await read()
    expect((await customerOf('100101')).address).toBe('Today')
  })

  it('moves the usual channel and terms with the sales areas', async () => {
    await read()
    for (const area of partner('100101').to_Customer.to_CustomerSalesArea.results)
      Object.assign(area, {
        DistributionChannel: '12',
        CustomerPaymentTerms: 'N060',
        IncotermsClassification: 'CPT',
        DeliveryIsBlockedForCustomer: '02',
        BillingIsBlockedForCustomer: '08',
      })
    await read()
    const channel = await db('channel').where({ code: '12' }).first()
    expect(await customerOf('100101')).toMatchObject({
      channelId: channel.id,
      paymentTermsCode: 'N060',
      paymentTermsDays: 60,
    })
    expect(await areasOf('100101')).toMatchObject(
      ['10', '20', '30'].map(division => ({
        division,
        channel: '12',
        paymentTermsDays: 60,
        incoterms: 'CPT',
        deliveryBlock: '02',
        billingBlock: '08',
      })),
    )
  })

  it('leaves a mobile number that is none out, says so, and saves the rest', async () => {
    await read()
    const row = partner('100101')
    row.to_BusinessPartnerAddress.results = [
      wireAddress({ street: 'Plot 8', city: 'Pune', region: '13', pincode: '411057', mobile: '020 2567 1234' }),
    ]
    const run = await read()
    expect(run).toMatchObject({ status: 'PARTIAL', rowsUpdated: 1, rowsFailed: 1 })
    expect((await errorsOf(run.id))[0].message).toBe(
      'Customer 100101: Mobile 020 2567 1234 is left out: it must be a mobile number of 10 digits; correct it in SAP',
    )
    expect(await customerOf('100101')).toMatchObject({ address: 'Plot 8', mobile: null })
  })
})

describe('blocks and deletions', () => {
  it('come from the customer and from each sales area, and M33 stays as it is', async () => {
    await read()
    const blocks = await db('block_customer_order_creation').select()
    partner('100102').to_Customer.OrderIsBlockedForCustomer = '02'
    Object.assign(partner('100103').to_Customer.to_CustomerSalesArea.results[1]!, { OrderIsBlockedForCustomer: '03' })
    partner('100108').to_Customer.OrderIsBlockedForCustomer = ''
    expect(await read()).toMatchObject({ status: 'OK', rowsUpdated: 3 })
    expect(await customerOf('100102')).toMatchObject({ sapOrderBlock: '02' })
    expect(await customerOf('100108')).toMatchObject({ sapOrderBlock: null })
    expect(await customerOf('100103')).toMatchObject({ sapOrderBlock: null })
    expect((await areasOf('100103')).map(({ orderBlock }) => orderBlock)).toEqual([null, '03', null])
    expect(await db('block_customer_order_creation').select()).toEqual(blocks)
  })

  it('hold the orders of the customer that SAP has, until they are lifted', async () => {
    await read()
    const { id: soldToId, channelId } = await customerOf('100102')
    const sapOrderNo = '5000004711'
    const order = await exampleRow(db, resourceNamed('order'), { soldToId, channelId, status: 'CONFIRMED', sapOrderNo })
    const held = () => db('order_hold').where({ orderId: order.id }).whereNull('endedAt').select('kind', 'code')
    partner('100102').to_Customer.DeliveryIsBlocked = '02'
    await read()
    expect(await customerOf('100102')).toMatchObject({ sapDeliveryBlock: '02' })
    expect(await held()).toEqual([{ kind: 'CUSTOMER', code: '02' }])
    partner('100102').to_Customer.DeliveryIsBlocked = ''
    partner('100102').to_Customer.BillingIsBlockedForCustomer = '09'
    await read()
    expect(await customerOf('100102')).toMatchObject({ sapDeliveryBlock: null, sapBillingBlock: '09' })
    expect(await held()).toEqual([{ kind: 'CUSTOMER', code: '09' }])
    partner('100102').to_Customer.BillingIsBlockedForCustomer = ''
    await read()
    expect(await held()).toEqual([])
  })

  it('hold at once, even where the rest of the customer cannot be saved', async () => {
    await read()
    const row = partner('100102')
    row.to_Customer.OrderIsBlockedForCustomer = '02'
    row.to_Customer.CustomerName = 'Not to be saved'
    row.to_BusinessPartnerAddress.results = [
      wireAddress({ street: 'X', city: 'Mumbai', region: '99', pincode: '400013' }),
    ]
    const run = await read()
    expect(run).toMatchObject({ status: 'PARTIAL', rowsUpdated: 1, rowsFailed: 1 })
    expect((await errorsOf(run.id))[0]).toMatchObject({
      value: '100102',
      columnName: 'stateId',
      message: 'Customer 100102: Region 99 is not the SAP region of any state: enter it under States',
    })
    expect(await customerOf('100102')).toMatchObject({
      sapOrderBlock: '02',
      name: 'Konkan Diagnostics and Research Ltd',
    })
  })

  it('mark a customer as deleted in SAP although they are in use, and a deleted sales area as such', async () => {
    await read()
    partner('100101').to_Customer.DeletionIndicator = true
    Object.assign(partner('100102').to_Customer.to_CustomerSalesArea.results[0]!, { DeletionIndicator: true })
    expect(await read()).toMatchObject({ status: 'OK', rowsUpdated: 2 })
    expect(await customerOf('100101')).toMatchObject({ sapDeleted: 1, isActive: 1 })
    expect((await areasOf('100102')).map(({ isDeleted }) => isDeleted)).toEqual([1, 0, 0])
  })

  it('mark a customer whom SAP no longer has, after a complete reading only', async () => {
    await read()
    rows[PARTNERS] = rows[PARTNERS].filter(row => row.Customer !== padded('100101'))
    sap = stubSap(rows)
    sap.lost = 1
    expect(await read()).toMatchObject({ status: 'FAILED', errorClass: 'SAP_LIST_INCOMPLETE' })
    expect(await customerOf('100101')).toMatchObject({ sapDeleted: 0 })
    sap.lost = 0
    expect(await read()).toMatchObject({ status: 'OK' })
    expect(await customerOf('100101')).toMatchObject({ sapDeleted: 1, isActive: 1 })
  })

  it('stop at the guard where SAP would delete too many at once', async () => {
    await read()
    for (const row of rows[PARTNERS]) (row.to_Customer as Record<string, unknown>).DeletionIndicator = true
    expect(await read()).toMatchObject({ status: 'FAILED', errorClass: 'GUARD_TRIPPED' })
    expect(await db('customer').where({ sapDeleted: 1 })).toEqual([])
  })

  it('leave a customer inactive whom somebody deactivated here', async () => {
    await read()
    await db('customer').where({ code: '100102' }).update({ isActive: 0, naturalKey: '100102~2' })
    partner('100102').to_Customer.CustomerName = 'Konkan'
    expect(await read()).toMatchObject({ status: 'OK', rowsCreated: 0, rowsUpdated: 1 })
    expect(await db('customer').where({ code: '100102' })).toMatchObject([{ isActive: 0, name: 'Konkan' }])
  })
})

describe('regions', () => {
  it('are SAP’s, not the GST codes of states: 13 is Maharashtra', async () => {
    newcomer('100901')
    await read()
    const state = await db('state')
      .where({ id: (await customerOf('100901')).stateId })
      .first()
    expect(state).toMatchObject({ gstStateCode: '27', sapRegion: '13' })
  })

  it.each([
    [
      'disagree with the GSTIN',
      { region: '06' },
      'Customer 100901: Region 06 is Gujarat (GST 24), and GSTIN 27',
      'gstin',
    ],
    ['are missing', { region: '' }, 'Customer 100901: The address has no region: enter it in SAP', 'stateId'],
    ['lie abroad', { region: 'NY', country: 'US' }, 'Customer 100901: Country US is not India', 'stateId'],
  ])('that %s are a sentence', async (_, more, message, columnName) => {
    newcomer('100901', {
      addresses: [wireAddress({ street: 'X', city: 'Pune', pincode: '411019', ...more })],
    })
    const run = await read()
    expect(run).toMatchObject({ status: 'PARTIAL', rowsCreated: 0, rowsFailed: 1 })
    const [error] = await errorsOf(run.id)
    expect(error.message).toContain(message)
    expect(error.columnName).toBe(columnName)
  })

  it('may be several of one state', async () => {
    newcomer('100901', {
      addresses: [wireAddress({ street: 'X', city: 'Daman', region: '29', pincode: '396210' })],
      gstin: gstinOf('26', 'ZZACS9901A'),
    })
    await read()
    const state = await db('state').where({ gstStateCode: '26' }).first()
    expect(await customerOf('100901')).toMatchObject({ stateId: state.id })
  })

  it('do not matter where no address is the usual one: that is the sentence', async () => {
    newcomer('100901', { addresses: [] })
    const run = await read()
    expect((await errorsOf(run.id))[0].message).toBe(
      'Customer 100901: No address is the usual one today: mark one in SAP',
    )
  })
})

describe('credit', () => {
  it('brings limit, validity and block of the account in the segment of the settings', async () => {
    await db('app_setting').where({ key: 'sap.credit_segment' }).update({ value: '2000' })
    rows[CREDIT].push(
      ...rows[CREDIT]
        .map((row): Record<string, unknown> => ({ ...row, CreditSegment: '2000' }))
        .map(row =>
          row.BusinessPartner === padded('100101')
            ? {
                ...row,
                CreditLimitAmount: '77.50',
                CreditLimitValidityEndDate: '/Date(1798675200000)/',
                CreditAccountIsBlocked: true,
              }
            : row,
        ),
    )
    await read()
    expect(await customerOf('100101')).toMatchObject({
      creditLimit: 77_50,
      creditLimitTo: '2026-12-31',
      creditBlocked: 1,
    })
  })

  it.each([
    ['no account', () => rows[CREDIT].splice(0, 1), 'There is no credit account in the credit segment in SAP'],
    [
      'an account in dollars',
      () => Object.assign(account('100101'), { CreditSegmentCurrency: 'USD' }),
      'The credit account is in USD, not INR',
    ],
    [
      'an account without a limit',
      () => Object.assign(account('100101'), { CreditLimitAmount: '0.00' }),
      'has no limit, and does not say that it is zero',
    ],
  ])('keeps the old limit of a customer with %s, and says so', async (_, change, message) => {
    expect(rows[CREDIT][0]!.BusinessPartner).toBe(padded('100101'))
    change()
    const run = await read()
    expect(run).toMatchObject({ status: 'PARTIAL', rowsFailed: 1 })
    const [error] = await errorsOf(run.id)
    expect(error).toMatchObject({ value: '100101', columnName: 'creditLimit', errorCode: 'CREDIT' })
    expect(error.message).toContain(message)
    expect(error.message).toContain('the limit stays as it was')
    expect(await customerOf('100101')).toMatchObject({ creditLimit: 1_50_00_000_00 })
  })

  it('is zero where SAP says so', async () => {
    Object.assign(account('100101'), { CreditLimitAmount: '0.00', CreditLimitIsZero: true })
    expect(await read()).toMatchObject({ status: 'OK', rowsUpdated: 1 })
    expect(await customerOf('100101')).toMatchObject({ creditLimit: 0 })
  })

  it('needs no second person', async () => {
    Object.assign(account('100101'), { CreditLimitAmount: '99.00' })
    await read()
    expect(await customerOf('100101')).toMatchObject({ creditLimit: 99_00 })
  })

  it('stays as it was where SAP refuses to tell of it: one error, and the customers are read', async () => {
    Object.assign(rows, { [CREDIT]: new SapError('BUSINESS', 'SAP refused it: no service found', { httpStatus: 404 }) })
    partner('100101').to_Customer.CustomerName = 'Sahyadri'
    const run = await read()
    expect(run).toMatchObject({ status: 'PARTIAL', rowsUpdated: 1, rowsFailed: 1 })
    expect((await errorsOf(run.id))[0].message).toBe(
      'Credit limits stay as they were: SAP refused it: no service found',
    )
    expect(await customerOf('100101')).toMatchObject({ name: 'Sahyadri', creditLimit: 1_50_00_000_00 })
  })

  it('ends the reading where SAP no longer lets us in', async () => {
    Object.assign(rows, { [CREDIT]: new SapError('AUTH', 'SAP refused our user or password.', { httpStatus: 401 }) })
    expect(await read()).toMatchObject({ status: 'FAILED', errorClass: 'AUTH' })
  })
})

describe('one customer', () => {
  it.each(['100101', '0000100101'])('is read by their code, written %s', async code => {
    partner('100101').to_Customer.CustomerName = 'Sahyadri'
    partner('100102').to_Customer.CustomerName = 'Konkan'
    const { run } = await readOneRow({ db, sap }, customerPull, code, null)
    expect(run).toMatchObject({ status: 'OK', rowsRead: 1, rowsUpdated: 1 })
    expect((await customerOf('100101')).name).toBe('Sahyadri')
    expect((await customerOf('100102')).name).not.toBe('Konkan')
  })

  it('that cannot be read is a sentence, and the others are', async () => {
    const row = partner('100101') as Record<string, unknown>
    row.to_Customer = { __deferred: { uri: 'x' } }
    partner('100102').to_Customer.CustomerName = 'Konkan'
    const run = await read()
    expect(run).toMatchObject({ status: 'PARTIAL', rowsUpdated: 1, rowsFailed: 1 })
    expect((await errorsOf(run.id))[0]).toMatchObject({
      value: '100101',
      errorCode: 'UNREADABLE',
      message: 'Customer 100101 cannot be read: its customer data are missing',
    })
  })
})
