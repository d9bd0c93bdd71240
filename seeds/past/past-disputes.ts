import { attachedDispute } from '../../api/complaints/dispute-process.ts'
import { openDispute } from '../../api/complaints/open-dispute.ts'
import { takeSentStep } from '../../api/derive/process/bind-process.ts'
import type { Fact } from '../../api/sap/facts/fact.ts'
import type { ArDispute } from '../../resources/complaints/ar-dispute.ts'
import { takeDisputeStep } from '../../resources/complaints/dispute-commands.ts'
import type { DisputeStep } from '../../resources/complaints/dispute-process.ts'
import { percentOf } from '../../resources/define/amounts.ts'
import { callerNamed } from '../orders.ts'
import type { Past } from './past.ts'
import type { PastSap } from './past-sap.ts'

/** A step of a dispute: days after it was opened, who takes it, and with which words; `share` in hundredths of a percent. */
type PastStep = readonly [
  after: number,
  by: string,
  step: DisputeStep,
  said?: { remark?: string; share?: number; settlementNoteNo?: string },
]

interface PastDispute {
  ago: number
  by: string
  /** Whose invoice: the first of these that has one of at least `least` paise. */
  of: readonly string[]
  least?: number
  type: ArDispute['disputeType']
  /** How much of the invoice, in hundredths of a percent. */
  share: number
  says: string
  steps?: readonly PastStep[]
}

const anybody = ['100101', '100102', '100202', '100201', '100103', '100106', '100104', '100110', '100109', '100107']
const first = (...codes: string[]) => [...codes, ...anybody.filter(code => !codes.includes(code))]

/** Disputes in every state, as buyers and those who serve them open them and Finance decides. */
const told: readonly PastDispute[] = [
  {
    ago: 34,
    by: 'finance',
    of: first('100102'),
    type: 'QUANTITY',
    share: 2_000,
    says: 'Two of ten packs were missing when the cartons were opened; short landing noted on the POD',
    steps: [
      [1, 'finance', 'take'],
      [3, 'finance', 'accept', { share: 10_000, remark: 'The POD shows the shortage.' }],
      [7, 'finance', 'enterCredit', { settlementNoteNo: 'CRN26000311' }],
      [12, 'finance', 'close'],
    ],
  },
  {
    ago: 26,
    by: 'finance',
    of: first('100201'),
    type: 'DUPLICATE_BILLING',
    share: 3_000,
    says: 'Freight is billed here and on the invoice before',
    steps: [
      [1, 'sneha', 'take'],
      [2, 'sneha', 'accept', { share: 10_000, remark: 'Freight was billed twice.' }],
      [6, 'sneha', 'enterCredit', { settlementNoteNo: 'CRN26000327' }],
    ],
  },
  {
    ago: 24,
    by: 'finance',
    of: first('100202'),
    type: 'TDS',
    share: 1_000,
    says: 'TDS of the last quarter was not taken off',
    steps: [
      [1, 'finance', 'take'],
      [
        2,
        'finance',
        'reject',
        { remark: 'Form 16A of the quarter is not there yet: send it and we will review the dispute.' },
      ],
    ],
  },
  {
    ago: 18,
    by: 'finance',
    of: first('100101'),
    type: 'PRICE',
    share: 1_200,
    says: 'The rate contract says 4 % less for LS-1002',
    steps: [
      [1, 'finance', 'take'],
      [3, 'finance', 'accept', { share: 6_000, remark: 'The contract covers the first 20 packs only.' }],
    ],
  },
  {
    ago: 15,
    by: 'finance',
    of: first('100103', '100106'),
    type: 'TAX',
    share: 1_500,
    says: 'Billed with IGST, although goods stayed in the state',
    steps: [
      [1, 'sneha', 'take'],
      [2, 'sneha', 'accept', { share: 10_000, remark: 'The place of supply was wrong.' }],
    ],
  },
  {
    ago: 13,
    by: 'finance',
    of: ['100101', '100201'],
    least: 60_000_00,
    type: 'NOT_RECEIVED',
    share: 2_500,
    says: 'One carton has not arrived',
    steps: [
      [1, 'sneha', 'take'],
      [11, 'customer', 'withdraw', { remark: 'It was found in our own stores' }],
    ],
  },
  {
    ago: 11,
    by: 'finance',
    of: first('100106', '100110'),
    least: 60_000_00,
    type: 'PRICE',
    share: 9_500,
    says: 'Invoiced at list price instead of the tender price',
    steps: [
      [1, 'finance', 'take'],
      [4, 'finance', 'accept', { share: 10_000, remark: 'The tender price holds for this order.' }],
    ],
  },
  {
    ago: 9,
    by: 'finance',
    of: first('100101'),
    type: 'FREIGHT',
    share: 600,
    says: 'Freight was agreed as paid by you',
    steps: [
      [1, 'finance', 'take'],
      [2, 'finance', 'ask', { remark: 'Please send the page of the order that says so.' }],
    ],
  },
  {
    ago: 16,
    by: 'finance',
    of: first('100201', '100202'),
    type: 'DAMAGE',
    share: 1_800,
    says: 'Three bottles were broken on arrival',
    steps: [[1, 'sneha', 'take']],
  },
  {
    ago: 2,
    by: 'finance',
    of: first('100101'),
    type: 'PRICE',
    share: 800,
    says: 'The promo code of the order is missing',
  },
]

/** Writes into the diary what is disputed, and what Finance makes of it. */
export function writeDisputeDays(past: Past, { receivables }: Pick<PastSap, 'receivables'>): void {
  const { trx, rows, diary } = past
  for (const one of told)
    diary.ago(one.ago, async () => {
      for (const code of one.of) {
        const item = await receivables.toDispute(code, one.least ?? 2_000_00)
        if (!item) continue
        const disputedAmount = Math.round(percentOf(item.balanceAmount, one.share) / 100) * 100
        const { person, author } = await callerNamed(trx, rows, await speakerOf(past, code, one.by))
        const body = { invoiceId: item.invoiceId!, disputeType: one.type, disputedAmount, description: one.says }
        const { id } = await openDispute(trx, { ...body, complaintId: null, attachmentIds: null }, person, author)
        for (const step of one.steps ?? []) diary.ago(one.ago - step[0], () => takeStep(past, code, id, step))
        return
      }
    })
}

/** Whoever signs in for the customer speaks for themselves; for the others somebody of ours does. */
async function speakerOf({ trx }: Past, code: string, otherwise: string): Promise<string> {
  const [login]: string[] = await trx('user')
    .join('customer', 'customer.id', 'user.customerId')
    .where({ 'customer.code': code, 'user.isActive': 1 })
    .orderBy('user.id')
    .limit(1)
    .pluck('user.loginId')
  return login ?? otherwise
}

async function takeStep(past: Past, code: string, id: number, [, by, step, said = {}]: PastStep) {
  const { trx, rows } = past
  const row = await trx('ar_dispute').where({ id }).first('rowVersion', 'disputedAmount')
  const who = step === 'withdraw' ? await speakerOf(past, code, by) : by
  const { person, author } = await callerNamed(trx, rows, who)
  const { share, ...words } = said
  const acceptedAmount = share && Math.round(percentOf(row.disputedAmount, share) / 100) * 100
  const body = { disputeId: id, rowVersion: row.rowVersion, step, ...words, ...(acceptedAmount && { acceptedAmount }) }
  // The SAP of the past had every note that people named.
  const known: Fact = { is: 'CONFIRMED', number: said.settlementNoteNo ?? '' }
  await takeSentStep(trx, attachedDispute, takeDisputeStep, body, { person, author, known })
}
