import { sum } from '../../../resources/define/amounts.ts'
import { rupees } from '../../../resources/define/show.ts'
import { sapCode } from '../../../resources/sap/codes.ts'
import type { SapFields } from '../http/fields.ts'
import { fromSapAmount, optionalText, type SapRow } from '../http/odata.ts'
import { SapError } from '../http/sap-error.ts'
import { readAnswer, type SapSession } from '../http/session.ts'
import { keptCode } from '../identity/key-forms.ts'
import { RUPEES } from '../identity/money.ts'
import { accountingLines } from '../sending/payment-calls.ts'
import { creditNoteFact } from './credit-note-fact.ts'
import type { AskedFact, Fact, FactKind } from './fact.ts'

/** The posting key of a credit memo on a customer's account. */
const CREDIT_MEMO = '11'

const MOST_DIGITS = 10

/** What SAP says of a document that a person typed. Throws SapError where it cannot tell. */
export async function documentFact(session: SapSession, fields: SapFields, asked: AskedFact): Promise<Fact> {
  try {
    if (asked.kind === 'CLEARING') return await clearingFact(session, fields, asked)
    const billed = isNote(asked) ? await creditNoteFact(session, fields, asked, 'number') : null
    return billed ?? (await accountingFact(session, fields, asked))
  } catch (error) {
    if (error instanceof RangeError) throw new SapError('UNKNOWN', `SAP’s answer cannot be read: ${error.message}.`)
    throw error
  }
}

const isNote = ({ kind }: AskedFact) => kind === 'CREDIT_NOTE' || kind === 'SETTLEMENT'

const companyOf = ({ companyCode }: AskedFact, { posting }: SapFields) => companyCode ?? posting.companyCode

/** How a sentence names the document. */
const nameOf = ({ number, year }: AskedFact) => `document ${number}${year ? ` of ${year}` : ''}`

const notFound = (asked: AskedFact, fields: SapFields): Fact => ({
  is: 'NOT_FOUND',
  why: `SAP has no ${nameOf(asked)} in company code ${companyOf(asked, fields)}: correct its number${asked.year ? ' or year' : ''}`,
})

async function accountingFact(session: SapSession, fields: SapFields, asked: AskedFact): Promise<Fact> {
  if (asked.number.length > MOST_DIGITS) return notFound(asked, fields)
  const { text, items } = await accountingLines(session, {
    CompanyCode: companyOf(asked, fields),
    AccountingDocument: sapCode(asked.number.toUpperCase()),
    ...(asked.year && { FiscalYear: asked.year }),
  })
  const documents = readAnswer(text, () => [...Map.groupBy(items, row => String(row.FiscalYear)).values()])
  let worst: Fact | null = null
  for (const lines of documents) {
    const fact = await documentOf(session, fields, asked, lines)
    if (fact.is === 'CONFIRMED') return fact
    if (worst === null || worst.is === 'OTHER_CUSTOMER') worst = fact
  }
  return worst ?? notFound(asked, fields)
}

/** What one accounting document is, by its lines on the customer's account. */
async function documentOf(
  session: SapSession,
  fields: SapFields,
  asked: AskedFact,
  lines: readonly SapRow[],
): Promise<Fact> {
  const billing = lines.map(line => optionalText(line.BillingDocument)).find(Boolean)
  // Whose the goods were stands on the billing document; accounting knows only who pays.
  if (isNote(asked) && billing) {
    const fact = await creditNoteFact(session, fields, { ...asked, number: billing }, 'document')
    if (fact) return fact
  }
  const named = nameOf(asked)
  const own = lines.filter(line => keptCode(line.Customer) === keptCode(asked.customer))
  if (own.length === 0)
    return { is: 'OTHER_CUSTOMER', why: `SAP has ${named} for another customer: correct its number` }
  if (own.some(line => line.IsReversed === true))
    return { is: 'OTHER_KIND', why: `SAP has reversed ${named}: enter the document that is valid` }
  const kind = kindFault(asked.kind, own, billing !== undefined, fields)
  if (kind) return { is: 'OTHER_KIND', why: `SAP has ${named}, but ${kind}: correct its number` }
  const foreign = own.map(line => optionalText(line.TransactionCurrency)).find(one => one && one !== RUPEES)
  if (foreign) return { is: 'OTHER_AMOUNT', why: `SAP has ${named} in ${foreign}, not in rupees` }
  return amountFact(asked, Math.abs(amountOf(own)), named, keptCode(asked.number))
}

const amountOf = (lines: readonly SapRow[]) => sum(lines.map(line => fromSapAmount(line.AmountInTransactionCurrency)))

/** Compares the amount, in paise, once everything else is right. */
function amountFact({ amount }: AskedFact, found: number, named: string, number: string): Fact {
  return amount === null || found === amount
    ? { is: 'CONFIRMED', number }
    : { is: 'OTHER_AMOUNT', why: `SAP has ${rupees(found)} instead of ${rupees(amount)} in ${named}` }
}

/** Why lines on a customer's account are of another kind, as a part of a sentence; undefined where they are of this. */
function kindFault(
  kind: FactKind,
  lines: readonly SapRow[],
  isBilled: boolean,
  { financeTypes }: SapFields,
): string | undefined {
  const total = amountOf(lines)
  if (kind === 'TRANSFER') return lines.length > 1 ? undefined : 'it moves nothing within the account of the customer'
  if (kind === 'REVERSAL') {
    if (total <= 0) return 'it credits the customer, which a reversal does not'
    return isBilled ? 'it is an invoice' : undefined
  }
  if (total >= 0) return 'it does not credit the customer'
  const isMemo =
    isBilled ||
    lines.some(
      ({ PostingKey, AccountingDocumentType }) =>
        PostingKey === CREDIT_MEMO || financeTypes.creditNotes.includes(String(AccountingDocumentType)),
    )
  if (kind === 'POSTING') return isMemo ? 'it is a credit note, not a payment' : undefined
  return isMemo ? undefined : 'it is no credit note'
}

/** A document that clears has no lines of its own: the items that it cleared name it. */
async function clearingFact(session: SapSession, fields: SapFields, asked: AskedFact): Promise<Fact> {
  if (asked.number.length > MOST_DIGITS) return notFound(asked, fields)
  const { text, items } = await accountingLines(session, {
    CompanyCode: companyOf(asked, fields),
    ClearingAccountingDocument: sapCode(asked.number.toUpperCase()),
    ...(asked.year && { ClearingDocFiscalYear: asked.year }),
  })
  return readAnswer(text, () => {
    if (items.length === 0) return notFound(asked, fields)
    const own = items.filter(line => keptCode(line.Customer) === keptCode(asked.customer))
    if (own.length === 0)
      return { is: 'OTHER_CUSTOMER', why: `SAP cleared items of another customer with ${nameOf(asked)}` }
    const debits = own.filter(line => fromSapAmount(line.AmountInTransactionCurrency) > 0)
    return amountFact(asked, amountOf(debits), nameOf(asked), keptCode(asked.number))
  })
}
