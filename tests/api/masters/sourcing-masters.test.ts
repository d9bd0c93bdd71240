import { describe, expect, it } from 'vitest'
import { today } from '../../../api/platform/clock.ts'
import { addDays } from '../../../resources/define/dates.ts'
import type { RowValues } from '../../../resources/define/row-values.ts'
import { dayText } from '../../../resources/define/show.ts'
import { resourceNamed } from '../../../resources/registry.ts'
import { firstOfMonth } from '../../../seeds/demo-days.ts'
import { gstinOf } from '../../../seeds/registrations.ts'
import { type Answer, demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

/** Since when rows of the demo company count. */
const since = dayText(firstOfMonth(-19))
const portal = portalOfFile(demoPortal)
const keeper = portal.person('master_admin')

const idOf = async (table: string, where: RowValues): Promise<number> =>
  (await portal.db(table).where(where).first('id')).id
const product = (code: string) => idOf('products', { code })
const customer = (code: string) => idOf('customer', { code })
const cnf = (code: string) => idOf('cnf', { code })
const create = (name: string, row: RowValues) => keeper.post(`/api/${resourceNamed(name).path}`, row)
const refusal = ({ body }: Answer) =>
  body.errors?.map((fault: RowValues) => [fault.field, fault.code, fault.message])[0]
const warnings = ({ status, body }: Answer) => [status, (body.warnings ?? []).map((one: RowValues) => one.message)]

describe('a CnF and its articles', () => {
  const from = { validFrom: today() }

  it('may be excluded from an article it is mapped to, with a warning', async () => {
    const answer = await create('cnf-excluded-items', {
      cnfId: await cnf('BHW'),
      productId: await product('LS-1102'),
      reason: 'Roof leaks in the solvent bay',
      ...from,
    })
    expect(warnings(answer)).toEqual([
      201,
      [`Product is mapped to this CnF from ${since} in Map Article to CnF: the exclusion goes before it`],
    ])
  })

  it.each([
    ['cnf-product-map', async () => ({})],
    ['channel-product-cnf', async () => ({ channelId: await idOf('channel', { code: '10' }) })],
    ['distributor-product-cnf-mapping', async () => ({ customerId: await customer('100101') })],
  ])('may be mapped in %s to an article it is excluded from, with a warning', async (name, more) => {
    const answer = await create(name, {
      ...(await more()),
      cnfId: await cnf('BHW'),
      productId: await product('LS-1303'),
      ...from,
    })
    expect(warnings(answer)).toEqual([
      201,
      [`CnF is excluded from this product from ${since} (No freezer at -20 °C): it will not supply it`],
    ])
  })

  it('is mapped without a warning where nothing is excluded, and with a priority from 1 to 9', async () => {
    const row = { cnfId: await cnf('GGN'), productId: await product('PH-3001'), ...from }
    expect(refusal(await create('cnf-product-map', { ...row, priority: 10 }))).toEqual([
      'priority',
      'RANGE',
      'Priority must be at most 9',
    ])
    const answer = await create('cnf-product-map', row)
    expect([...warnings(answer), answer.body.priority]).toEqual([201, [], 1])
  })

  it('is mapped once for every state of a channel, and once for each', async () => {
    const row = { channelId: await idOf('channel', { code: '13' }), productId: await product('PH-3104'), ...from }
    const second = await create('channel-product-cnf', { ...row, cnfId: await cnf('GGN') })
    expect(refusal(second)?.slice(0, 2)).toEqual(['validFrom', 'DATE_OVERLAP'])
    const stateId = await idOf('state', { gstStateCode: '02' })
    expect((await create('channel-product-cnf', { ...row, stateId, cnfId: await cnf('GGN') })).status).toBe(201)
  })
})

describe('a distributor', () => {
  it('must be marked as one, and the mapped customer must not', async () => {
    const [dealer, buyer, sbuId] = [
      await customer('100201'),
      await customer('100102'),
      await idOf('sbu', { code: 'LS' }),
    ]
    const row = { distributorId: dealer, customerId: buyer, sbuId, validFrom: today() }
    expect(refusal(await create('dist-cust-mapping', { ...row, distributorId: buyer }))?.[2]).toBe(
      'Distributor must be a row of Customer with Distributor yes',
    )
    expect(refusal(await create('dist-cust-mapping', { ...row, customerId: await customer('100202') }))?.[2]).toBe(
      'Customer must be a row of Customer with Distributor no',
    )
    const product1 = { productId: await product('LS-1301'), validFrom: today() }
    expect(refusal(await create('distributor-product-map', { ...product1, distributorId: buyer }))?.[0]).toBe(
      'distributorId',
    )
  })

  it('shares no customer with another in one SBU at a time', async () => {
    const row = {
      distributorId: await customer('100201'),
      customerId: await customer('100104'),
      sbuId: await idOf('sbu', { code: 'LS' }),
    }
    expect(refusal(await create('dist-cust-mapping', { ...row, validFrom: today() }))).toEqual([
      'customerId',
      'RULE',
      `Customer buys through 100202 Coromandel Lab Supplies Pvt Ltd in this SBU from ${since}: end that row first`,
    ])
    const known = await portal.db('dist_cust_mapping').where({ customerId: row.customerId }).first()
    const ended = await keeper.patch(`/api/masters/dist-cust-mapping/${known.id}`, {
      validTo: addDays(today(), 30),
      rowVersion: known.rowVersion,
    })
    expect(ended.status).toBe(200)
    expect((await create('dist-cust-mapping', { ...row, validFrom: addDays(today(), 31) })).status).toBe(201)
  })
})

describe('a cluster', () => {
  const place = async (more: RowValues = {}) => ({
    clusterCode: 'nagpur',
    clusterName: 'Nagpur and around',
    sbuId: await idOf('sbu', { code: 'LS' }),
    zoneAreaId: await idOf('zone_area', { code: 'WMH' }),
    headEmployeeId: await idOf('employee', { employeeCode: 'E1012' }),
    ...more,
  })

  it('has no area that belongs to another cluster of the SBU, but may have a city of it', async () => {
    expect(refusal(await create('cluster-mapping', await place()))).toEqual([
      'clusterCode',
      'RULE',
      'Cluster: the zone area belongs to cluster LSWEST in this SBU already; take it out of there first',
    ])
    const cityId = await idOf('state_city', { name: 'Nagpur' })
    const { status, body } = await create('cluster-mapping', await place({ cityId }))
    expect([status, body.clusterCode]).toEqual([201, 'NAGPUR'])
    expect(refusal(await create('cluster-mapping', await place({ cityId, clusterCode: 'OTHER' })))?.[2]).toMatch(
      /the city belongs to cluster NAGPUR/,
    )
  })

  it('has no city of another area', async () => {
    const cityId = await idOf('state_city', { name: 'Surat' })
    expect(refusal(await create('cluster-mapping', await place({ cityId })))).toEqual([
      'cityId',
      'RULE',
      'City Surat is not in the selected zone area: correct the city or the area',
    ])
  })
})

describe('a toll centre', () => {
  it('has a toll plant and its GSTIN', async () => {
    const row = {
      code: 'TCNEW',
      name: 'Second toll unit',
      plantId: await idOf('plant', { code: '1201' }),
      gstin: gstinOf('24', 'AAPFU0939F'),
      pan: 'AAPFU0939F',
      agreementFrom: '2026-04-01',
      agreementTo: '2099-03-31',
      contactPerson: 'Nobody',
      mobile: '9000030012',
      email: 'toll@test.example',
      cityId: await idOf('state_city', { name: 'Vapi' }),
    }
    expect(refusal(await create('toll-center', row))?.[2]).toBe('Plant must be a row of Plants with Plant type TOLL')
    const known = await portal.db('toll_center').first()
    const wrong = await keeper.patch(`/api/access-control/toll-center/${known.id}`, {
      gstin: gstinOf('27', known.pan),
      rowVersion: known.rowVersion,
    })
    expect(refusal(wrong)?.[2]).toBe('GSTIN must begin with 24, the GST code of Gujarat, where its plant is')
  })

  it('is seen only by the desk of its own plant', async () => {
    const desk = await portal.as('dispatch')
    expect((await desk.get('/api/access-control/toll-center')).body.total).toBe(0)
  })
})

describe('products', () => {
  it('are blocked for ordering and released, many at once, each with a recorded reason', async () => {
    const rows = await portal.db('products').whereIn('code', ['LS-1007', 'LS-1008']).select('id', 'rowVersion')
    const act = (action: string, on: RowValues[], asked: RowValues) =>
      keeper.post('/api/masters/products/actions', { action, rows: on, asked })
    expect(refusal(await act('stopOrders', rows, {}))).toEqual(['reason', 'REQUIRED', 'Reason is required'])
    const { status, body } = await act('stopOrders', rows, { reason: 'Recall of batch 26A108' })
    expect([status, body.data.map((row: RowValues) => row.isOrderable)]).toEqual([201, [false, false]])
    const told = await portal
      .db('audit_entry')
      .where({ entity: 'products', entityId: rows[0].id })
      .orderBy('id', 'desc')
    expect(told[0].reason).toBe('Mark not orderable: Recall of batch 26A108')
    const back = await act('openOrders', body.data, { reason: 'Recall is over' })
    expect(back.body.data.map((row: RowValues) => row.isOrderable)).toEqual([true, true])
  })
})
