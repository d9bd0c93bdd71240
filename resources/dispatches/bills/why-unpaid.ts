import { dayText } from '../../define/show.ts'
import type { Lr } from '../lr.ts'
import { differenceText, lacksPod, MOST_DAYS_TO_BILL } from './bill-rules.ts'
import type { TransporterBill } from './transporter-bill.ts'
import type { TransporterBillLine } from './transporter-bill-line.ts'

type LrOfBill = Pick<Lr, 'businessLine' | 'freightTerms' | 'deliveryStatus' | 'podStatus'>
type LineOfBill = Pick<
  TransporterBillLine,
  'billedFreight' | 'billedOther' | 'expectedFreight' | 'expectedOther' | 'isMatched' | 'isAccepted'
>
type BillOfLr = Pick<TransporterBill, 'billNo' | 'status' | 'isPodRequired' | 'paidOn' | 'paymentRef'>

/** Why the freight of an LR is not paid yet, or that it is, as a sentence for the transporter and the desks. */
export function whyUnpaid(lr: LrOfBill, on?: { line: LineOfBill; bill: BillOfLr }): string {
  if (lr.freightTerms === 'TO_PAY') return 'To pay: the consignee pays the freight.'
  if (lr.businessLine === 'SIGMA') return 'A Sigma shipment: its freight is not billed to us.'
  if (lr.deliveryStatus === 'CANCELLED') return 'The LR is cancelled: nothing is to be paid.'
  if (!on) return `Not billed yet: it can be billed up to ${MOST_DAYS_TO_BILL} days after the LR date.`
  const { line, bill } = on
  const no = `Bill ${bill.billNo}`
  switch (bill.status) {
    case 'DRAFT':
      return `${no} is a draft: submit it.`
    case 'SUBMITTED':
      return `${no} is submitted and waits to be matched.`
    case 'REJECTED':
      return `${no} was rejected: bill the LR again.`
    case 'DISPUTED':
      return !line.isMatched && !line.isAccepted
        ? `${differenceText(line)}: Finance has to accept the difference.`
        : `${no} waits until Finance accepts a difference elsewhere on it.`
    case 'MATCHED':
      return bill.isPodRequired && lacksPod(lr) ? podSentence(lr) : `${no} waits for the approval of Finance.`
    case 'APPROVED':
      return `${no} is approved; the payment is on its way.`
    case 'PAID':
      return `Paid${bill.paidOn ? ` on ${dayText(bill.paidOn)}` : ''} with ${bill.paymentRef}.`
  }
}

const podSentence = ({ podStatus }: LrOfBill) =>
  podStatus === 'UPLOADED'
    ? 'The proof of delivery waits to be accepted.'
    : podStatus === 'REJECTED'
      ? 'The proof of delivery was rejected: upload it again.'
      : 'No proof of delivery yet: upload it.'
