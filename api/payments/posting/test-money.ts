import type { Knex } from 'knex'
import type { PaymentCapture } from '../../../resources/payments/money/payment-capture.ts'
import { isSapLive } from '../../sap/sap-connection.ts'

/** Why a capture never reaches SAP, as a sentence: a test account took it, and SAP is live. Null where it does. */
export async function testMoney(db: Knex, { accountId }: Pick<PaymentCapture, 'accountId'>): Promise<string | null> {
  if (!isSapLive(db)) return null
  const { code, mode } = await db('payment_account').where({ id: accountId }).first('code', 'mode')
  return mode === 'LIVE'
    ? null
    : `The payment account ${code} is for tests: its money is not real, and is not posted in a live SAP.`
}
