import type { Knex } from 'knex'
import { type ArDispute, arDispute } from '../../resources/complaints/ar-dispute.ts'
import { type Complaint, complaint } from '../../resources/complaints/complaint.ts'
import { disputeStates } from '../../resources/complaints/dispute-states.ts'
import { noNamedNote } from '../../resources/complaints/named-note.ts'
import { isIn } from '../../resources/define/process/states.ts'
import { rowsOf } from '../derive/rows-of.ts'
import { systemAuthor } from '../derive/save/author.ts'
import { updateRow } from '../derive/save/write.ts'
import { notify } from '../mail/notify.ts'
import { transact } from '../platform/transact.ts'
import type { Fact } from '../sap/facts/fact.ts'
import { demandNotDenied, sapFact } from '../sap/facts/sap-fact.ts'
import { loginsOf, pathOf } from './complaint-news.ts'
import { disputePathOf } from './dispute-news.ts'
import { issueCredit } from './find-credit-note.ts'
import { creditFault } from './note-used.ts'
import { writeDisputeNote, writeNote } from './write-note.ts'

/** Asks SAP for the credit note of a dispute: one of the customer, of the amount accepted. */
const disputeFact = (db: Knex, { customerId, acceptedAmount }: ArDispute, number: string): Promise<Fact> =>
  noteFact(db, { customerId, number, kind: 'CREDIT_NOTE', amount: acceptedAmount })

/** Asks SAP for the credit note of a complaint: one of the customer, of any amount. */
const complaintFact = (db: Knex, { customerId }: Complaint, number: string): Promise<Fact> =>
  noteFact(db, { customerId, number, kind: 'SETTLEMENT', amount: null })

interface AskedNote {
  customerId: number
  number: string
  kind: 'CREDIT_NOTE' | 'SETTLEMENT'
  amount: number | null
}

async function noteFact(db: Knex, { customerId, number, kind, amount }: AskedNote): Promise<Fact> {
  const { code } = await db('customer').where({ id: customerId }).first('code')
  return sapFact(db, { kind, companyCode: null, year: null, number, customer: code, amount })
}

/** What SAP says of the credit note that somebody enters in a dispute. Throws 422 where SAP denies it. */
export async function askDisputeNote(db: Knex, row: ArDispute, number: string): Promise<Fact> {
  const fact = await disputeFact(db, row, number)
  demandNotDenied(fact, 'settlementNoteNo')
  return fact
}

/** What SAP says of the credit note that somebody enters in a complaint. Throws 422 where SAP denies it. */
export async function askComplaintNote(db: Knex, row: Complaint, number: string): Promise<Fact> {
  const fact = await complaintFact(db, row, number)
  demandNotDenied(fact, 'settlementNoteNo')
  return fact
}

/** Asks SAP again for the credit notes that it could not tell of. Returns of how many it told. */
export async function checkNamedNotes(db: Knex): Promise<number> {
  const waiting = (rows: Knex.QueryBuilder) => rows.whereNotNull('namedNoteNo').whereNull('namedNoteText').orderBy('id')
  let told = 0
  for (const row of await rowsOf(db, arDispute, waiting)) {
    const fact = await disputeFact(db, row, row.namedNoteNo!)
    if (fact.is === 'TO_BE_CHECKED' && fact.isSapAway) return told
    if (fact.is !== 'TO_BE_CHECKED') told += await transact(db, trx => settleDispute(trx, row, fact))
  }
  for (const row of await rowsOf(db, complaint, waiting)) {
    const fact = await complaintFact(db, row, row.namedNoteNo!)
    if (fact.is === 'TO_BE_CHECKED' && fact.isSapAway) return told
    if (fact.is !== 'TO_BE_CHECKED') told += await transact(db, trx => settleComplaint(trx, row, fact))
  }
  return told
}

type Told = Exclude<Fact, { is: 'TO_BE_CHECKED' }>

const CONFIRMED = 'credit note confirmed by SAP'
const DENIED = 'credit note denied by SAP'

/** The credit note counts for its dispute, or those who answer are told why it does not. */
async function settleDispute(trx: Knex, { id, namedNoteNo }: ArDispute, fact: Told): Promise<0 | 1> {
  const [row] = await rowsOf(trx, arDispute, rows => rows.where({ id, namedNoteNo }).forUpdate())
  // Somebody entered another one meanwhile, or took it back.
  if (!row) return 0
  const author = systemAuthor(fact.is === 'CONFIRMED' ? CONFIRMED : DENIED)
  if (!isIn(disputeStates.sets.awaitingCredit, row)) {
    await updateRow(trx, arDispute, row, noNamedNote, author)
    return 1
  }
  const why = fact.is === 'CONFIRMED' ? await creditFault(trx, row, fact.number) : fact.why
  if (fact.is === 'CONFIRMED' && why === null) {
    await issueCredit(trx, row, fact.number, author)
    return 1
  }
  const after = await updateRow(trx, arDispute, row, denied(why!), author)
  const body = deniedText(row, why!)
  await writeDisputeNote(trx, { disputeId: id, step: 'denyCredit', body, audience: 'INTERNAL' }, null, author)
  await tellDenied(trx, after, {
    title: `Credit note of dispute ${row.disputeNo} is not confirmed`,
    body,
    link: disputePathOf(row),
  })
  return 1
}

/** The credit note counts for its complaint, or its owner and whoever entered it are told why it does not. */
async function settleComplaint(trx: Knex, { id, namedNoteNo }: Complaint, fact: Told): Promise<0 | 1> {
  const [row] = await rowsOf(trx, complaint, rows => rows.where({ id, namedNoteNo }).forUpdate())
  if (!row) return 0
  if (fact.is === 'CONFIRMED') {
    const author = systemAuthor(CONFIRMED)
    await updateRow(trx, complaint, row, { settlementNoteNo: fact.number, ...noNamedNote }, author)
    const body = `SAP has confirmed credit note ${fact.number}`
    await writeNote(trx, { complaintId: id, step: 'findCredit', body, audience: 'INTERNAL' }, null, author)
    return 1
  }
  const author = systemAuthor(DENIED)
  const after = await updateRow(trx, complaint, row, denied(fact.why), author)
  const body = deniedText(row, fact.why)
  await writeNote(trx, { complaintId: id, step: 'denyCredit', body, audience: 'INTERNAL' }, null, author)
  await tellDenied(trx, after, {
    title: `Credit note of complaint ${row.complaintNo} is not confirmed`,
    body,
    link: pathOf(row),
  })
  return 1
}

const deniedText = ({ namedNoteNo }: Pick<ArDispute, 'namedNoteNo'>, why: string) =>
  `Credit note ${namedNoteNo} does not count: ${why}`

const denied = (why: string) => ({ namedNoteText: why.slice(0, 255) })

/** Tells the owner, and whoever entered the number. */
async function tellDenied(
  trx: Knex,
  { ownerEmployeeId, namedNoteById }: Pick<ArDispute, 'ownerEmployeeId' | 'namedNoteById'>,
  news: { title: string; body: string; link: string },
) {
  const readers = new Set([
    ...(await loginsOf(trx, ownerEmployeeId)),
    ...(namedNoteById === null ? [] : [namedNoteById]),
  ])
  await notify(trx, [...readers], { ...news, body: news.body.slice(0, 200) })
}
