import { transporterBills } from '../access.ts'
import { resource } from '../define/resource.ts'
import { transporterBill } from '../dispatches/bills/transporter-bill.ts'
import { transporterBillLine } from '../dispatches/bills/transporter-bill-line.ts'
import { lr } from '../dispatches/lr.ts'

const { transporterId, billNo, billDate, gstAmount } = transporterBill.fields
const { billedFreight, billedOther } = transporterBillLine.fields

/** The columns of a file with the LRs of one transporter's bill; base amount and scan are entered beside the file. */
export const billSheet = resource({
  group: 'dispatches',
  name: 'lr-transporter-bill',
  title: 'LRs of a Bill',
  purpose: 'The LRs of one bill of a transporter, with what is billed for each.',
  fields: {
    transporterId,
    billNo: { ...billNo, label: 'Bill no' },
    billDate,
    lrNo: { ...lr.fields.lrNo, label: 'LR no' },
    billedFreight,
    billedOther,
    gstAmount: { ...gstAmount, label: 'GST amount', hint: 'In the first row: the GST of the whole bill' },
  },
  key: ['transporterId', 'billNo', 'lrNo'],
  display: ['billNo', 'lrNo'],
  access: transporterBills,
})
