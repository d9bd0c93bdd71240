import { customerAnnexure } from '../resources/masters/customer-annexure.ts'
import { rateContractCustomer } from '../resources/masters/rate-contract-customer.ts'
import { uploadExpectedDeliveryDates } from '../resources/masters/upload-expected-delivery-dates.ts'
import { uploadOutstanding } from '../resources/masters/upload-outstanding.ts'
import { annexureSheet } from '../resources/uploads/annexures.ts'
import { expectedDateSheet } from '../resources/uploads/expected-dates.ts'
import { outstandingSheet } from '../resources/uploads/outstanding.ts'
import { rateContractSheet } from '../resources/uploads/rate-contracts.ts'
import type { Upload } from './derive/import/upload.ts'
import { keepExpectedDates } from './masters/import-expected-dates.ts'
import { keepLined } from './masters/import-lined.ts'
import { keepOutstanding } from './masters/import-outstanding.ts'
import { mailExpectedDates } from './masters/mail-expected-dates.ts'
import { leaveContractRows } from './masters/rate-contract-errors.ts'

/** The files that are not simply rows of one master, in the order of §K. */
export const uploads: readonly Upload[] = [
  {
    sheet: rateContractSheet,
    subject: rateContractCustomer,
    together: ['contractNo'],
    keep: keepLined('rate-contract-customer', Object.keys(rateContractSheet.fields)),
    leave: leaveContractRows,
  },
  {
    sheet: annexureSheet,
    subject: customerAnnexure,
    together: ['annexureNo'],
    keep: keepLined('customer-annexure', Object.keys(annexureSheet.fields)),
  },
  {
    sheet: expectedDateSheet,
    subject: uploadExpectedDeliveryDates,
    keep: keepExpectedDates,
    done: mailExpectedDates,
  },
  { sheet: outstandingSheet, subject: uploadOutstanding, together: [], keep: keepOutstanding },
]
