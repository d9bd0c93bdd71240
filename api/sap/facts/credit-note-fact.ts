import { rupees } from '../../../resources/define/show.ts'
import { sapCode } from '../../../resources/sap/codes.ts'
import { CREDIT_MEMO_CATEGORY } from '../documents/billing-document.ts'
import type { SapFields } from '../http/fields.ts'
import { expandedRows, fromSapAmount, odataLiteral, optionalText, type SapRow } from '../http/odata.ts'
import { readAnswer, type SapSession } from '../http/session.ts'
import { entitySet } from '../identity/entity-sets.ts'
import { keptCode } from '../identity/key-forms.ts'
import { RUPEES } from '../identity/money.ts'
import { isOurs } from '../identity/whose.ts'
import type { AskedFact, Fact } from './fact.ts'

const set = entitySet('API_BILLING_DOCUMENT_SRV/A_BillingDocument')

const columns = [
  'BillingDocument',
  'SDDocumentCategory',
  'BillingDocumentIsCancelled',
  'DocumentReferenceID',
  'AccountingPostingStatus',
  'SoldToParty',
  'PayerParty',
  'CompanyCode',
  'SalesOrganization',
  'TransactionCurrency',
  'TotalGrossAmount',
]

/** The longest number of a billing document, and the longest reference under which accounting posts it. */
const MOST = { document: 10, reference: 16 }

/**
 * What a credit note is, by SAP's billing documents: `number` looks for its own number and for its reference, `document`
 * for its own number alone. Null where no billing document of ours bears it: it may be one of accounting.
 */
export async function creditNoteFact(
  session: SapSession,
  fields: SapFields,
  asked: AskedFact,
  by: 'number' | 'document',
): Promise<Fact | null> {
  const number = asked.number.toUpperCase()
  const conditions = [
    ...(number.length <= MOST.document ? [`BillingDocument eq ${odataLiteral(sapCode(number))}`] : []),
    ...(by === 'number' && number.length <= MOST.reference ? [`DocumentReferenceID eq ${odataLiteral(number)}`] : []),
  ]
  if (conditions.length === 0) return null
  const { text } = await session.get(set.path, { $filter: conditions.join(' or '), $select: columns.join() })
  return readAnswer(text, answer => {
    const facts = expandedRows(answer)
      .filter(row => isOurs(set.identity, row, fields))
      .map(row => factOf(row, asked))
    return (
      facts.find(({ is }) => is === 'CONFIRMED') ?? facts.find(({ is }) => is !== 'OTHER_CUSTOMER') ?? facts[0] ?? null
    )
  })
}

function factOf(row: SapRow, { number, customer, amount }: AskedFact): Fact {
  const parties = [row.SoldToParty, row.PayerParty].map(keptCode)
  if (!parties.includes(keptCode(customer)))
    return { is: 'OTHER_CUSTOMER', why: `SAP has ${number} for another customer: enter a credit note of this one` }
  if (row.SDDocumentCategory !== CREDIT_MEMO_CATEGORY)
    return { is: 'OTHER_KIND', why: `SAP has ${number}, but it is no credit note: enter the number of the credit note` }
  if (row.BillingDocumentIsCancelled === true)
    return { is: 'OTHER_KIND', why: `SAP has cancelled credit note ${number}: enter one that is valid` }
  const currency = optionalText(row.TransactionCurrency)
  if (currency !== null && currency !== RUPEES)
    return { is: 'OTHER_AMOUNT', why: `SAP has ${number} in ${currency}, not in rupees` }
  const gross = Math.abs(fromSapAmount(row.TotalGrossAmount))
  if (amount !== null && gross !== amount)
    return { is: 'OTHER_AMOUNT', why: `SAP has ${rupees(gross)} instead of ${rupees(amount)} in ${number}` }
  const reference = optionalText(row.DocumentReferenceID)
  if (reference === null || row.AccountingPostingStatus === 'A' || row.AccountingPostingStatus === 'B')
    return { is: 'TO_BE_CHECKED', why: `SAP has not posted credit note ${number} to accounting yet`, isSapAway: false }
  return { is: 'CONFIRMED', number: reference }
}
