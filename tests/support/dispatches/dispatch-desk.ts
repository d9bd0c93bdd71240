import { setClock } from '../../../api/platform/clock.ts'
import { personWith } from '../people.ts'
import { emptyPortal } from '../portal.ts'
import { createApprovedOrder, createCompany, createInvoice, lrInput } from './shipped-order.ts'

const MORNING = '2026-11-20T06:30:00.000Z'

/** A portal with a small company at a fixed noon: a dispatch desk, a transporter, and functions to bill orders and enter LRs. */
export async function dispatchDesk() {
  setClock(MORNING)
  const portal = await emptyPortal({ SAP_SIMULATOR_BILLS_AFTER: '0' })
  const company = await createCompany(portal.db)
  const desk = await personWith(portal, ['DISPATCH'])
  const transporter = await personWith(portal, ['TRANSPORTER'], { transporterId: company.transporterId })
  const otherDesk = await personWith(portal, ['DISPATCH'])
  const other = await portal.db('user').orderBy('id', 'desc').first('id')
  await portal.db('assign_roles').where({ userId: other.id }).update({ scopeType: 'PLANT', scopeRef: '1020' })
  let last = 0

  /** Sets the clock, by default to the initial time, and keeps everybody signed in. */
  async function clockAt(time = MORNING) {
    setClock(time)
    await portal.db('login_session').update({ lastSeenAt: time })
  }

  /** Creates an order confirmed and billed by SAP; each argument is an invoice with its quantity of each line. */
  async function billed(...invoices: number[][]) {
    const bought = await createApprovedOrder(portal.db, company, { status: 'CONFIRMED' })
    const made = []
    for (const quantities of invoices.length > 0 ? invoices : [[20_000, 5_000]])
      made.push(await createInvoice(portal.db, company, bought, {}, quantities))
    return { ...bought, invoices: made, ids: made.map(({ id }) => id) }
  }

  return {
    portal,
    company,
    desk,
    transporter,
    otherDesk,
    clockAt,
    billed,
    key: () => ({ 'Idempotency-Key': `test-key-${++last}` }),
    lrOver: (invoiceIds: number[], more: Record<string, unknown> = {}) =>
      lrInput(company, `VRL${++last}`, invoiceIds, more),
    orderStatus: async (id: number) => (await portal.db('order').where({ id }).first('status')).status,
    async close() {
      setClock(null)
      await portal.close()
    },
  }
}
