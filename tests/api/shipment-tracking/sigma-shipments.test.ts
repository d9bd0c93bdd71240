import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { employee } from '../../../resources/access-control/employee.ts'
import { employeeSigmaMap } from '../../../resources/shipment-tracking/employee-sigma-map.ts'
import { sigmaCustomers } from '../../../resources/shipment-tracking/sigma-customers.ts'
import { dispatchDesk } from '../../support/dispatches/dispatch-desk.ts'
import { exampleRow } from '../../support/example-rows.ts'
import { importFile } from '../../support/imports.ts'
import { personWith } from '../../support/people.ts'
import type { ApiClient } from '../../support/portal.ts'

const { portal, company, desk, transporter, clockAt, close } = await dispatchDesk()
afterAll(close)
beforeEach(() => clockAt())

let sigmaCustomerId: number
let follower: ApiClient
beforeAll(async () => {
  await clockAt()
  const given = { code: 'SG1', pincode: '560001', mobile: '9820054321', email: 'store@sigma.example' }
  sigmaCustomerId = (await exampleRow(portal.db, sigmaCustomers, given)).id
  const { id } = await exampleRow(portal.db, employee, {})
  await exampleRow(portal.db, employeeSigmaMap, {
    employeeId: id,
    mapType: 'CUSTOMER',
    sigmaCustomerId,
    plantCode: null,
  })
  follower = await personWith(portal, ['DISPATCH'], { employeeId: id })
})

const HEAD =
  'lr_no,lr_date,transporter_code,sigma_plant_code,sigma_customer_code,sigma_invoice_no,invoice_value,packages,weight_kg,trans_mode,from_city,to_city,to_pincode,expected_delivery_date'
const row = (lrNo: string, invoiceNo: string, more: Record<string, string> = {}) => {
  const cells = {
    lrDate: '19-11-2026',
    transporter: 'VRL',
    plant: 'SG01',
    customer: 'SG1',
    value: '1000.50',
    packages: '2',
    weight: '10.5',
    mode: 'SURFACE',
    from: 'Pune',
    to: 'Pune',
    pin: '411002',
    expected: '',
    ...more,
  }
  const { lrDate, transporter, plant, customer, value, packages, weight, mode, from, to, pin, expected } = cells
  return [
    lrNo,
    lrDate,
    transporter,
    plant,
    customer,
    invoiceNo,
    value,
    packages,
    weight,
    mode,
    from,
    to,
    pin,
    expected,
  ].join(',')
}
const file = (...rows: string[]) => [HEAD, ...rows].join('\n')
const PATH = 'shipment-tracking/sigma-shipments'
const bring = (content: string, commit = true) => importFile(portal, follower, PATH, content, { commit })
const errorsOf = async (content: string) => {
  const job = await bring(content, false)
  const { body } = await follower.get(`/api/import-errors?importJobId=${job.id}`)
  return (body.data ?? body).map((one: Record<string, unknown>) => [one.rowNo, one.errorCode, one.columnName])
}

describe('a file of Sigma shipments', () => {
  it('makes an LR with its shipment of the rows with one number, without orders, invoices and freight', async () => {
    await bring(
      file(row('SG/1', 'SI-1'), row('SG/1', 'SI-2', { value: '', packages: '1', weight: '4.5' }), row('SG/2', 'SI-3')),
    )
    const lr = await portal.db('lr').where({ lrNo: 'SG/1' }).first()
    expect(lr).toMatchObject({
      businessLine: 'SIGMA',
      plantId: null,
      sigmaPlantCode: 'SG01',
      packages: 3,
      actualWeightKg: 15_000,
      chargedWeightKg: 15_000,
      declaredValue: 100_050,
      freightTerms: 'FOR',
      freightAmount: 0,
      expectedDeliveryDate: '2026-11-27',
      originalExpectedDate: '2026-11-27',
      deliveryStatus: 'BOOKED',
    })
    expect(await portal.db('lr_line').where({ lrId: lr.id }).orderBy('sigmaInvoiceNo')).toMatchObject([
      {
        sigmaInvoiceNo: 'SI-1',
        sigmaCustomerId,
        invoiceId: null,
        packages: 2,
        weightKg: 10_500,
        invoiceValue: 100_050,
      },
      { sigmaInvoiceNo: 'SI-2', sigmaCustomerId, invoiceId: null, packages: 1, weightKg: 4_500, invoiceValue: 0 },
    ])
    expect(await portal.db('shipment').where({ lrId: lr.id }).first()).toMatchObject({
      businessLine: 'SIGMA',
      customerId: null,
      sigmaCustomerId,
      shipToPincode: '411002',
      notifyEmail: 'store@sigma.example',
    })
    expect(await portal.db('tracking_event').where({ lrId: lr.id })).toMatchObject([
      { eventCode: 'BOOKED', source: 'UPLOAD' },
    ])
  })

  it('can come twice and changes nothing then', async () => {
    const again = await bring(file(row('SG/2', 'SI-3')))
    expect(again).toMatchObject({ rowsSame: 1, rowsNew: 0 })
    expect(await portal.db('lr').where({ lrNo: 'SG/2' })).toHaveLength(1)
  })

  it.each([
    ['rows that disagree', [row('SG/9', 'A'), row('SG/9', 'B', { pin: '411003' })], [3, 'DIFFERS', 'To PIN code']],
    ['an unknown city', [row('SG/9', 'A', { to: 'Atlantis' })], [2, 'UNKNOWN_REF', 'To city']],
    ['a day to come', [row('SG/9', 'A', { lrDate: '01-01-2099' })], [2, 'RANGE', 'LR date']],
    ['a promise before the LR', [row('SG/9', 'A', { expected: '18-11-2026' })], [2, 'RANGE', 'Expected delivery date']],
    ['an unknown Sigma customer', [row('SG/9', 'A', { customer: 'NOBODY' })], [2, 'UNKNOWN_REF', 'Sigma customer']],
    ['a mode without transporter', [row('SG/9', 'A', { mode: 'PWC' })], [2, 'ENUM', 'Mode of transport']],
    ['an LR that is there with other invoices', [row('SG/2', 'OTHER')], [2, 'DUPLICATE_KEY', 'LR no']],
    ['no packages', [row('SG/9', 'A', { packages: '0' })], [2, 'RANGE', 'Packages']],
  ])('refuses %s with a sentence at its cell', async (_, rows, [rowNo, code]) => {
    expect(await errorsOf(file(...rows))).toEqual(expect.arrayContaining([expect.arrayContaining([rowNo, code])]))
    expect(await portal.db('lr').where({ lrNo: 'SG/9' })).toEqual([])
  })

  it('is brought by desks that follow its customer or plant, and by nobody else', async () => {
    const other = await personWith(portal, ['DISPATCH'])
    const job = await importFile(portal, other, PATH, file(row('SG/8', 'A')), { commit: false })
    const { body } = await other.get(`/api/import-errors?importJobId=${job.id}`)
    expect(JSON.stringify(body)).toContain('OUT_OF_SCOPE')
  })
})

describe('the API of Sigma shipments', () => {
  const lr = (lrNo: string, more: Record<string, unknown> = {}) => ({
    lrNo,
    lrDate: '2026-11-19',
    transporterId: company.transporterId,
    sigmaPlantCode: 'SG01',
    sigmaCustomerId,
    transMode: 'SURFACE',
    fromCity: 'Pune',
    toCity: 'Pune',
    toPincode: '411002',
    invoices: [{ sigmaInvoiceNo: 'API-1', packages: 1, weightKg: 1000, invoiceValue: 5000 }],
    ...more,
  })
  const send = (body: unknown, key: string, who = follower) =>
    who.post('/api/sigma-shipments', body as never, { 'Idempotency-Key': key })

  it('saves an LR once for its key, and once without it', async () => {
    const first = await send(lr('API/1'), 'sigma-key-1')
    expect(first.status, first.body.message).toBe(201)
    expect((await send(lr('API/1'), 'sigma-key-1')).body).toEqual(first.body)
    expect((await send(lr('API/1'), 'sigma-key-2')).body).toEqual(first.body)
    expect(await portal.db('lr').where({ lrNo: 'API/1' })).toHaveLength(1)
    const seen = await follower.get('/api/shipment-tracking/search-shipments?lrNo=API/1')
    expect(seen.body.data).toMatchObject([{ businessLine: 'SIGMA', invoiceNos: 'API-1' }])
  })

  it('is found on the public page by its PIN code, that of its customer, and the end of its mobile', async () => {
    for (const proof of [{ pincode: '411002' }, { pincode: '560001' }, { last4: '4321' }])
      expect((await portal.nobody.post('/api/track', { type: 'INVOICE', number: 'API-1', ...proof })).status).toBe(201)
    expect((await portal.nobody.post('/api/track', { type: 'LR', number: 'API/1', pincode: '560009' })).status).toBe(
      404,
    )
  })

  it.each([
    [400, 'invoices', { invoices: [] }],
    [
      400,
      'invoices[1].sigmaInvoiceNo',
      { invoices: [1, 2].map(() => ({ sigmaInvoiceNo: 'X', packages: 1, weightKg: 1 })) },
    ],
    [400, 'invoices[0].packages', { invoices: [{ sigmaInvoiceNo: 'X', packages: 0, weightKg: 1 }] }],
    [400, 'freightAmount', { freightAmount: 5 }],
    [422, 'toCity', { toCity: 'Atlantis' }],
    [422, 'lrDate', { lrDate: '2026-11-30' }],
  ])('answers %i and names %s', async (status, field, more) => {
    const refused = await send(
      lr('API/9', more),
      `sigma-bad-${field.replace(/\W/g, '')}-${status}-${JSON.stringify(more).length}`,
    )
    expect(refused.status).toBe(status)
    expect(refused.body.errors).toMatchObject([{ field }])
  })

  it('is for those who import shipments', async () => {
    expect((await send(lr('API/9'), 'sigma-transporter', transporter)).status).toBe(403)
    expect((await send(lr('API/9'), 'sigma-desk', desk)).status).toBe(422)
  })
})
