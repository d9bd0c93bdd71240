import type { MakeAttachment } from './mail/send-mail.ts'
import { orderPdfFile } from './orders/documents/order-pdf.ts'
import { receiptPdfFile } from './payments/receipts/receipt-pdf.ts'

/** Makes the paper that is attached to a mail: an order, or the receipt of a payment. */
export const mailedPaper: MakeAttachment = (db, attach) =>
  'receiptPdf' in attach ? receiptPdfFile(db, attach) : orderPdfFile(db, attach)
