import { coaFile } from '../coa/coa-batch.ts'
import { arDispute } from '../complaints/ar-dispute.ts'
import { complaint } from '../complaints/complaint.ts'
import { complaintNote } from '../complaints/complaint-note.ts'
import { disputeNote } from '../complaints/dispute-note.ts'
import { eudBlock } from '../complaints/eud-block.ts'
import { may, type Who } from '../define/command.ts'
import type { Resource } from '../define/resource.ts'
import type { Right } from '../define/rights.ts'
import { cartingCharge } from '../dispatches/bills/carting-charge.ts'
import { transporterBill } from '../dispatches/bills/transporter-bill.ts'
import { pwcCollection } from '../dispatches/collections/pwc-collection.ts'
import { lr } from '../dispatches/lr.ts'
import { pod } from '../dispatches/pods/pod.ts'
import { podPage } from '../dispatches/pods/pod-page.ts'
import { customerAnnexure } from '../masters/customer-annexure.ts'
import { rateContractCustomer } from '../masters/rate-contract-customer.ts'
import { eudDocument } from '../orders/eud-document.ts'
import { order } from '../orders/order.ts'
import { paymentDecision } from '../payments/payment-decision.ts'
import { refund } from '../payments/refund.ts'
import { tdsCertificate } from '../payments/tds/tds-certificate.ts'
import { banner } from '../shipment-tracking/banner.ts'

/** What a file may belong to: the rows that name it, and the right needed to upload one. */
interface Owner {
  resource: Resource
  column: string
  /** Null where such files come another way. */
  sends: Right | null
  /** The resource of that right, if not that of the rows. */
  at?: Resource
}

/** By the type that a file keeps of its owner. */
export const fileOwners = {
  ORDER: { resource: order, column: 'poAttachmentId', sends: 'create' },
  EUD: { resource: eudDocument, column: 'attachmentId', sends: 'create', at: order },
  EUD_BLOCK: { resource: eudBlock, column: 'releaseAttachmentId', sends: 'approve' },
  CONTRACT: { resource: rateContractCustomer, column: 'attachmentId', sends: 'update' },
  PWC: { resource: pwcCollection, column: 'authorityAttachmentId', sends: 'create' },
  BANNER: { resource: banner, column: 'imageAttachmentId', sends: 'create' },
  LR: { resource: lr, column: 'tremCardId', sends: 'create' },
  BILL: { resource: transporterBill, column: 'attachmentId', sends: 'create' },
  CARTING: { resource: cartingCharge, column: 'attachmentId', sends: 'create' },
  TDS: { resource: tdsCertificate, column: 'fileId', sends: 'approve' },
  TDS_SAID: { resource: tdsCertificate, column: 'saidFileId', sends: 'update' },
  REFUND: { resource: refund, column: 'proofId', sends: 'approve' },
  DECISION: { resource: paymentDecision, column: 'proofId', sends: 'approve' },
  POD: { resource: podPage, column: 'attachmentId', sends: 'create', at: pod },
  COMPLAINT: { resource: complaintNote, column: 'attachmentId', sends: 'update', at: complaint },
  DISPUTE: { resource: disputeNote, column: 'attachmentId', sends: 'create', at: arDispute },
  COA: { resource: coaFile, column: 'attachmentId', sends: null },
  ANNEXURE: { resource: customerAnnexure, column: 'attachmentId', sends: 'update' },
} as const satisfies Record<string, Owner>
export type FileOwner = keyof typeof fileOwners

/** Those whose files are sent one by one. */
export type SentOwner = {
  [Type in FileOwner]: (typeof fileOwners)[Type]['sends'] extends null ? never : Type
}[FileOwner]
export const sentOwners = (Object.keys(fileOwners) as FileOwner[]).filter(
  (type): type is SentOwner => fileOwners[type].sends !== null,
)
/** Who sends a file of such rows. */
export function senderOf(type: SentOwner): Who {
  const { resource, sends, at = resource }: Owner = fileOwners[type]
  return may(at, sends!)
}
