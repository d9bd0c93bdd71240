import { FeathersError } from '@feathersjs/errors'
import type { Knex } from 'knex'
import type { Fault } from '../../../resources/define/validate.ts'
import type { BillInput } from '../../../resources/dispatches/commands/bills.ts'
import { chargeKinds } from '../../../resources/dispatches/freight/agreed-charges.ts'
import { type Lr, lr } from '../../../resources/dispatches/lr.ts'
import { kindColumn } from '../../../resources/uploads/transporter-bill.ts'
import type { ImportRow } from '../../derive/import/import-row.ts'
import { restrict } from '../../derive/rights/conditions.ts'
import type { Person } from '../../derive/rights/person.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { SheetError } from '../../derive/sheets/sheet-error.ts'
import type { UploadContext } from '../../derive/uploads/upload.ts'
import { formerlyNumbered } from '../events/lr-by-number.ts'
import { enterBill } from './enter-bill.ts'

const ofBill = ['transporterId', 'billNo', 'billDate'] as const

/** Enters one transporter's bill over the LRs of a file. Every row that cannot be billed says why, and nothing is saved. */
export async function importBill(trx: Knex.Transaction, rows: ImportRow[], { author, given, person }: UploadContext) {
  const form = readForm(given)
  const first = rows[0]!
  for (const one of rows) {
    const other = ofBill.find(name => one.row[name] !== first.row[name])
    if (other)
      one.refuse(other, 'MIXED', 'A file is one bill: transporter, bill no and bill date are the same in all rows')
  }
  await findLrs(trx, rows, person)
  if (rows.some(({ faults }) => faults.length > 0)) return
  const { transporterId, billNo, billDate, gstAmount } = first.row as unknown as BillInput
  const lines = rows.map(({ row }) => ({
    lrId: row.lrId as number,
    billedFreight: row.billedFreight as number,
    billedOther: row.billedOther as number,
    billedWeightKg: row.billedWeightKg as number | null,
    kinds: kindsIn(row),
  }))
  const input = { ...form, transporterId, billNo, billDate, gstAmount, lines, isDraft: false }
  try {
    const bill = await enterBill(trx, input, person, author)
    for (const one of rows) one.entityId = bill.id
  } catch (error) {
    if (!(error instanceof FeathersError) || !Array.isArray(error.errors)) throw error
    for (const fault of error.errors as Fault[]) refuseAt(rows, fault)
  }
}

/** What the row says kind by kind. */
const kindsIn = (row: ImportRow['row']) =>
  chargeKinds.flatMap(kind => {
    const amount = row[kindColumn(kind)] as number | null
    return amount === null ? [] : [{ kind, amount }]
  })

/** Reads the fields of the form beside the file. Throws SheetError with a sentence. */
function readForm({ baseAmount = '', attachmentId = '' }: Readonly<Record<string, string>>) {
  if (!/^[1-9]\d{0,14}$/.test(baseAmount))
    throw new SheetError('Base amount is required: enter the amount of the bill before GST.')
  if (!/^[1-9]\d{0,14}$/.test(attachmentId)) throw new SheetError('The scan of the bill is required: choose its file.')
  return { baseAmount: Number(baseAmount), attachmentId: Number(attachmentId) }
}

/** Finds the LR of each row: of several of one number and transporter in different years, the only one that is not billed. */
async function findLrs(trx: Knex, rows: ImportRow[], person: Person) {
  const numbers = [...new Set(rows.map(({ row }) => String(row.lrNo)))]
  const lrs = await rowsOf(trx, lr, some =>
    restrict(
      some
        .where(any =>
          any.whereIn('lr.lrNo', numbers).orWhereIn('lr.id', formerlyNumbered(trx, numbers).select('lr.id')),
        )
        .where('lr.releasedNo', 0),
      trx,
      lr,
      person,
      'read',
    ),
  )
  for (const one of rows) {
    const ofTransporter = lrs.filter(({ transporterId }) => transporterId === one.row.transporterId)
    const now = ofTransporter.filter(({ lrNo }) => lrNo === one.row.lrNo)
    // A transporter may bill by a number that the LR had before.
    const named = now.length > 0 ? now : ofTransporter.filter(row => hadNumber(row, String(one.row.lrNo)))
    const open = named.filter(({ billStatus }) => billStatus === 'UNBILLED')
    const [match] = open.length > 0 ? open : named
    if (!match) one.refuse('lrNo', 'UNKNOWN_REF', `LR ${one.row.lrNo} of this transporter is not one of yours`)
    else if (open.length > 1)
      one.refuse('lrNo', 'AMBIGUOUS', `LR ${one.row.lrNo} is there in several years: enter this bill by hand`)
    else one.row.lrId = match.id
  }
}

const hadNumber = ({ formerNos }: Lr, lrNo: string) => formerNos?.split(' ').includes(lrNo) ?? false

function refuseAt(rows: ImportRow[], { field, code, message }: Fault) {
  const line = /^lines\[(\d+)\]/.exec(field)
  const one = rows[line ? Number(line[1]) : 0]!
  const columns: Readonly<Record<string, string>> = { billNo: 'billNo', billDate: 'billDate', gstAmount: 'gstAmount' }
  one.refuse(line ? 'lrNo' : (columns[field] ?? 'billNo'), code, message)
}
