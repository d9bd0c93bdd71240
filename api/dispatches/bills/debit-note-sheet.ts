import type { Knex } from 'knex'
import { rupeesInWords } from '../../../resources/define/in-words.ts'
import { dayText, rupees, showNumber } from '../../../resources/define/show.ts'
import { debitNote } from '../../../resources/dispatches/bills/debit-note.ts'
import { type DebitNoteLine, debitNoteLine } from '../../../resources/dispatches/bills/debit-note-line.ts'
import { deductionWords } from '../../../resources/dispatches/bills/deduction-reasons.ts'
import { restrict } from '../../derive/rights/conditions.ts'
import type { Person } from '../../derive/rights/person.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { letterhead } from '../../files/letterhead.ts'
import { type Content, factColumns, head, party, right } from '../../files/pdf-content.ts'
import { companyOf } from '../../platform/company.ts'
import { notFound } from '../../platform/errors.ts'
import { readSettings } from '../../platform/settings.ts'

type DebitNoteSheet = Awaited<ReturnType<typeof readSheet>>

/** Lays out a debit note for pdfmake. Throws 404 unless the person may read it. */
export async function debitNoteLayout(db: Knex, id: number, person: Person) {
  const sheet = await readSheet(db, id, person)
  const { note, company, bill } = sheet
  return {
    title: `Debit note ${note.noteNo}`,
    content: [
      letterhead(company, null, [
        { text: 'Debit note', style: 'title' },
        { text: note.noteNo, style: 'number' },
        { text: `of ${dayText(note.noteDate)}`, style: 'quiet' },
      ]),
      { ...parties(sheet), margin: [0, 0, 0, 10] },
      factColumns([
        ['Your bill', `${bill.billNo} of ${dayText(bill.billDate)}`],
        ['Our reference', bill.billRef],
        ['Base amount', rupees(bill.baseAmount)],
        ['Paid before GST', rupees(bill.baseAmount - note.amount)],
      ]),
      lines(sheet),
      { text: rupeesInWords(note.amount), italics: true, margin: [0, 0, 0, 8] },
      ...(note.gstAmount > 0
        ? [{ text: `Please send a credit note over the GST of ${rupees(note.gstAmount)} on this amount.` }]
        : []),
    ],
  }
}

async function readSheet(db: Knex, id: number, person: Person) {
  const [note] = await rowsOf(db, debitNote, rows =>
    restrict(rows.where('debit_note.id', id), db, debitNote, person, 'read'),
  )
  if (!note) throw notFound()
  const [lines, lrs, bill, transporter, settings] = await Promise.all([
    rowsOf(db, debitNoteLine, rows => rows.where({ debitNoteId: id }).orderBy('id')),
    db('lr')
      .whereIn('id', db('debit_note_line').where({ debitNoteId: id }).select('lrId'))
      .select('id', 'lrNo', 'lrDate'),
    db('transporter_bill').where({ id: note.transporterBillId }).first('billNo', 'billDate', 'billRef', 'baseAmount'),
    db('transporter').where({ id: note.transporterId }).first('name', 'address', 'gstin'),
    readSettings(db),
  ])
  return { note, lines, lrs, bill, transporter, company: companyOf(settings) }
}

const parties = ({ transporter }: DebitNoteSheet): Content =>
  party('To', [transporter.name, transporter.address, transporter.gstin && `GSTIN ${transporter.gstin}`])

const money = (paise: number) => right(showNumber(paise, 2))
const whyOf = (reason: DebitNoteLine['reason'], remarks: string | null) =>
  [deductionWords.staff[reason], remarks].filter(Boolean).join(': ')

const lines = ({ note, lines: of, lrs }: DebitNoteSheet): Content => ({
  table: {
    headerRows: 1,
    dontBreakRows: true,
    widths: ['auto', 'auto', '*', 'auto'],
    body: [
      [head('LR'), head('Date'), head('Why'), head('Deducted ₹', true)],
      ...of.map(({ lrId, reason, remarks, amount }) => {
        const carried = lrs.find(({ id }) => id === lrId)!
        return [carried.lrNo, dayText(carried.lrDate), whyOf(reason, remarks), money(amount)]
      }),
      ...(note.otherReason ? [['–', '', whyOf(note.otherReason, note.remarks), money(note.otherAmount)]] : []),
      [{ text: 'Total', bold: true, colSpan: 3 }, '', '', { ...money(note.amount), bold: true }],
    ],
  },
  layout: 'lightHorizontalLines',
  margin: [0, 0, 0, 8],
})
