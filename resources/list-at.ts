import { complaintLists, ownComplaints } from './complaints/complaint-lists.ts'
import { disputeLists, ownDisputes } from './complaints/dispute-lists.ts'
import type { Resource } from './define/resource.ts'
import { deactivatedDocuments, documentLibrary } from './masters/document-library.ts'
import { payerLists } from './payments/payer-lists.ts'
import { paymentLists } from './payments/payment-lists.ts'
import { resourceAt } from './registry.ts'

/** A list that people may lay out and save views of: that of a resource or report, or a worklist. */
export const listAt = (grid: string): Resource | undefined =>
  resourceAt(grid) ??
  [
    documentLibrary,
    deactivatedDocuments,
    ...paymentLists,
    ...Object.values(payerLists),
    ...complaintLists,
    ownComplaints,
    ...disputeLists,
    ownDisputes,
  ].find(list => list.grid === grid)
