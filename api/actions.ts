import type { Knex } from 'knex'
import type { Resource } from '../resources/define/resource.ts'
import type { ResourceName } from '../resources/registry.ts'
import { declineAccess, giveAccess } from './access-control/access-request.ts'
import type { Person } from './derive/rights/person.ts'
import type { StoredRow } from './derive/row-codec.ts'
import { confirmRow } from './derive/save/confirm.ts'
import { endRows } from './derive/save/end-date.ts'
import type { Author } from './derive/save/write.ts'
import { bringDocumentBack, withdrawDocument } from './masters/attachment.ts'
import { blockMany, unblock } from './masters/block-customer-order-creation.ts'
import {
  acceptAnnexure,
  copyAnnexure,
  issueAnnexure,
  requestChange,
  takeBackAnnexure,
} from './masters/customer-annexure.ts'
import { pin } from './masters/frequently-purchased-items.ts'
import { markOrderable } from './masters/products.ts'
import { activateContract, closeContract, copyContract, suspendContract } from './masters/rate-contract-customer.ts'
import { ignoreRow, reprocessRow } from './masters/rate-contract-errors.ts'
import { computeAverages } from './masters/zone-wise-asp.ts'
import { cancelRead } from './sap/cancel-read.ts'
import { sendTests } from './settings/message-template.ts'
import { resubscribe } from './shipment-tracking/opt-out.ts'

/** An action somebody takes: on these rows, which are as he saw them, with what he answered. */
export interface Taken {
  resource: Resource
  person: Person
  author: Author
  /** Rows he may act on and on which the action's condition holds; none for an action on the list. */
  rows: StoredRow[]
  /** What was asked, checked against its fields. */
  asked: Record<string, unknown>
}

/** What an action does, in the transaction it is given. What it returns is said to the person, where more is to say than «done». */
export type TakeAction = (trx: Knex.Transaction, taken: Taken) => Promise<string | undefined>

/** The functions of the actions that resources declare, by resource and name. Without its function the portal does not start. */
export const actions: { readonly [name in ResourceName]?: Readonly<Record<string, TakeAction>> } & {
  readonly [name: string]: Readonly<Record<string, TakeAction>> | undefined
} = {
  'block-customer-order-creation': { unblock, blockMany },
  'frequently-purchased-items': { pin: pin('PINNED'), unpin: pin('COMPUTED') },
  'opt-out-email': { resubscribe },
  'opt-out-sms': { resubscribe },
  'message-template': { sendTest: sendTests },
  products: { stopOrders: markOrderable(false), openOrders: markOrderable(true) },
  'zone-wise-asp': { compute: computeAverages },
  'customer-annexure': {
    issue: issueAnnexure,
    takeBack: takeBackAnnexure,
    accept: acceptAnnexure,
    requestChange,
    copyLines: copyAnnexure,
  },
  'access-request': { give: giveAccess, decline: declineAccess },
  attachment: { withdraw: withdrawDocument, bringBack: bringDocumentBack },
  'sap-sync-run': { cancel: cancelRead },
  'rate-contract-errors': { reprocess: reprocessRow, ignore: ignoreRow },
  'rate-contract-customer': {
    activate: activateContract,
    suspend: suspendContract,
    close: closeContract,
    copyLines: copyContract,
  },
}

/** The actions that follow from a declaration by themselves, whatever the resource. */
export const derivedActions: Readonly<Record<string, TakeAction>> = {
  confirm: confirmRow,
  endDate: endRows,
}
