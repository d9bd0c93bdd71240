import type { Knex } from 'knex'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLog } from '../../../api/platform/log.ts'
import { customerPull } from '../../../api/sap/customers/customer-pull.ts'
import { shipToPull } from '../../../api/sap/customers/ship-to-pull.ts'
import { readOneRow } from '../../../api/sap/reading/read-one-row.ts'
import { sapRowReader } from '../../../api/sap/reading/reader.ts'
import { gstinOf } from '../../../seeds/registrations.ts'
import { seededDatabase, type TestDatabase } from '../../support/database.ts'
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
const FUNCTIONS = 'API_BUSINESS_PARTNER/A_CustSalesPartnerFunc'

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

const log = createLog({ logLevel: 'silent' })
const request = { trigger: 'MANUAL', mode: 'DELTA', requestedById: null } as const
const read = (mode: 'DELTA' | 'FULL' = 'DELTA') => sapRowReader({ db, sap, log }, shipToPull).read({ ...request, mode })
const readCustomers = () => sapRowReader({ db, sap, log }, customerPull).read(request)
const errorsOf = async (id: number) =>
  db('import_job_error')
    .where({ sapSyncRunId: id })
    .orderBy('rowNo')
    .select('value', 'columnName', 'errorCode', 'message')
const shipTosOf = async (customer: string, code: string) =>
  db('ship_to')
    .join('customer', 'customer.id', 'ship_to.customerId')
    .where({ 'customer.code': customer, 'ship_to.code': code })
    .orderBy('ship_to.id')
    .select('ship_to.*')
const shipToOf = async (customer: string, code: string) => (await shipTosOf(customer, code)).at(-1)
const partner = (code: string) => partnerOf(rows[PARTNERS], code)

/** Says in SAP that a customer has goods sent to a partner. */
const link = (customer: string, shipTo: string, more: Record<string, unknown> = {}) =>
  rows[FUNCTIONS].push({
    Customer: padded(customer),
    SalesOrganization: '1000',
    Division: '10',
    DistributionChannel: '11',
    PartnerCounter: '900',
    PartnerFunction: 'SH',
    BPCustomerNumber: padded(shipTo),
    DefaultPartner: false,
    ...more,
  } as never)

/** A partner of SAP whom the portal does not know yet, in Pune. */
const newcomer = (code: string, more: Partial<Parameters<typeof wirePartner>[0]> = {}) =>
  rows[PARTNERS].push(
    wirePartner({
      code,
      name: 'Satpura stores',
      addresses: [wireAddress({ street: 'Gate 3', city: 'Pune', region: '13', pincode: '411019' })],
      ...more,
    }),
  )
const unlink = (shipTo: string) => {
  rows[FUNCTIONS] = rows[FUNCTIONS].filter(row => row.BPCustomerNumber !== padded(shipTo))
}

describe('the delivery addresses of the demo company', () => {
  it('are as SAP has them: the first reading changes nothing, nor do the next', async () => {
    const first = await read()
    expect(await errorsOf(first.id)).toEqual([])
    expect(first).toMatchObject({ status: 'OK', rowsCreated: 0, rowsUpdated: 0, rowsFailed: 0 })
    expect(first.rowsRead).toBe(rows[FUNCTIONS].length / 3)
    expect(await read()).toMatchObject({ status: 'OK', rowsCreated: 0, rowsUpdated: 0 })
    expect(await read('FULL')).toMatchObject({ status: 'OK', rowsCreated: 0, rowsUpdated: 0 })
  })
})

describe('a new delivery address of SAP', () => {
  it('is created with every column that SAP has', async () => {
    newcomer('200901', { gstin: gstinOf('27', 'ZZACS1101A') })
    link('100101', '200901', { DefaultPartner: true })
    expect(await read()).toMatchObject({ status: 'OK', rowsCreated: 1 })
    const state = await db('state').where({ gstStateCode: '27' }).first()
    const city = await db('state_city').where({ name: 'Pune' }).first()
    expect(await shipToOf('100101', '200901')).toMatchObject({
      name: 'Satpura stores',
      address: 'Gate 3',
      pincode: '411019',
      stateId: state.id,
      cityId: city.id,
      gstin: gstinOf('27', 'ZZACS1101A'),
      isDefault: 1,
      isThirdParty: 0,
      toComplete: null,
      isActive: 1,
    })
  })

  it('is the customer themselves where SAP says so', async () => {
    link('100101', '100101')
    await read()
    expect(await shipToOf('100101', '100101')).toMatchObject({ name: 'Sahyadri Biologics Pvt Ltd', isThirdParty: 0 })
  })

  it('is called WE where the service answers in German', async () => {
    newcomer('200901')
    link('100101', '200901', { PartnerFunction: 'WE' })
    expect(await read()).toMatchObject({ rowsCreated: 1 })
  })

  it('is a row of each customer who shares it, of a third party where the PAN is another', async () => {
    newcomer('200901', { gstin: gstinOf('27', 'ZZACS1101A') })
    link('100101', '200901')
    link('100102', '200901')
    expect(await read()).toMatchObject({ status: 'OK', rowsCreated: 2 })
    expect(await shipToOf('100101', '200901')).toMatchObject({ isThirdParty: 0 })
    expect(await shipToOf('100102', '200901')).toMatchObject({ isThirdParty: 1 })
    partner('200901').to_Customer.CustomerName = 'Shared stores'
    expect(await read()).toMatchObject({ status: 'OK', rowsUpdated: 2 })
    expect((await shipToOf('100102', '200901')).name).toBe('Shared stores')
  })

  it('is to be completed where State City has no such city', async () => {
    newcomer('200901', {
      addresses: [wireAddress({ street: 'Gate 3', city: 'Talegaon', region: '13', pincode: '410507' })],
    })
    link('100101', '200901')
    expect(await read()).toMatchObject({ status: 'OK', rowsCreated: 1 })
    expect(await shipToOf('100101', '200901')).toMatchObject({ cityId: null, toComplete: 'City' })
    await db('state_city').insert({
      ...(await db('state_city').where({ name: 'Pune' }).first()),
      id: undefined,
      name: 'Talegaon',
      naturalKey: 'talegaon',
    })
    expect(await read('FULL')).toMatchObject({ rowsUpdated: 1 })
    expect(await shipToOf('100101', '200901')).toMatchObject({ toComplete: null })
  })

  it('of a sales area that is not ours, or of another partner function, is left out', async () => {
    newcomer('200901')
    link('100101', '200901', { SalesOrganization: '9000' })
    link('100101', '200901', { PartnerFunction: 'BP' })
    expect(await read()).toMatchObject({ status: 'OK', rowsCreated: 0, rowsFailed: 0 })
  })

  it('waits for its customer, and is saved once they are read', async () => {
    newcomer('200901')
    newcomer('100901', {
      gstin: gstinOf('27', 'ZZACS9901A'),
      customer: { CustomerAccountGroup: 'Z001', CustomerClassification: '01' },
      areas: [wireArea({ DistributionChannel: '11' })],
    })
    rows['API_CRDTMBUSINESSPARTNER/CreditManagementAccount'].push(wireCredit('100901', 0))
    link('100901', '200901')
    const run = await read()
    expect(run).toMatchObject({ status: 'PARTIAL', rowsCreated: 0, rowsFailed: 1 })
    expect(await errorsOf(run.id)).toMatchObject([
      {
        value: '100901/200901',
        columnName: 'customerId',
        errorCode: 'UNKNOWN_REF',
        message: 'Ship-to 100901/200901: Customer 100901 is not known yet: it is tried again after customers are read',
      },
    ])
    expect(await db('sap_pending_row').select('object', 'sapKey', 'waitsFor')).toEqual([
      { object: 'SHIP_TO', sapKey: '100901/200901', waitsFor: 'CUSTOMER' },
    ])
    expect(await readCustomers()).toMatchObject({ status: 'OK', rowsCreated: 1 })
    expect(await read()).toMatchObject({ status: 'OK', rowsCreated: 1 })
    expect(await shipToOf('100901', '200901')).toMatchObject({ name: 'Satpura stores' })
    expect(await db('sap_pending_row').select()).toEqual([])
  })
})

describe('what changes in SAP', () => {
  it('changes here, and what is the portal’s own stays', async () => {
    await read()
    const before = await shipToOf('100101', '200102')
    const row = partner('200102')
    row.to_Customer.CustomerName = 'Sahyadri, Panaji'
    row.to_BusinessPartnerAddress.results = [
      wireAddress({ street: 'L-35', city: 'verna', region: '05', pincode: '403 722' }),
    ]
    row.to_BusinessPartnerTax.results = []
    expect(await read()).toMatchObject({ status: 'OK', rowsUpdated: 1 })
    expect(await shipToOf('100101', '200102')).toMatchObject({
      name: 'Sahyadri, Panaji',
      address: 'L-35',
      pincode: '403722',
      gstin: null,
      cityId: before.cityId,
      pesoLicenceNo: before.pesoLicenceNo,
      isDefault: before.isDefault,
    })
  })

  it.each([
    ['an unmapped region', { region: '99' }, 'Region 99 is not the SAP region of any state: enter it under States'],
    ['a region of another state than the GSTIN', { region: '06' }, 'Region 06 is Gujarat (GST 24), and GSTIN 27'],
  ])('is a sentence with %s, and the row stays', async (_, more, message) => {
    await read()
    const before = await shipToOf('100101', '200101')
    partner('200101').to_BusinessPartnerAddress.results = [
      wireAddress({ street: 'X', city: 'Pune', pincode: '411057', ...more }),
    ]
    const run = await read()
    expect(run).toMatchObject({ status: 'PARTIAL', rowsUpdated: 0, rowsFailed: 1 })
    const [error] = await errorsOf(run.id)
    expect(error.value).toBe('100101/200101')
    expect(error.message).toContain(message)
    expect(await shipToOf('100101', '200101')).toEqual(before)
  })

  it('is told where SAP names a partner that it does not have', async () => {
    link('100101', '299999')
    const run = await read()
    expect(run).toMatchObject({ status: 'PARTIAL', rowsFailed: 1 })
    expect((await errorsOf(run.id))[0]).toMatchObject({
      value: '100101/299999',
      message: 'Ship-to 100101/299999 cannot be read: SAP has no business partner for customer 299999',
    })
  })
})

describe('a delivery address that ends', () => {
  it('becomes inactive where SAP no longer names it, although orders do, and active again when SAP does', async () => {
    await read()
    const kept = [...rows[FUNCTIONS]]
    unlink('200101')
    expect(await read()).toMatchObject({ status: 'OK', rowsUpdated: 1 })
    expect(await shipToOf('100101', '200101')).toMatchObject({ isActive: 0 })
    rows[FUNCTIONS] = kept
    sap = stubSap(rows)
    expect(await read()).toMatchObject({ status: 'OK', rowsCreated: 0, rowsUpdated: 1 })
    expect(await shipTosOf('100101', '200101')).toMatchObject([{ isActive: 1 }])
  })

  it('becomes inactive where its partner is deleted in SAP', async () => {
    await read()
    partner('200101').to_Customer.DeletionIndicator = true
    expect(await read()).toMatchObject({ status: 'OK', rowsUpdated: 1 })
    expect(await shipToOf('100101', '200101')).toMatchObject({ isActive: 0 })
    expect(await read()).toMatchObject({ status: 'OK', rowsUpdated: 0 })
  })

  it('stays where a row of SAP got lost on the way', async () => {
    await read()
    unlink('200101')
    sap = stubSap(rows)
    sap.lost = 1
    expect(await read()).toMatchObject({ status: 'PARTIAL' })
    expect(await shipToOf('100101', '200101')).toMatchObject({ isActive: 1 })
  })

  it('stops at the guard where too many would end at once', async () => {
    await read()
    rows[FUNCTIONS] = rows[FUNCTIONS].slice(0, 3)
    sap = stubSap(rows)
    expect(await read()).toMatchObject({ status: 'FAILED', errorClass: 'GUARD_TRIPPED' })
    expect(await db('ship_to').where({ isActive: 0 })).toEqual([])
  })

  it('stays inactive where a person made it so, and one that only the portal has stays', async () => {
    await read()
    const person = await db('user').first()
    await db('ship_to').where({ code: '200101' }).update({ isActive: 0, updatedById: person.id, naturalKey: 'x~1' })
    const own = await db('ship_to').where({ code: '200102' }).first()
    await db('ship_to').insert({ ...own, id: undefined, code: '999999', naturalKey: 'own' })
    partner('200101').to_Customer.CustomerName = 'Renamed'
    await read('FULL')
    expect(await shipTosOf('100101', '200101')).toMatchObject([{ isActive: 0, name: 'Renamed' }])
    expect(await shipToOf('100101', '999999')).toMatchObject({ isActive: 1 })
  })
})

describe('the delivery addresses of one customer', () => {
  it.each(['100101', '0000100101'])('are read by the customer’s code, written %s', async code => {
    partner('200101').to_Customer.CustomerName = 'Hinjawadi'
    partner('200103').to_Customer.CustomerName = 'Parel'
    const { run } = await readOneRow({ db, sap }, shipToPull, code, null)
    expect(run).toMatchObject({ status: 'OK', rowsRead: 2, rowsUpdated: 1 })
    expect((await shipToOf('100101', '200101')).name).toBe('Hinjawadi')
    expect((await shipToOf('100102', '200103')).name).not.toBe('Parel')
  })
})
