import { describe, expect, it } from 'vitest'
import { today } from '../../../api/platform/clock.ts'
import type { RowValues } from '../../../resources/define/row-values.ts'
import { importFile } from '../../support/imports.ts'
import { personWith } from '../../support/people.ts'
import { type Answer, demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(demoPortal)
const keeper = portal.person(at => personWith(at, ['MASTER_ADMIN', 'SYS_ADMIN']))
const desk = portal.person('csc_agent')

const idOf = async (table: string, where: RowValues): Promise<number> =>
  (await portal.db(table).where(where).first('id')).id
const product = (code: string) => idOf('products', { code })
const customer = (code: string) => idOf('customer', { code })
const refusal = ({ body }: Answer) => body.errors?.map((fault: RowValues) => [fault.field, fault.message])[0]

describe('a petroleum product', () => {
  const petroleum = async (more: RowValues) =>
    keeper.post('/api/masters/peso-products', {
      productId: await product('LS-1101'),
      petroleumClass: 'A',
      flashPointC: 20,
      litrePerUom: 2_500,
      ...more,
    })

  it('has the class of its flash point', async () => {
    for (const [petroleumClass, flashPointC] of [
      ['B', 229],
      ['A', 230],
      ['B', 650],
      ['C', 930],
    ])
      expect(refusal(await petroleum({ petroleumClass, flashPointC }))).toEqual([
        'petroleumClass',
        'Class must be that of the flash point: below 23 °C A, below 65 °C B, below 93 °C C',
      ])
  })

  it('is free up to the litres of its class unless stated otherwise, and has a UN number', async () => {
    expect(refusal(await petroleum({ unNo: 'UN12' }))).toEqual(['unNo', 'UN number must be a UN number such as UN1230'])
    const { status, body } = await petroleum({ unNo: '1648' })
    expect([status, body.licenceFreeLitres, body.unNo]).toEqual([201, 300, 'UN1648'])
    const { rowVersion } = body
    const own = await keeper.patch(`/api/masters/peso-products/${body.id}`, { licenceFreeLitres: 500, rowVersion })
    expect(own.body.licenceFreeLitres).toBe(500)
  })
})

describe('complaint categories', () => {
  it('form a tree: none is its own ancestor', async () => {
    const top = await idOf('complaint_category', { code: 'QUALITY' })
    const below = await idOf('complaint_category', { code: 'PURITY' })
    const change = { parentCategoryId: below, rowVersion: 1 }
    expect(refusal(await keeper.patch(`/api/masters/complaint-category/${top}`, change))).toEqual([
      'parentCategoryId',
      'Parent must not lie below this category',
    ])
  })
})

describe('opt-outs', () => {
  it('have an address valid for their medium, once per topic', async () => {
    const mail = { address: ' Stores@Example.COM ', topic: 'MARKETING' }
    const { status, body } = await desk.post('/api/shipment-tracking/opt-out-email', mail)
    expect([status, body.address, body.medium, body.source]).toEqual([201, 'stores@example.com', 'EMAIL', 'ADMIN'])
    expect((await desk.post('/api/shipment-tracking/opt-out-email', mail)).status).toBe(409)
    const number = await desk.post('/api/shipment-tracking/opt-out-email', { address: '9000050001', topic: 'ALL' })
    expect(refusal(number)).toEqual(['address', 'E-mail must be an e-mail address'])
    const sms = await desk.post('/api/shipment-tracking/opt-out-sms', { address: '+91 90000 50001', topic: 'ALL' })
    expect([sms.status, sms.body.address]).toEqual([201, '9000050001'])
  })

  it('are marked as imported when a file creates them, under their standard heading', async () => {
    const csv = 'medium,address,topic,reason\nEMAIL,lab@example.com,ALL,Fair\n'
    await importFile(portal, keeper, 'shipment-tracking/opt-out-email', csv, { commit: true })
    const row = await portal.db('opt_out_email').where({ address: 'lab@example.com' }).first()
    expect(row).toMatchObject({ source: 'IMPORT', topic: 'ALL', reason: 'Fair' })
  })

  it('end when the person subscribes again', async () => {
    const row = await portal.db('opt_out_email').where({ address: 'stores@example.com' }).first()
    const { status } = await desk.post('/api/shipment-tracking/opt-out-email/actions', {
      action: 'resubscribe',
      rows: [{ id: row.id, rowVersion: row.rowVersion }],
      asked: { reason: 'Wrote on Monday' },
    })
    expect(status).toBe(201)
    expect(await portal.db('opt_out_email').where({ id: row.id }).first()).toMatchObject({ isActive: 0 })
  })
})

describe('an employee assigned to the sister business', () => {
  it('is assigned to a customer or a plant, never both and never neither', async () => {
    const path = '/api/shipment-tracking/employee-sigma-map'
    const employeeId = await idOf('employee', { employeeCode: 'E1012' })
    const sigmaCustomerId = await idOf('sigma_customers', { code: 'SG0102' })
    const asked = async (more: RowValues) => (await keeper.post(path, { employeeId, ...more })).body.errors?.[0]?.field
    expect(await asked({ mapType: 'CUSTOMER' })).toBe('sigmaCustomerId')
    expect(await asked({ mapType: 'PLANT', sigmaCustomerId })).toBeDefined()
    expect(await asked({ mapType: 'CUSTOMER', sigmaCustomerId, plantCode: 'S1' })).toBe('plantCode')
    expect(await asked({ mapType: 'CUSTOMER', sigmaCustomerId })).toBeUndefined()
  })
})

describe('the contacts of a customer', () => {
  it('are maintained by the customer’s own people, and seen by the people who manage the account', async () => {
    const buyer = await portal.as('customer')
    const contact = { contactType: 'QA', name: 'Anil Kher', mobile: '9000061199', email: 'anil@example.com' }
    const own = { ...contact, customerId: await customer('100101') }
    expect((await buyer.post('/api/access-control/customer-contact', own)).status).toBe(201)
    const foreign = { ...contact, customerId: await customer('100102') }
    expect((await buyer.post('/api/access-control/customer-contact', foreign)).status).toBe(403)
    const seen = async (login: string) =>
      (await (await portal.as(login)).get('/api/access-control/customer-contact?name=Anil Kher')).body.total
    expect([await seen('customer'), await seen('asha'), await seen('sales_rep'), await seen('distributor')]).toEqual([
      1, 1, 1, 0,
    ])
  })
})

describe('lists of e-mail addresses', () => {
  it('hold one to ten, each in the right form', async () => {
    const customerId = await customer('100102')
    const rule = (toEmails: string) => desk.post('/api/masters/single-batch-customer-email', { customerId, toEmails })
    expect(refusal(await rule('qa@example.com,batches'))?.[0]).toBe('toEmails')
    expect(refusal(await rule(Array(11).fill('a@example.com').join(',')))?.[0]).toBe('toEmails')
    expect((await rule('QA@Example.com , batches@example.com')).body.toEmails).toBe(
      'qa@example.com,batches@example.com',
    )
  })
})

describe('the lane of a transporter', () => {
  it('leads to a city of its state, and is seen by the transporter it names', async () => {
    const lane = {
      plantId: await idOf('plant', { code: '1201' }),
      stateId: await idOf('state', { gstStateCode: '27' }),
      cityId: await idOf('state_city', { name: 'Surat' }),
      transMode: 'SURFACE',
      transporterId: await idOf('transporter', { code: 'KONARK' }),
      validFrom: today(),
    }
    expect(refusal(await keeper.post('/api/shipment-tracking/transporter-mapping', lane))?.[0]).toBe('cityId')
    const { body } = await (await portal.as('transporter')).get('/api/shipment-tracking/transporter-mapping?$limit=50')
    const transporters = body.data.map(({ transporterId }: { transporterId: number }) => transporterId)
    expect(new Set(transporters)).toEqual(new Set([lane.transporterId]))
  })
})
