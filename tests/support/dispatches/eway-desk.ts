import { setPortalPatience } from '../../../api/dispatches/eway/portal.ts'
import { simulatorSecret } from '../../../api/platform/simulators.ts'
import { resourceNamed } from '../../../resources/registry.ts'
import { exampleRow } from '../example-rows.ts'
import type { TestPortal } from '../portal.ts'
import { dispatchDesk } from './dispatch-desk.ts'
import { createInvoice } from './shipped-order.ts'

/** The GSTIN of the plants of the desk. */
export const GSTIN = '27AAPFU0939F1ZV'
const BUYER = '29AAPFU0939F1ZR'

type Told = { mode: string; times?: number; codes?: readonly string[]; only?: readonly string[] }

/** The simulated e-way portal of a portal, as tests steer it. */
export function ewayPortal({ simulators: { url }, secret }: TestPortal) {
  const headers = {
    Authorization: `Bearer ${simulatorSecret({ secret }, 'eway').slice(0, 16)}`,
    'Content-Type': 'application/json',
  }
  const post = async (path: string, body: object) => {
    const answer = await fetch(`${url}/eway-portal/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    return answer.json() as Promise<Record<string, unknown>>
  }
  return {
    tell: (told: Told) => post('mode', told),
    change: (ewbNo: string | number, changes: object) => post('bill', { ewbNo: Number(ewbNo), ...changes }),
    bill: async (ewbNo: string | number) =>
      (await post('bill', { ewbNo: Number(ewbNo) })).bill as Record<string, unknown>,
    switches: (switches: object) => post('switches', switches),
    forgetSignIns: () => post('forget-sign-ins', {}),
    /** The calls since the last time, and all bills. */
    seen: () =>
      post('seen', {}) as unknown as Promise<{
        calls: { action: string; data: Record<string, unknown> }[]
        bills: Record<string, unknown>[]
      }>,
  }
}

/** A dispatch desk whose plants have an account at the simulated e-way portal. */
export async function ewayDesk(transport: 'NIC_ENCRYPTED' | 'GSP_PLAIN' = 'NIC_ENCRYPTED') {
  setPortalPatience(2_000)
  const of = await dispatchDesk()
  const { portal, company, desk, key, lrOver } = of
  const { db } = portal
  await db('plant').whereIn('id', [company.plantId, company.otherPlantId]).update({ gstin: GSTIN })
  await db('state').where('id', company.stateId).update({ gstStateCode: '27' })
  await db('customer').update({ gstin: null, gstRegistrationType: 'UNREGISTERED' })
  await db('ship_to').update({ gstin: null })
  await db('products').update({ hsnCode: '29152100' })
  await db('transporter').update({ gstin: '27AAACV1234C1Z5', transporterEwayId: null })
  // Where vehicles change: the portal is told of the state.
  await exampleRow(db, resourceNamed('state-city'), { name: 'Bhiwandi', stateId: company.stateId })
  const account = await exampleRow(db, resourceNamed('eway-account'), {
    code: 'PUNE',
    gstin: GSTIN,
    transport,
    address: null,
    irnAddress: null,
    basePath: '/v1.03',
  })
  const simulator = ewayPortal(portal)

  /** Books an LR over new invoices above the threshold, with no e-way bill yet. */
  async function booked(more: Record<string, unknown> = {}, ofInvoice: Record<string, unknown> = {}, count = 1) {
    const invoices: { id: number; invoiceNo: string }[] = []
    for (let index = 0; index < count; index++) {
      const values = { grossValue: 295_000, netValue: 250_000, cgst: 22_500, sgst: 22_500, ...ofInvoice }
      invoices.push(await createInvoice(db, company, null, values, [20_000, 5_000]))
    }
    const { status, body } = await desk.post(
      '/api/lrs',
      lrOver(
        invoices.map(({ id }) => id),
        {
          vehicleNo: 'MH12AB1234',
          declaredValue: 295_000 * count,
          actualWeightKg: 55_000 * count,
          chargedWeightKg: 60_000 * count,
          ...more,
        },
      ),
      key(),
    )
    if (status !== 201) throw new Error(JSON.stringify(body))
    const lines: { id: number; rowVersion: number }[] = await db('lr_line').where('lrId', body.id).orderBy('id')
    return { lrId: body.id as number, lines, invoices }
  }

  /** Takes an action on a row as the desk does. */
  async function act(path: string, action: string, table: string, id: number, inputs: object = {}, by = desk) {
    const row = await db(table).where({ id }).first('rowVersion')
    return by.post(`/api/${path}/actions`, { action, rows: [{ id, rowVersion: row.rowVersion }], asked: inputs })
  }
  const lastCall = () => db('eway_call').orderBy('id', 'desc').first()
  const billOf = (lrId: number) => db('eway_bill').where({ lrId }).orderBy('id').first()
  const generate = (lineId: number, inputs: object = {}) => act('lr-lines', 'generateEway', 'lr_line', lineId, inputs)
  const onBill = (action: string, id: number, inputs: object = {}) =>
    act('dispatches/eway-bills', action, 'eway_bill', id, inputs)

  /** An LR whose e-way bill the portal has made. */
  async function withBill(more: Record<string, unknown> = {}) {
    const made = await booked(more)
    const { status, body } = await generate(made.lines[0]!.id)
    if (status !== 201) throw new Error(JSON.stringify(body))
    await portal.runDue()
    const bill = await billOf(made.lrId)
    if (!bill) throw new Error(JSON.stringify(await lastCall()))
    return { ...made, bill }
  }
  return { ...of, account, simulator, booked, act, generate, onBill, lastCall, billOf, withBill, BUYER }
}
