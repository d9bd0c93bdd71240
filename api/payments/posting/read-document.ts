import type { PaymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import type { BeforeAction } from '../../derive/extend.ts'
import { refused } from '../../platform/errors.ts'
import { callSap } from '../../sap/sap-connection.ts'
import { demandSecondPerson } from '../second-person.ts'
import { paymentMessage } from './payment-message.ts'

/** Asks SAP for the document that somebody names. Throws 422 where SAP has no such posting of this payment, or 503. */
export const readNamedDocument: BeforeAction = async (db, { rows, values }) => {
  const { sapAccountingDoc, sapFiscalYear } = values as Record<string, string>
  await demandDocument(db, rows[0] as unknown as PaymentTransaction, sapAccountingDoc!, sapFiscalYear!)
}

/** Asks SAP once more for the document that is to be confirmed, for it may have been reversed meanwhile. */
export const readConfirmedDocument: BeforeAction = async (db, { rows, person }) => {
  const payment = rows[0] as unknown as PaymentTransaction
  await demandSecondPerson(db, payment.namedById, person, 'named the document')
  await demandDocument(db, payment, payment.namedSapDoc!, payment.namedSapYear!)
}

async function demandDocument(
  db: Parameters<BeforeAction>[0],
  payment: PaymentTransaction,
  accountingDocument: string,
  fiscalYear: string,
) {
  const message = await paymentMessage(db, payment)
  const why = await callSap(db, sap => sap.paymentFault(message, { accountingDocument, fiscalYear }))
  if (why !== null) throw refused([{ field: 'sapAccountingDoc', code: 'NOT_IN_SAP', message: why }])
}
