import type { ComplaintStep } from '../../resources/complaints/complaint-process.ts'

type Step = readonly [ago: number, by: string, step: ComplaintStep, said?: Readonly<Record<string, string>>]

/** A complaint of an earlier day, and its progress since. */
export interface PastComplaint {
  /** Days before today on which it was written. */
  ago: number
  /** The login of who writes it. */
  by: string
  customer: string
  category: string
  /** It names the latest invoice line of this product, or of any. */
  about?: string
  photo?: true
  says: string
  steps?: readonly Step[]
}

const explained = { resolution: 'EXPLAINED', rootCause: 'The portal hides an address once it has ended' }

/** What customers of the demo company complained about, in every state that a complaint can have. */
// biome-ignore format: a table, one row a line, its steps below
export const complained: readonly PastComplaint[] = [
  { ago: 60, by: 'customer', customer: '100101', category: 'SERVICE', says: 'The address of our new laboratory is not offered for orders.',
    steps: [[59, 'asha', 'start'], [59, 'asha', 'ask', { remark: 'Which ship-to do you mean? Please send its GSTIN.' }]] },
  { ago: 40, by: 'imran', customer: '100110', category: 'DAMAGE', about: '', photo: true, says: 'Two drums are dented and leak at the lid.',
    steps: [[39, 'sales_rep', 'start'], [36, 'sales_rep', 'resolve', { resolution: 'CREDIT_NOTE', rootCause: 'Loaded without edge guards', remark: 'You get a credit note for two drums.' }], [34, 'imran', 'accept']] },
  { ago: 15, by: 'coromandel', customer: '100202', category: 'LATE', about: '', says: 'The goods have not come.',
    steps: [[14, 'coromandel', 'cancel', { remark: 'They came this morning.' }]] },
  { ago: 14, by: 'csc_agent', customer: '100103', category: 'PRICE', about: '', says: 'The buyer says that the price is that of last year’s contract.',
    steps: [[13, 'asha', 'start']] },
  { ago: 12, by: 'jyoti', customer: '100102', category: 'SERVICE', says: 'No one answers the number on the invoice.',
    steps: [[11, 'asha', 'start'], [9, 'asha', 'resolve', { ...explained, remark: 'The number has changed: it is on our contact page.' }], [5, 'jyoti', 'reject', { remark: 'That number does not work either.' }]] },
  { ago: 10, by: 'coromandel', customer: '100202', category: 'PURITY', about: 'LS-1004', photo: true, says: 'Our assay finds 98.1 %, the certificate says 99.5 %.',
    steps: [[9, 'sales_rep', 'start'], [4, 'qa', 'resolveQuality', { resolution: 'REPLACEMENT', rootCause: 'Moisture by a liner that was not sealed', capa: 'Each liner is checked under vacuum from now on', remark: 'You get fresh goods of another batch.' }]] },
  { ago: 8, by: 'distributor', customer: '100201', category: 'QUALITY', about: 'LS-1004', photo: true, says: 'The crystals are caked in three bottles.',
    steps: [[7, 'asha', 'start'], [7, 'asha', 'ask', { remark: 'How were they stored, and may we have one bottle back?' }]] },
  { ago: 6, by: 'customer', customer: '100101', category: 'QUALITY', about: 'LS-1004', photo: true, says: 'Caked when it was opened, as in the last delivery.',
    steps: [[5, 'asha', 'start']] },
  { ago: 2, by: 'customer', customer: '100101', category: 'REGULATORY', says: 'We need the TSE/BSE statement of your excipients for an audit.' },
  { ago: 1, by: 'distributor', customer: '100201', category: 'SHORT', about: '', says: 'One carton less than on the invoice.' },
]
