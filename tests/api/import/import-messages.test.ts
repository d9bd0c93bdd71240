import { beforeAll, describe, expect, it } from 'vitest'
import { type ImportErrorView, importFile, insert } from '../../support/imports.ts'
import { enterAccount } from '../../support/payments/confirmed-account.ts'
import { personWith } from '../../support/people.ts'
import { demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const PRICES = 'masters/cust-shipto-prod-price'
const HEADINGS = 'customer_code,ship_to_code,product_code,net_price,approved_ref,valid_from,valid_to'

const portal = portalOfFile(demoPortal)
const keeper = portal.person(at => personWith(at, ['SYS_ADMIN', 'MASTER_ADMIN', 'PRICING_APPROVER']))
let place: { customer: string; shipTo: string }
let products: string[]

beforeAll(async () => {
  place = await portal
    .db('ship_to')
    .join('customer', 'customer.id', 'ship_to.customerId')
    .where({ 'ship_to.isActive': 1, 'customer.isActive': 1 })
    .orderBy('ship_to.id')
    .first('customer.code as customer', 'ship_to.code as shipTo')
  const priced = portal.db('cust_shipto_prod_price').select('productId')
  products = await portal.db('products').where('isActive', 1).whereNotIn('id', priced).orderBy('id').pluck('code')
})

/** Checks a file of agreed prices; returns what is wrong with it, by row and column. */
async function faultsOf(path: string, lines: readonly string[], options = {}) {
  const job = await importFile(portal, keeper, path, `${lines.join('\n')}\n`, options)
  const { data } = (await keeper.get(`/api/import-errors?importJobId=${job.id}&$limit=100`)).body
  const faults = (data as ImportErrorView[]).map(({ rowNo, columnName, errorCode, message }) => ({
    at: `${rowNo} ${columnName} ${errorCode}`,
    message,
  }))
  return { job, faults, at: faults.map(({ at }) => at).sort() }
}

const price = (product: string, from: string, to: string, more: Partial<{ net: string; customer: string }> = {}) =>
  [more.customer ?? place.customer, place.shipTo, product, more.net ?? '10', 'AGR 7', from, to].join()

describe('what is wrong with a file', () => {
  it('names the row of the sheet that a period overlaps', async () => {
    const { faults } = await faultsOf(PRICES, [
      HEADINGS,
      price(products[0]!, '2027-04-01', '2027-06-30'),
      price(products[1]!, '2027-04-01', '2027-06-30'),
      price(products[0]!, '2027-06-01', '2027-12-31'),
    ])
    expect(faults).toEqual([
      {
        at: '4 valid_from DATE_OVERLAP',
        message: 'Valid from overlaps row 2 from 01-04-2027 to 30-06-2027: end that row first',
      },
    ])
  })

  it('names the saved row that a period overlaps by its codes and its days, not by its number', async () => {
    await faultsOf(PRICES, [HEADINGS, price(products[2]!, '2027-04-01', '2027-06-30')], { commit: true })
    const { faults } = await faultsOf(PRICES, [HEADINGS, price(products[2]!, '2027-05-01', '')])
    expect(faults[0]!.message).toBe(
      `Valid from overlaps the row for ${place.customer} / ${place.shipTo} / ${products[2]} from 01-04-2027 to 30-06-2027: end that row first`,
    )
  })

  it('is told at once for all of a row: what cannot be read, rules, rows that are there', async () => {
    await faultsOf(PRICES, [HEADINGS, price(products[3]!, '2027-04-01', '2027-06-30')], { commit: true })
    const { at } = await faultsOf(PRICES, [
      HEADINGS,
      price(products[3]!, '2027-05-01', '2027-05-31', { net: 'ten' }),
      price(products[4]!, '2027-05-01', '2027-04-30', { net: 'ten' }),
    ])
    expect(at).toEqual(['2 net_price TYPE', '2 valid_from DATE_OVERLAP', '3 net_price TYPE', '3 valid_to RANGE'])
  })

  it('does not let a row that is wrong itself stand in the way of a right one', async () => {
    const { at } = await faultsOf(PRICES, [
      HEADINGS,
      price(products[5]!, '2027-04-01', '2027-06-30', { net: 'ten' }),
      price(products[5]!, '2027-05-01', '2027-12-31'),
    ])
    expect(at).toEqual(['2 net_price TYPE', '2 valid_from DATE_OVERLAP'])
  })

  it('does not call a filled delivery address required because its customer is unknown', async () => {
    const { faults } = await faultsOf(PRICES, [HEADINGS, price(products[6]!, '2027-04-01', '', { customer: '999999' })])
    expect(faults).toEqual([
      { at: '2 customer_code UNKNOWN_REF', message: 'customer_code: no customer has the customer code “999999”' },
    ])
  })
})

describe('a warning', () => {
  it('is told and counted apart, and stops nothing: a price above the list', async () => {
    const listed = await portal
      .db('product_price')
      .join('products', 'products.id', 'product_price.productId')
      .join('customer', 'customer.channelId', 'product_price.channelId')
      .where({ 'customer.code': place.customer, 'product_price.isActive': 1, 'products.isActive': 1 })
      .whereNotIn('products.code', products.slice(0, 8))
      .where('product_price.validTo', '>', '2027-12-31')
      .first('products.code')
    const { job, faults } = await faultsOf(
      PRICES,
      [HEADINGS, price(listed.code, '2027-10-01', '', { net: '99999999' }), price(products[7]!, '2027-10-01', '')],
      { commit: true },
    )
    expect(faults).toEqual([])
    expect(job).toMatchObject({ status: 'DONE', rowsNew: 2, rowsFailed: 0, warned: 1 })
    const { body } = await keeper.get(`/api/import-rows?importJobId=${job.id}&verdict=WARNED`)
    expect(body.data).toMatchObject([{ rowNo: 2, warnings: [{ field: 'net_price', code: 'ABOVE_LIST' }] }])
  })
})

describe('rows of one file', () => {
  it('may name each other in every field, as a manager or as a delegate who is required', async () => {
    const headings =
      'employee_code,name,email,mobile,designation,date_of_joining,manager_code,delegate_code,delegate_from,delegate_to'
    const of = (code: string, rest: string) =>
      `${code},${code},${code}@company.example,9820012345,Sales,2020-01-01,${rest}`
    const { job, faults } = await faultsOf(
      'access-control/employee',
      [
        headings,
        of('NEW1', 'NEW2,NEW3,2026-12-01,2026-12-31'),
        of('NEW2', ',,,'),
        of('NEW3', 'NEW2,NEW1,2027-01-01,2027-01-31'),
      ],
      { commit: true },
    )
    expect(faults).toEqual([])
    expect(job).toMatchObject({ status: 'DONE', rowsNew: 3 })
    const rows = await portal.db('employee').whereIn('employeeCode', ['NEW1', 'NEW2', 'NEW3']).orderBy('employeeCode')
    expect(rows.map(({ managerId, delegateEmployeeId }) => [managerId, delegateEmployeeId])).toEqual([
      [rows[1].id, rows[2].id],
      [null, null],
      [rows[1].id, rows[0].id],
    ])
  })
})

describe('a product code of digits', () => {
  it('is the same with and without leading zeros, in a file as on the form', async () => {
    const { id: sbuId } = await portal.db('sbu').first('id')
    const values = {
      name: 'Acetone',
      sbuId,
      division: '10',
      uom: 'EA',
      baseUom: 'EA',
      hsnCode: '29420090',
      gstRate: 1800,
    }
    const entered = await keeper.post('/api/masters/products', { ...values, code: '000000000000104530' })
    expect(entered.body).toMatchObject({ code: '104530' })
    const again = await keeper.post('/api/masters/products', { ...values, code: '104530' })
    expect([again.status, again.body.errors[0].code]).toEqual([409, 'DUPLICATE_KEY'])
    const { job } = await faultsOf('masters/products', ['code,is_orderable', '000000000000104530,no'])
    expect(job).toMatchObject({ rowsChanged: 1, rowsFailed: 0 })
    const prices = await faultsOf(PRICES, [HEADINGS, price('0104530', '2027-04-01', '')])
    expect(prices.faults).toEqual([])
  })
})

describe('a customer who pays online', () => {
  it('pays into a merchant account that the settings name, in a file as on the form', async () => {
    const PATH = 'masters/upload-payment-customers'
    const finance = await personWith(portal, ['FINANCE'])
    const free = await portal
      .db('customer')
      .where('isActive', 1)
      .whereNotIn('id', portal.db('upload_payment_customers').select('customerId'))
      .limit(2)
      .pluck('code')
    const file = [
      'customer_code,gateway,merchant_account,valid_from',
      `${free[0]},PAYU,PAYU1,2027-01-01`,
      `${free[1]},PAYU,SOMEBODY_ELSE,2027-01-01`,
    ].join('\n')
    const job = await importFile(portal, finance, PATH, file, { onError: 'SKIP_BAD_ROWS', commit: true })
    expect(job).toMatchObject({ rowsNew: 1, rowsFailed: 1 })
    const { body } = await finance.get(`/api/import-errors?importJobId=${job.id}`)
    expect(body.data[0]).toMatchObject({
      rowNo: 3,
      columnName: 'merchant_account',
      message:
        'Merchant account must be BILLDESK1 or CCAVENUE1 or MAIN or PAYU1: others are added under Payment Accounts',
    })
    const another = {
      code: 'SOMEBODY_ELSE',
      gateway: 'PAYU',
      mode: 'TEST',
      companyCode: '1000',
      validFrom: '2026-04-01',
    }
    expect(await enterAccount(portal, finance, another)).toBe(201)
    const again = await importFile(portal, finance, PATH, `${file}\n`, { commit: true })
    expect(again).toMatchObject({ status: 'DONE', rowsNew: 1, rowsSame: 1 })
  })
})

describe('a mail after the check of the service centre', () => {
  it('is for channel 13 unless another is named, in a file as on the form', async () => {
    const PATH = 'channel-13-masters/sending-mail-after-csc-approval'
    const { id: channelId } = await portal.db('channel').where('code', '13').first('id')
    await portal.db('sending_mail_after_csc_approval').delete()
    const desk = await personWith(portal, ['CSC_AGENT'])
    const entered = await desk.post(`/api/${PATH}`, { toEmails: 'desk@company.example' })
    expect([entered.status, entered.body.channelId]).toEqual([201, channelId])
    const file = 'zone_code,to_emails\n,other@company.example\nWEST,west@company.example\n'
    const job = await importFile(portal, desk, PATH, file, { commit: true })
    expect(job).toMatchObject({ status: 'DONE', rowsNew: 1, rowsChanged: 1 })
    const rows = await portal.db('sending_mail_after_csc_approval').orderBy('id').select('channelId', 'toEmails')
    expect(rows).toEqual([
      { channelId, toEmails: 'other@company.example' },
      { channelId, toEmails: 'west@company.example' },
    ])
  })
})

describe('a reference in a file', () => {
  it('may be given by a name that one row has; a name of two rows says that they are two', async () => {
    await insert(portal.db, 'zone', [
      { code: 'ONE', name: 'Coast of one' },
      { code: 'TWIN1', name: 'Twin coast' },
      { code: 'TWIN2', name: 'Twin coast' },
    ])
    const { at, faults, job } = await faultsOf('masters/zone-area', [
      'code,name,zone_code',
      'BYNAME,By name,Coast of one',
      'DOUBLE,Of two,Twin coast',
    ])
    expect([job.rowsNew, at]).toEqual([1, ['3 zone_code UNKNOWN_REF']])
    expect(faults[0]!.message).toContain('fits 2 rows of Zones: give its code instead')
  })
})
