import { reasonCode } from '../../resources/settings/reason-code.ts'
import { productRowsOf } from './give-rows.ts'

/** The reasons to choose from, by what is being undone: code, sentence, and SAP's reason for rejection of an item. */
const byType = {
  CANCEL: [
    ['LATE', 'Delivery would come too late', '01'],
    ['PRICE', 'Price too high', '03'],
    ['WRONG', 'Ordered by mistake or twice', '10'],
    ['NOSTOCK', 'Goods cannot be supplied', '11'],
    ['BUDGET', 'Customer has no budget any more', '10'],
    ['OTHER', 'Other reason, see remark', '10'],
    ['SAPDELETED', 'Deleted in SAP'],
  ],
  REJECT: [
    ['DISCOUNT', 'Discount is not justified'],
    ['MARGIN', 'Price is below what we can accept'],
    ['CREDIT', 'Customer must pay overdue invoices first'],
    ['DOCUMENT', 'Purchase order does not match the order'],
    ['OTHER', 'Other reason, see remark'],
  ],
  SEND_BACK: [
    ['QTY', 'Quantity is to be checked with the customer'],
    ['DISCOUNT', 'Ask for a smaller discount'],
    ['PO', 'Purchase order is missing or unreadable'],
    ['ADDRESS', 'Delivery address is to be corrected'],
    ['DATE', 'Delivery date is not possible'],
  ],
  DELETE: [
    ['DUPLICATE', 'The same order exists already'],
    ['TEST', 'Entered as a trial'],
    ['CUSTOMER', 'Customer no longer needs the goods'],
    ['REPLACED', 'Replaced by another order'],
  ],
  DISPUTE: [
    ['RATE', 'Rate differs from the purchase order'],
    ['SHORT', 'Fewer goods than invoiced'],
    ['DAMAGE', 'Goods arrived damaged'],
    ['TAX', 'Tax is wrong'],
    ['RETURN', 'Goods were returned, credit note is missing'],
    ['PAID', 'Paid already'],
  ],
  BLOCK: [
    ['OVERDUE', 'Invoices are overdue'],
    ['CHEQUE', 'A cheque was returned'],
    ['LICENCE', 'A licence has expired'],
    ['LEGAL', 'Legal case is pending'],
  ],
  POD_REJECT: [
    ['UNREADABLE', 'The copy cannot be read'],
    ['NOSTAMP', 'Stamp or signature is missing'],
    ['WRONGLR', 'It belongs to another LR'],
    ['REMARKS', 'It carries remarks about damage or shortage'],
  ],
} as const

export const reasons = productRowsOf(
  reasonCode,
  Object.entries(byType).flatMap(([reasonType, list]) =>
    list.map(([code, name, sapRejectionCode = null]) => ({
      reasonType: reasonType as keyof typeof byType,
      code,
      name,
      sapRejectionCode,
    })),
  ),
)
