/** @module-tag sql */
import { afterAll, describe, expect, it } from 'vitest'
import { expireAgreements } from '../../../api/masters/expire-agreements.ts'
import { setClock, today } from '../../../api/platform/clock.ts'
import { addDays, instantOf } from '../../../resources/define/dates.ts'
import { annexureNo, contractNo } from '../../../seeds/demo-days.ts'
import { personWith } from '../../support/people.ts'
import { type ApiClient, demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(demoPortal)
const desk = portal.person('pricing_approver')
const keeper = portal.person(at => personWith(at, ['MASTER_ADMIN']))
const customer = portal.person('customer')
afterAll(() => setClock(null))

const PATH = '/api/masters/customer-annexure'
const numbered = (annexureNo: string) => portal.db('customer_annexure').where({ annexureNo }).first()
const act = async (who: ApiClient, action: string, annexureNo: string, asked: object = {}) => {
  const { id, rowVersion } = await numbered(annexureNo)
  return who.post(`${PATH}/actions`, { action, asked, rows: [{ id, rowVersion }] })
}

describe('an annexure', () => {
  it('is seen by its customer once it is issued, who requests a change or accepts it with name and day', async () => {
    const { body: seen } = await customer.get(PATH)
    expect(seen.data.map(({ annexureNo }: { annexureNo: string }) => annexureNo)).toEqual([annexureNo('012')])
    const other = await numbered(annexureNo('011'))
    expect((await customer.get(`${PATH}/${other.id}`)).status).toBe(404)
    expect((await customer.get(`${PATH}-view?annexureId=${other.id}`)).status).toBe(404)
    const asked = await act(customer, 'requestChange', annexureNo('012'), { changeRequest: 'Please 60 days' })
    expect(asked.status).toBe(201)
    expect((await keeper.get(`${PATH}/${seen.data[0].id}`)).body).toMatchObject({
      status: 'ISSUED',
      changeRequest: 'Please 60 days',
    })
    expect((await act(customer, 'accept', annexureNo('012'), { acceptedOn: today() })).status).toBe(400)
    const early = { acceptedName: 'N. Kulkarni', acceptedOn: addDays(today(), 1) }
    expect((await act(customer, 'accept', annexureNo('012'), early)).status).toBe(422)
    expect((await act(keeper, 'accept', annexureNo('012'), { ...early, acceptedOn: today() })).status).toBe(403)
    expect(
      (await act(customer, 'accept', annexureNo('012'), { ...early, acceptedOn: today() })).body.data,
    ).toMatchObject([{ status: 'ACCEPTED', acceptedName: 'N. Kulkarni', acceptedOn: today() }])
  })

  it('is hidden from customers as a draft, and its lines are fixed once it is issued', async () => {
    const draft = await numbered(annexureNo('013'))
    const issued = await act(keeper, 'issue', annexureNo('013'))
    expect(issued.body.message).toContain('The customer is notified by mail (1)')
    const { rowVersion } = await numbered(annexureNo('013'))
    expect((await keeper.patch(`${PATH}/${draft.id}`, { lines: [], rowVersion })).status).toBe(422)
    expect((await keeper.patch(`${PATH}/${draft.id}`, { paymentTermsDays: 5, rowVersion })).body.errors[0].code).toBe(
      'NOT_ALLOWED_STATE',
    )
    expect((await act(keeper, 'takeBack', annexureNo('013'), { remarks: 'Wrong price' })).body.data).toMatchObject([
      { status: 'DRAFT' },
    ])
    await act(keeper, 'copyLines', annexureNo('013'), {
      annexureNo: 'AX/COPY',
      validFrom: addDays(today(), 400),
      validTo: addDays(today(), 700),
    })
    const copy = await numbered('AX/COPY')
    expect((await keeper.get(`${PATH}/${copy.id}`)).body.lines).toHaveLength(2)
  })

  it('applies its terms to the orders of its SBU once it is accepted', async () => {
    const asha = await portal.as('asha')
    const { id } = await portal.db('customer').where('code', '100102').first('id')
    const { orderInputFor, idempotencyHeader } = await import('../../support/orders/example-order.ts')
    const { body } = await asha.post(
      '/api/orders',
      await orderInputFor(portal, asha, { id }, [['LS-1005', 12, 0]]),
      idempotencyHeader(),
    )
    expect(await portal.db('order').where('id', body.id).first()).toMatchObject({
      paymentTermsDays: 45,
      freightTerms: 'FOR',
    })
  })

  it('is converted once into agreed prices for the chosen addresses', async () => {
    const annexure = await numbered(annexureNo('011'))
    const ships: { id: number }[] = await portal.db('ship_to').where({ customerId: annexure.customerId, isActive: 1 })
    const body = { annexureId: annexure.id, shipToIds: [ships[0]!.id] }
    expect((await keeper.post('/api/annexure-prices', body)).status).toBe(403)
    expect((await desk.post('/api/annexure-prices', { ...body, shipToIds: [] })).status).toBe(400)
    expect(await desk.post('/api/annexure-prices', body)).toMatchObject({ status: 201, body: { created: 3 } })
    expect((await desk.post('/api/annexure-prices', body)).body).toEqual({ created: 0 })
    const prices = await portal
      .db('cust_shipto_prod_price')
      .where({ shipToId: ships[0]!.id, approvedRef: annexureNo('011') })
    expect(prices.map(({ netPrice }) => netPrice).sort()).toEqual([102_000, 59_600, 83_500])
  })

  it('shows the quantities ordered of it, also as a file', async () => {
    const annexure = await numbered(annexureNo('011'))
    const { body } = await desk.get(`${PATH}-view?annexureId=${annexure.id}`)
    expect(body.lines[0]).toMatchObject({ code: 'LS-1005', annualQty: 240_000, orderedQty: 0, orderedPct: 0 })
    const sheet = await fetch(`${portal.url}/api/sheets/customer-annexure-view?annexureId=${annexure.id}`, {
      headers: { authorization: `Bearer ${desk.token}` },
    })
    expect(sheet.headers.get('content-disposition')).toContain(`${annexureNo('011').replaceAll('/', '-')}.xlsx`)
    expect((await sheet.arrayBuffer()).byteLength).toBeGreaterThan(500)
  })

  it('expires in the night after its last day, as contracts do', async () => {
    // Agreements of the demo company expire over time; none expires twice or before its day.
    await expireAgreements(portal.db)
    expect(await expireAgreements(portal.db)).toBe(0)
    expect(await numbered(annexureNo('011'))).toMatchObject({ status: 'ACCEPTED' })
    setClock(instantOf(addDays(today(), 205)))
    expect(await expireAgreements(portal.db)).toBeGreaterThanOrEqual(3)
    expect(await numbered(annexureNo('011'))).toMatchObject({ status: 'EXPIRED' })
    expect(await portal.db('rate_contract_customer').where('contractNo', contractNo('0001')).first()).toMatchObject({
      status: 'EXPIRED',
    })
    setClock(null)
  })
})
