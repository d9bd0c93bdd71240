import { recountPayment } from '../../../api/payments/money/recount.ts'
import { now } from '../../../api/platform/clock.ts'
import { transact } from '../../../api/platform/transact.ts'
import { finishedImport, importFile, insert, uploadImport } from '../imports.ts'
import { personWith } from '../people.ts'
import { type ApiClient, demoPortal } from '../portal.ts'
import { type FileRow, settlementFile } from './settlement-file.ts'

/** The payment accounts of the demo company, by gateway. */
export const accountCodes = { MOCK: 'MAIN', PAYU: 'PAYU1', CCAVENUE: 'CCAVENUE1', BILLDESK: 'BILLDESK1' } as const
type Gateway = keyof typeof accountCodes

/** What is particular of a payment. */
interface PaidMore {
  capturedAt?: string
  gatewayTxnId?: string
  status?: string
  postingStatus?: string
}

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

  /** A payment of which its gateway captured all now; its reference there is G and its number. */
  async function paid(amount: number, gateway: Gateway = 'PAYU', more: PaidMore = {}) {
    const txnNo = `PT2627${String(++last).padStart(8, '0')}`
    const { capturedAt = now(), gatewayTxnId = `G${last}`, status = 'SUCCESS', ...rest } = more
    const accountId = accounts.get(accountCodes[gateway])!
    const [row] = await insert(db, 'payment-transaction', [
      {
        ...{ txnNo, customerId: customer.id, userId: payer.id, accountId, gateway, companyCode: '1000' },
        ...{ amount, status, isAdvance: true, advanceAmount: amount, idempotencyKey: txnNo, requestHash: txnNo },
      },
    ])
    const id = row!.id as number
    await insert(db, 'payment-attempt', [{ transactionId: id, n: 1, gatewayOrderNo: txnNo, startedAt: capturedAt }])
    if (status !== 'SUCCESS') return { id, txnNo, ref: `G${last}`, captureId: 0 }
    const captureId = await captured(id, amount, { gatewayTxnId, capturedAt, accountId, sapReference: txnNo, ...rest })
    return { id, txnNo, ref: gatewayTxnId, captureId }
  }

  /** What a gateway took for a payment, on account. */
  async function captured(transactionId: number, amount: number, more: Record<string, unknown>): Promise<number> {
    const [capture] = await insert(db, 'payment-capture', [
      {
        ...{ transactionId, customerId: customer.id, amount, currency: 'INR', seenVia: 'POLL', fit: 'EXACT' },
        ...{ status: 'CAPTURED', postingStatus: 'POSTED', capturedAt: now(), ...more },
      },
    ])
    const captureId = capture!.id as number
    const placed = { captureId, transactionId, customerId: customer.id, seq: 1, target: 'ON_ACCOUNT', amount }
    await insert(db, 'capture-allocation', [placed])
    await transact(db, trx => recountPayment(trx, transactionId))
    return captureId
  }

  const PATH = 'transaction-view/settlement-rows'
  const check = (rows: readonly FileRow[], who: ApiClient = asha) => importFile(portal, who, PATH, settlementFile(rows))
  const take = (rows: readonly FileRow[], more: Record<string, string> = {}) =>
    importFile(portal, asha, PATH, settlementFile(rows), { commit: true, ...more })
  /** Takes in a file as it is, through the mapping of its columns, as a person of Finance does. */
  async function bring(path: string, content: string, given: Record<string, string>, words: readonly object[] = []) {
    const asked = {
      askColumns: 'true',
      ...Object.fromEntries(Object.entries(given).map(([at, of]) => [`given.${at}`, of])),
    }
    const sent = await uploadImport(portal, asha, path, content, 'file.csv', asked)
    let job = await finishedImport(asha, sent.body.id)
    if (job.status === 'MAPPING') {
      const mapping = job.sheet!.proposed
      await asha.post('/api/import-steps', {
        importId: job.id,
        step: 'check',
        mapping,
        words,
        leaveOutTotals: false,
        leaveOutHidden: false,
      })
      job = await finishedImport(asha, job.id)
    }
    if (job.status !== 'VALIDATED' || job.rowsFailed > 0) return job
    await asha.post('/api/import-steps', { importId: job.id, step: 'commit' })
    return finishedImport(asha, job.id)
  }

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
    ...{ portal, asha, vikram, ashaAgain, paid, captured, check, take, rowsOfJob, accounts, bring },
    capture: (id: number) => db('payment_capture').where({ id }).first(),
    payment: (id: number) => db('payment_transaction').where({ id }).first(),
    differences: (where: Record<string, unknown> = {}) => db('payment_difference').where(where).orderBy('id'),
    onDifference: (who: ApiClient, action: string, ids: readonly number[], asked = {}) =>
      act(who, 'payment-differences', 'payment_difference', action, ids, asked),
    onRefund: (who: ApiClient, action: string, id: number, asked = {}) =>
      act(who, 'payment-refunds', 'refund', action, [id], asked),
    onBankLine: (who: ApiClient, action: string, id: number, asked = {}) =>
      act(who, 'bank-lines', 'bank_line', action, [id], asked),
    refunds: (where: Record<string, unknown>) => db('refund').where(where).orderBy('id'),
  }
}
