import { transporterBills } from '../access.ts'
import { money } from '../define/fields.ts'
import { resource } from '../define/resource.ts'
import { transporterBill } from '../dispatches/bills/transporter-bill.ts'
import { transporterBillLine } from '../dispatches/bills/transporter-bill-line.ts'
import { type ChargeKind, chargeKinds, chargeWords } from '../dispatches/freight/agreed-charges.ts'
import { lr } from '../dispatches/lr.ts'

const { transporterId, billNo, billDate, gstAmount } = transporterBill.fields
const { billedFreight, billedOther, billedWeightKg } = transporterBillLine.fields

/** The column of a kind of charge, such as `billedBasic`. */
export const kindColumn = (kind: ChargeKind) => `billed${kind[0]}${kind.slice(1).toLowerCase()}`
const kinds = Object.fromEntries(
  chargeKinds.map(kind => [kindColumn(kind), money({ optional: true, label: chargeWords.staff[kind]! })]),
)

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
    billedWeightKg,
    ...kinds,
    gstAmount: { ...gstAmount, label: 'GST amount', hint: 'In the first row: the GST of the whole bill' },
  },
  key: ['transporterId', 'billNo', 'lrNo'],
  display: ['billNo', 'lrNo'],
  access: transporterBills,
})
