/** What a call to the simulated SAP is: a sign-in, the fetching of a CSRF token, a list, one record, or a change. */
export type CallKind = 'sign-in' | 'token' | 'list' | 'record' | 'change'

interface ModeInWords {
  label: string
  /** What SAP then does, as a sentence without its subject. */
  sentence: string
  /** The calls it can meet. */
  meets: readonly CallKind[]
}

const every = ['sign-in', 'token', 'list', 'record', 'change'] as const
const answers = ['list', 'record', 'change'] as const
const changes = ['change'] as const
const lists = ['list'] as const
const services = ['token', 'list', 'record', 'change'] as const

/** The ways in which the simulated SAP can behave, in the order in which a screen offers them. */
export const simulatedModes = {
  ok: { label: 'Well', sentence: 'Answers every call.', meets: [] },
  slow: { label: 'Slow', sentence: 'Does not answer before the caller gives up, and does nothing then.', meets: every },
  late: { label: 'Late', sentence: 'Answers after a moment.', meets: every },
  dead: { label: 'Down', sentence: 'Drops the connection and does nothing.', meets: every },
  'lost-reply': { label: 'Reply lost', sentence: 'Does what is asked and drops the connection.', meets: changes },
  'commit-after-timeout': {
    label: 'Saves after the time-out',
    sentence: 'Does not answer before the caller gives up, and saves the change minutes later.',
    meets: changes,
  },
  twice: { label: 'Twice', sentence: 'Carries out a change twice, as when a gateway repeats it.', meets: changes },
  storm: { label: 'Storm of errors', sentence: 'Answers 500, 502, 503 and 504 in turn.', meets: every },
  throttled: { label: 'Throttled', sentence: 'Answers 429 and says when to come again.', meets: every },
  wrong: { label: 'Wrong JSON', sentence: 'Does what is asked, and answers what cannot be read.', meets: answers },
  half: {
    label: 'Half an answer',
    sentence: 'Does what is asked, and drops the connection in the middle of its answer.',
    meets: answers,
  },
  'page-twice': { label: 'A page twice', sentence: 'Gives the page before once more.', meets: lists },
  'page-lost': { label: 'A page lost', sentence: 'Gives a page without rows, though it counts more.', meets: lists },
  'list-short': {
    label: 'A list cut short',
    sentence: 'Leaves the last four rows out of a list that is asked for by its keys, and does not count them.',
    meets: lists,
  },
  'count-moves': {
    label: 'A count that moves',
    sentence: 'Counts one row more on each page, as when rows are added meanwhile.',
    meets: lists,
  },
  'zero-rows': { label: 'No rows', sentence: 'Says that a list has no rows at all.', meets: lists },
  'clock-off': { label: 'Clock off', sentence: 'Stamps what is saved with a time some hours ahead.', meets: answers },
  'csrf-expired': { label: 'CSRF token expired', sentence: 'No longer accepts the CSRF token.', meets: changes },
  unauthorised: { label: 'Sign-in refused', sentence: 'Answers 401, whatever the password.', meets: every },
  'token-expired': {
    label: 'Access token expired',
    sentence: 'No longer accepts the OAuth access token; a new one is accepted.',
    meets: ['token', 'list', 'record', 'change'],
  },
  locked: { label: 'Locked', sentence: 'Says that the document is being edited.', meets: changes },
  outrun: {
    label: 'Outrun',
    sentence: 'Saves the sales orders just before a change arrives, which is then outdated (412).',
    meets: changes,
  },
  precondition: {
    label: 'Etag lost',
    sentence: 'Loses the etag of a change on the way, and asks for it (428).',
    meets: changes,
  },
  'sign-in-page': { label: 'Sign-in page', sentence: 'Answers with a page that asks for a password.', meets: services },
  redirect: { label: 'Redirect', sentence: 'Sends the caller on to another host (302).', meets: services },
  'web-page': { label: 'Web page', sentence: 'Answers with another web page (200).', meets: services },
  atom: {
    label: 'Atom XML',
    sentence: 'Does what is asked, and answers in XML though JSON was asked for.',
    meets: answers,
  },
  empty: { label: 'Empty answer', sentence: 'Does what is asked, and answers with nothing (200).', meets: answers },
  'no-service': { label: 'No service', sentence: 'Says that the service is not active (403).', meets: services },
  forbidden: { label: 'Forbidden', sentence: 'Refuses with a web page (403).', meets: services },
  'token-refused': { label: 'Own token refused', sentence: 'Refuses every security token.', meets: changes },
  'no-token': { label: 'No token', sentence: 'Gives no security token.', meets: ['token'] },
  'not-found-page': { label: 'Path not active', sentence: 'Answers with a web page (404).', meets: services },
  broken: { label: 'Broken off', sentence: 'Answers with a web page of its own error (500).', meets: services },
  'down-page': { label: 'Down for maintenance', sentence: 'Answers with a web page (503).', meets: services },
  'gateway-late': {
    label: 'Gateway gives up',
    sentence: 'Does what is asked, and a gateway on the way answers 504.',
    meets: answers,
  },
  'soap-fault': { label: 'SOAP fault', sentence: 'Answers a SOAP call with a fault (500).', meets: changes },
  'xml-errors': { label: 'Errors in XML', sentence: 'Writes its refusals in XML.', meets: answers },
  'inner-refusal': {
    label: 'Refusal within a set',
    sentence: 'Writes the one refusal of a change set as a part within it.',
    meets: changes,
  },
  'bare-parts': {
    label: 'Bare parts',
    sentence: 'Writes the headers of parts in lower case, and leaves those out that need not be.',
    meets: changes,
  },
  incomplete: {
    label: 'Incomplete order',
    sentence: 'Takes a sales order, and warns that data are missing.',
    meets: changes,
  },
  'xml-warnings': { label: 'Warnings in XML', sentence: 'Writes its warnings in XML.', meets: changes },
  random: { label: 'At random', sentence: 'Does any of these with a probability, drawn from a seed.', meets: every },
} as const satisfies Record<string, ModeInWords>

export type SimulatedMode = keyof typeof simulatedModes
export const simulatedModeNames = Object.keys(simulatedModes) as SimulatedMode[]

/** Which calls a behaviour is limited to. */
export interface OnlyCalls {
  /** As in the address: `API_SALES_ORDER_SRV`; `oauth` for the token endpoint, `journal-entry` for the SOAP service. */
  service?: string | null
  /** As in the address: `A_SalesOrder`. */
  entity?: string | null
  kind?: 'read' | 'change' | null
}

/** How the simulated SAP is told to behave. */
export interface SimulatedBehaviour {
  mode: SimulatedMode
  /** After so many calls it ends; null until it is changed. */
  times: number | null
  only: OnlyCalls
  /** It meets each so manyth call. */
  every: number
  /** Of `random`: how often of 100 calls, drawn from this seed, and among which modes. */
  percent: number
  seed: number
  among: SimulatedMode[]
}

/** How a document is held: which one, by which field, and what the field says once it is lifted. */
export const simulatedHolds = {
  credit: { of: 'order', field: 'TotalCreditCheckStatus', lifted: 'D' },
  approval: { of: 'order', field: 'SalesDocApprovalStatus', lifted: 'B' },
  delivery: { of: 'order', field: 'DeliveryBlockReason', lifted: '' },
  billing: { of: 'order', field: 'HeaderBillingBlockReason', lifted: '' },
  currency: { of: 'order', field: 'TransactionCurrency', lifted: 'INR' },
  data: { of: 'order', field: 'YY1_INCOMPLETE_SDH', lifted: '' },
  'item-billing': { of: 'item', field: 'ItemBillingBlockReason', lifted: '' },
  rejection: { of: 'item', field: 'SalesDocumentRjcnReason', lifted: '' },
  schedule: { of: 'schedule', field: 'DelivBlockReasonForSchedLine', lifted: '' },
  shipment: { of: 'delivery', field: 'DeliveryBlockReason', lifted: '' },
  'shipment-credit': { of: 'delivery', field: 'TotalCreditCheckStatus', lifted: 'D' },
  'shipment-data': { of: 'delivery', field: 'HdrGeneralIncompletionStatus', lifted: 'C' },
} as const
export type SimulatedHold = keyof typeof simulatedHolds
export const simulatedHoldNames = Object.keys(simulatedHolds) as SimulatedHold[]

export const simulatedCommands = [
  'deliver',
  'issue-goods',
  'reverse-issue',
  'delete-delivery',
  'bill',
  'bill-order',
  'release',
  'cancel-billing',
  'memo',
  'return-goods',
  'pay',
  'reset-clearing',
  'delete-order',
  'call-off',
  'change-price',
  'hold',
] as const

/** What somebody in SAP does with a document, told by whoever steers the simulator. Amounts and quantities are decimal text. */
export type SimulatedCommand =
  | {
      command: 'deliver'
      salesOrder: string
      /** The lorry receipt is not entered. */
      withoutLr?: boolean
      /** Each item comes in two batches. */
      splitBatches?: boolean
      /** What its main item carries then: nothing, the total, or a part that is in no batch. */
      mainItem?: 'zero' | 'total' | 'half'
      /** The parts of a kit below the first item. */
      kit?: string[]
      /** The material that comes instead of the first one. */
      substitute?: string
    }
  | { command: 'issue-goods'; salesOrder: string }
  /** Takes back that the goods of a delivery have left. */
  | { command: 'reverse-issue'; delivery: string }
  | { command: 'delete-delivery'; delivery: string }
  | {
      command: 'bill'
      salesOrders: string[]
      /** One document for all of them. */
      collective?: boolean
      proForma?: boolean
      /** It has no official number yet. */
      lateReference?: boolean
      /** In how many parts it is paid. */
      instalments?: number
      /** Batches are billed with their quantities, and their main item with 0; else the other way round. */
      byBatch?: boolean
      /** So many documents of each delivery, each of a part. */
      parts?: number
    }
  /** Bills an order, or a part of it in percent, without a delivery: what a supplier ships, or a service. */
  | { command: 'bill-order'; salesOrder: string; itemCategory: 'TAS' | 'TAD' | 'TAN'; percent?: number }
  | { command: 'release'; billingDocument: string }
  | {
      command: 'cancel-billing'
      billingDocument: string
      rebill?: boolean
      /** The new document bills so many percent of the goods. */
      percent?: number
      /** The cancellation is dated so many days back. */
      daysBack?: number
    }
  | {
      command: 'memo'
      billingDocument: string
      kind: 'credit' | 'returns' | 'debit' | 'intercompany' | 'intercompanyCredit'
      /** Of the billing document; 10 without. */
      percent?: number
    }
  /** Goods of a billing document come back with a delivery of returned goods. */
  | {
      command: 'return-goods'
      billingDocument: string
      /** So many percent of them; 10 without. */
      percent?: number
      /** The return names the order in place of the billing document. */
      ofOrder?: boolean
      /** They are still on their way. */
      isOpen?: boolean
    }
  | { command: 'pay'; billingDocument: string; kind?: 'full' | 'partial' | 'residual'; amount?: string }
  | { command: 'reset-clearing'; clearingDocument: string }
  | { command: 'delete-order'; salesOrder: string }
  | { command: 'call-off'; contract: string; item?: number; quantity: string }
  | { command: 'change-price'; material: string; rate: string }
  /** An empty code, or none, lifts it. */
  | { command: 'hold'; salesOrder: string; by: SimulatedHold; code?: string; item?: number }
