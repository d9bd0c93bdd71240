import { sendFile } from '../files.ts'
import { personWith } from '../people.ts'
import type { ApiClient } from '../portal.ts'
import { dispatchDesk } from './dispatch-desk.ts'

/** A dispatch desk with Finance and functions to bill LRs, take steps of bills, and enter vouchers of carting. */
export async function billDesk() {
  const world = await dispatchDesk()
  const { portal, company, desk, transporter, billed, lrOver, key } = world
  const finance = await personWith(portal, ['FINANCE'])
  let last = 0

  /** An LR of the transporter with goods on it, by default of ₹ 1,000 freight. */
  async function bookedLr(more: Record<string, unknown> = {}, ...invoices: number[][]) {
    const { ids } = await billed(...invoices)
    const { body } = await desk.post('/api/lrs', lrOver(ids, more), key())
    return { id: body.id as number, lrNo: body.lrNo as string }
  }

  const scan = async (who: ApiClient = transporter, ownerType = 'BILL') =>
    (await sendFile(portal, who, ownerType)).body.id as number

  /** The body of a bill over these LRs at an amount each. */
  async function billOf(
    lrs: readonly { id: number }[],
    more: Record<string, unknown> = {},
    each = 100_000,
    who = transporter,
  ) {
    return {
      transporterId: company.transporterId,
      billNo: `B${++last}`,
      billDate: '2026-11-20',
      baseAmount: each * lrs.length,
      attachmentId: await scan(who),
      lines: lrs.map(({ id }) => ({ lrId: id, billedFreight: each })),
      ...more,
    }
  }

  const PATH = '/api/dispatches/lr-transporter-bill'
  const enter = async (body: Record<string, unknown>, who = transporter) => who.post(PATH, body, key())

  /** Takes a step of a bill, or of a line at another path, as somebody. */
  async function step(
    who: ApiClient,
    action: string,
    id: number,
    asked: Record<string, unknown> = {},
    path = PATH,
    table = 'transporter_bill',
  ) {
    const row = await portal.db(table).where({ id }).first('rowVersion')
    return who.post(`${path}/actions`, { action, rows: [{ id, rowVersion: row.rowVersion }], asked })
  }

  return {
    ...world,
    finance,
    bookedLr,
    scan,
    billOf,
    enter,
    step,
    acceptLine: (who: ApiClient, id: number, asked: Record<string, unknown>) =>
      step(who, 'accept', id, asked, '/api/transporter-bill-lines', 'transporter_bill_line'),
    linesOf: (billId: number) => portal.db('transporter_bill_line').where({ transporterBillId: billId }).orderBy('id'),
    lrRow: (id: number) => portal.db('lr').where({ id }).first(),
    billRow: (id: number) => portal.db('transporter_bill').where({ id }).first(),
    accepted: (id: number) => portal.db('lr').where({ id }).update({ podStatus: 'ACCEPTED' }),
    voucher: (lines: Record<string, unknown>[], more: Record<string, unknown> = {}, who = desk) =>
      who.post(
        '/api/dispatches/add-carting-charges',
        {
          ...{ vendorName: 'Shree Cartage', voucherNo: `V${++last}`, voucherDate: '2026-11-20', ...more },
          lines: lines.map(line => ({ chargeType: 'PICKUP_CARTING', ...line })),
        },
        key(),
      ),
    decide: (who: ApiClient, action: string, id: number, asked: Record<string, unknown> = {}) =>
      step(who, action, id, asked, '/api/dispatches/add-carting-charges', 'carting_charge'),
  }
}
