import { now, today } from '../../../api/platform/clock.ts'
import { importFile, insert } from '../imports.ts'
import { personWith } from '../people.ts'
import { type ApiClient, demoPortal } from '../portal.ts'

/** The payment accounts of the demo company, by gateway. */
export const accountCodes = { MOCK: 'MAIN', PAYU: 'PAYU1', CCAVENUE: 'CCAVENUE1', BILLDESK: 'BILLDESK1' } as const
type Gateway = keyof typeof accountCodes

const HEAD =
  'gateway,account,gateway_txn_id,txn_no,kind,amount,fee,tax_on_fee,net,settlement_date,settlement_ref,bank_amount,refund_id'

/** The cells of a row of a settlement file; amounts in rupees as text. */
export interface FileRow {
  gateway?: string
  account?: string
  id: string
  txnNo?: string
  kind?: string
  amount: string
  fee?: string
  tax?: string
  net?: string
  day?: string
  utr?: string
  bank?: string
  refund?: string
}

const shownDay = (day: string) => day.split('-').reverse().join('-')

/** A file of a gateway, as Finance uploads it. */
export const settlementFile = (rows: readonly FileRow[]) =>
  [
    HEAD,
    ...rows.map(({ gateway = 'PAYU', account = '', id, txnNo = '', kind = '', amount, fee = '', tax = '', ...more }) =>
      [
        ...[gateway, account, id, txnNo, kind, amount, fee, tax, more.net ?? ''],
        ...[shownDay(more.day ?? today()), more.utr ?? 'UTR1', more.bank ?? '', more.refund ?? ''],
      ].join(','),
    ),
  ].join('\n')

/** A portal with two people of Finance, one of whom has a second login, and functions to make payments, take in settlement files and decide. */
export async function settlementDesk() {
  const portal = await demoPortal()
  const { db } = portal
  const employees: number[] = await db('employee').orderBy('id').limit(2).pluck('id')
  const login = (at: number) => personWith(portal, ['FINANCE'], { employeeId: employees[at] })
  const [asha, vikram, ashaAgain] = [await login(0), await login(1), await login(0)]
  const customer = await db('customer').where({ code: '100101' }).first('id')
  const payer = await db('user').where({ loginId: 'asha' }).first('id')
  const accounts = new Map<string, number>((await db('payment_account')).map(({ code, id }) => [code, id]))
  let last = 0

  /** A payment that succeeded now; its gateway reference is G and its number. */
  async function paid(amount: number, gateway: Gateway = 'PAYU', more: Record<string, unknown> = {}) {
    const txnNo = `PT2627${String(++last).padStart(8, '0')}`
    const [row] = await insert(db, 'payment-transaction', [
      {
        ...{ txnNo, customerId: customer.id, userId: payer.id, accountId: accounts.get(accountCodes[gateway]) },
        ...{ gateway, companyCode: '1000', amount, status: 'SUCCESS', postingStatus: 'POSTED', paidAt: now() },
        ...{ gatewayTxnId: `G${last}`, idempotencyKey: txnNo, requestHash: txnNo, unallocatedAmount: amount },
        ...more,
      },
    ])
    return { id: row!.id as number, txnNo, ref: (row!.gatewayTxnId ?? '') as string }
  }

  const PATH = 'transaction-view/settlement-rows'
  const check = (rows: readonly FileRow[], who: ApiClient = asha) => importFile(portal, who, PATH, settlementFile(rows))
  const take = (rows: readonly FileRow[], more: Record<string, string> = {}) =>
    importFile(portal, asha, PATH, settlementFile(rows), { commit: true, ...more })
  const rowsOfJob = async ({ id }: { id: number }) =>
    (await asha.get(`/api/import-rows?importJobId=${id}`)).body.data as {
      rowNo: number
      verdict: string
      warnings: { code: string; message: string }[]
      errors: { errorCode: string; message: string }[]
    }[]

  /** Takes an action on rows of a resource by id. */
  async function act(
    who: ApiClient,
    path: string,
    table: string,
    action: string,
    ids: readonly number[],
    asked: Record<string, unknown> = {},
  ) {
    const rows = await db(table).whereIn('id', ids).orderBy('id').select('id', 'rowVersion')
    return who.post(`/api/transaction-view/${path}/actions`, { action, rows, asked })
  }
  return {
    ...{ portal, asha, vikram, ashaAgain, paid, check, take, rowsOfJob, accounts },
    payment: (id: number) => db('payment_transaction').where({ id }).first(),
    differences: (where: Record<string, unknown> = {}) => db('payment_difference').where(where).orderBy('id'),
    onDifference: (who: ApiClient, action: string, ids: readonly number[], asked = {}) =>
      act(who, 'payment-differences', 'payment_difference', action, ids, asked),
    onRefund: (who: ApiClient, action: string, id: number, asked = {}) =>
      act(who, 'payment-refunds', 'payment_refund', action, [id], asked),
  }
}
