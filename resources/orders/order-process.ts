import { hasCompanyRole, type InCompany, isHead } from '../access-control/company-roles.ts'
import { type Actor, process, type StepOf } from '../define/process/process.ts'
import type { Role } from '../roles.ts'
import {
  acceptanceAlone,
  askedInCompanyAlone,
  inSapOrOnItsWay,
  linesFixedHere,
  mustBeCopyable,
  needsLines,
  notForAcceptance,
  nothingOpen,
  nothingToCome,
  notStuck,
  type OrderSubject,
  readyToSubmit,
  sendingNow,
} from './order-guards.ts'
import { endedStates, orderStates } from './order-states.ts'

/** The roles that place orders. */
export const creatorRoles = [
  'CUSTOMER',
  'DISTRIBUTOR',
  'SALES_REP',
  'SALES_MANAGER',
  'CSC_AGENT',
] as const satisfies readonly Role[]

/**
 * Where the approval routing (`route`) can lead: to a next approval, through, or to an error when nobody may approve.
 */
const routed = ['PENDING', 'APPROVED', 'IN_ERROR'] as const

/** The states in which lines can be cancelled one by one: SAP has the order, and not all of it was dispatched. */
const underWay = ['CONFIRMED', 'PARTIALLY_DISPATCHED'] as const

/** The states in which SAP has an order that has not ended. */
const inSap = [...underWay, 'DISPATCHED', 'DELIVERED'] as const

/**
 * The steps of an order. `owner` is the person who placed it, `assignee` the one whose open approval task it is (or
 * their delegate); roles act inside their row scope. `asks` names the inputs of a step beyond its remark.
 */
export const orderProcess = process<OrderSubject>()({
  of: 'order',
  noun: 'order',
  ...orderStates,
  steps: {
    /** Creates an order; there is no earlier state. */
    create: { label: 'Create', from: [], to: 'DRAFT', by: creatorRoles },
    save: { label: 'Save draft', from: ['DRAFT'], to: 'DRAFT', by: [...creatorRoles, 'owner'] },
    submit: {
      label: 'Submit',
      from: ['DRAFT'],
      to: routed,
      by: ['owner'],
      unless: readyToSubmit,
      asks: { samePo: 'optional', seenLines: 'optional' },
    },
    /** The buyer may not order so much alone: a colleague who may says yes first, and we have no order until then. */
    askCompany: { label: 'Approval asked in the company', from: ['DRAFT', 'IN_ERROR'], to: 'DRAFT', by: ['system'] },
    approveInCompany: {
      label: 'Approve and submit',
      key: 'A',
      from: ['DRAFT'],
      to: routed,
      by: ['colleague'],
      notFor: askedInCompanyAlone,
      asks: { samePo: 'optional', seenLines: 'optional' },
    },
    returnInCompany: {
      label: 'Return to the buyer',
      key: 'S',
      from: ['DRAFT'],
      to: 'DRAFT',
      by: ['colleague'],
      notFor: askedInCompanyAlone,
      remark: { label: 'Remark', needed: true },
    },
    approve: { label: 'Approve', key: 'A', from: ['PENDING'], to: routed, by: ['assignee'], unless: notForAcceptance },
    reject: {
      label: 'Reject',
      key: 'R',
      from: ['PENDING'],
      to: 'REJECTED',
      by: ['assignee'],
      unless: notForAcceptance,
      remark: { label: 'Remark', needed: true },
      asks: { reasonCodeId: 'optional' },
    },
    sendBack: {
      label: 'Send back',
      key: 'S',
      from: ['PENDING'],
      to: 'DRAFT',
      by: ['assignee'],
      unless: notForAcceptance,
      remark: { label: 'Remark', needed: true },
      asks: { reasonCodeId: 'optional' },
    },
    changeLine: {
      label: 'Change lines',
      from: ['PENDING'],
      to: [...routed, 'REJECTED'],
      by: ['assignee'],
      unless: linesFixedHere,
      asks: { lines: 'optional' },
    },
    /** The customer was blocked for a product: the regulatory officer decides first. */
    block: { label: 'Blocked', from: ['PENDING'], to: ['PENDING', 'IN_ERROR'], by: ['system'] },
    /** Nobody may decide the open task any more: its approver has left, or lost the role. */
    reroute: { label: 'Approver replaced', from: ['PENDING'], to: routed, by: ['system'] },
    accept: { label: 'Accept', key: 'A', from: ['PENDING'], to: routed, by: ['assignee'], unless: acceptanceAlone },
    decline: {
      label: 'Decline',
      key: 'R',
      from: ['PENDING'],
      to: ['DRAFT', 'REJECTED'],
      by: ['assignee'],
      unless: acceptanceAlone,
      remark: { label: 'Remark', needed: true },
      asks: { leadsTo: 'optional', reasonCodeId: 'optional' },
    },
    release: { label: 'Release to SAP', from: ['APPROVED'], to: ['APPROVED', 'IN_ERROR'], by: ['system'] },
    sapConfirmed: { label: 'Confirmed by SAP', from: ['APPROVED'], to: 'CONFIRMED', by: ['system'] },
    sapRefused: { label: 'Refused by SAP', from: ['APPROVED'], to: 'IN_ERROR', by: ['system'] },
    /** Also for a stuck cancellation of an open quantity. */
    retry: {
      label: 'Retry now',
      from: ['APPROVED', ...underWay],
      to: ['APPROVED', ...underWay],
      by: ['CSC_AGENT', 'SYS_ADMIN'],
      unless: notStuck,
    },
    /** Somebody has found the order in SAP, or entered it there; its number is looked up before it counts. */
    markCreated: {
      label: 'Mark as created in SAP',
      from: ['APPROVED'],
      to: 'CONFIRMED',
      by: ['CSC_AGENT', 'SYS_ADMIN'],
      unless: order => notStuck(order) ?? sendingNow(order),
      asks: { sapOrderNo: 'optional' },
    },
    /** The IT administrator cancels only stuck orders. */
    cancelStuck: {
      label: 'Cancel',
      from: ['APPROVED'],
      to: 'CANCELLED',
      by: ['SYS_ADMIN'],
      unless: order => notStuck(order) ?? inSapOrOnItsWay(order),
      remark: { label: 'Remark', needed: true },
      asks: { reasonCodeId: 'optional' },
    },
    correct: { label: 'Save corrections', from: ['IN_ERROR'], to: 'IN_ERROR', by: ['owner', 'CSC_AGENT'] },
    resubmit: {
      label: 'Resubmit',
      from: ['IN_ERROR'],
      to: routed,
      by: ['owner', 'CSC_AGENT'],
      unless: needsLines,
      asks: { samePo: 'optional', seenLines: 'optional' },
    },
    dispatch: {
      label: 'Dispatch',
      from: underWay,
      to: ['PARTIALLY_DISPATCHED', 'DISPATCHED'],
      by: ['system'],
    },
    /** An LR was cancelled: its goods are at the site again. */
    recall: {
      label: 'LR cancelled',
      from: ['PARTIALLY_DISPATCHED', 'DISPATCHED'],
      to: underWay,
      by: ['system'],
    },
    deliver: { label: 'Deliver', from: ['DISPATCHED'], to: 'DELIVERED', by: ['system'] },
    /** A delivery was reported by mistake, or its goods came back. */
    undeliver: {
      label: 'Delivery taken back',
      from: ['DELIVERED'],
      to: [...underWay, 'DISPATCHED'],
      by: ['system'],
    },
    close: { label: 'Close', from: ['DELIVERED'], to: 'CLOSED', by: ['system'] },
    cancel: {
      label: 'Cancel',
      from: ['PENDING', 'APPROVED', 'IN_ERROR'],
      to: 'CANCELLED',
      by: ['owner', 'CUSTOMER', 'DISTRIBUTOR', 'CSC_AGENT'],
      unless: inSapOrOnItsWay,
      remark: { label: 'Remark', needed: true },
      asks: { reasonCodeId: 'optional' },
    },
    /** Asks SAP to cancel what is neither dispatched nor invoiced; it counts as cancelled once SAP agrees. */
    cancelOpen: {
      label: 'Cancel open quantity',
      from: underWay,
      to: underWay,
      by: ['CSC_AGENT', 'SALES_MANAGER'],
      unless: nothingOpen,
      remark: { label: 'Remark', needed: true },
      asks: { reasonCodeId: 'optional', lines: 'optional' },
    },
    askCancel: {
      label: 'Ask to cancel',
      from: underWay,
      to: underWay,
      by: ['CUSTOMER', 'DISTRIBUTOR'],
      unless: nothingOpen,
      remark: { label: 'Remark', needed: true },
    },
    /** Asks SAP for another requested day; the order keeps its own until SAP has agreed. */
    changeDate: {
      label: 'Change requested date',
      from: underWay,
      to: underWay,
      by: ['CSC_AGENT'],
      unless: nothingToCome,
      asks: { requestedDeliveryDate: 'optional' },
    },
    dateChanged: { label: 'Requested date changed in SAP', from: underWay, to: underWay, by: ['system'] },
    dateKept: { label: 'Requested date refused by SAP', from: underWay, to: underWay, by: ['system'] },
    openCancelled: {
      label: 'Cancelled in SAP',
      from: underWay,
      to: [...underWay, 'DISPATCHED', 'CANCELLED'],
      by: ['system'],
    },
    /** SAP's quantities and dates win over ours once it has the order. */
    sapChanged: {
      label: 'Changed in SAP',
      from: underWay,
      to: [...underWay, 'DISPATCHED', 'CANCELLED'],
      by: ['system'],
    },
    sapWarned: { label: 'Warned by SAP', from: underWay, to: underWay, by: ['system'] },
    sapDated: { label: 'New dates from SAP', from: underWay, to: underWay, by: ['system'] },
    /** SAP holds the order, or no longer does; buyers read that it is being checked. */
    sapHeld: { label: 'Held in SAP', from: inSap, to: inSap, by: ['system'] },
    sapReleased: { label: 'No longer held in SAP', from: inSap, to: inSap, by: ['system'] },
    /** The same where only what is inside the house holds it: a billing block, another currency. */
    sapHeldInside: { label: 'Held in SAP', from: inSap, to: inSap, by: ['system'] },
    sapReleasedInside: { label: 'No longer held in SAP', from: inSap, to: inSap, by: ['system'] },
    openKept: { label: 'Cancellation refused by SAP', from: underWay, to: underWay, by: ['system'] },
    deleteLines: {
      label: 'Delete lines',
      from: ['PENDING', 'IN_ERROR'],
      to: routed,
      by: ['owner', 'CSC_AGENT'],
      remark: { label: 'Remark', needed: true },
      asks: { reasonCodeId: 'optional', lineNos: 'optional' },
    },
    delete: {
      label: 'Delete',
      from: ['DRAFT', 'PENDING', 'IN_ERROR', 'REJECTED'],
      to: 'DELETED',
      by: ['owner', 'CSC_AGENT'],
      remark: { label: 'Remark', needed: true },
      asks: { reasonCodeId: 'optional' },
    },
    /** Nobody has changed it for too long (`dead.*`). */
    expire: { label: 'Expired', from: ['DRAFT', 'PENDING', 'IN_ERROR'], to: 'DEAD', by: ['system'] },
    /** Makes a new draft, priced today; the copied order is unchanged. */
    copy: { label: 'Copy', from: endedStates, to: 'DRAFT', by: creatorRoles, unless: mustBeCopyable },
  },
})

export type OrderAction = StepOf<typeof orderProcess>

/** Steps inside the house: approvals, and the way of the order to SAP. Buyers read of what they lead to. */
const innerSteps: readonly OrderAction[] = [
  'approve',
  'block',
  'reroute',
  'release',
  'sapRefused',
  'sapWarned',
  'retry',
  'sapHeldInside',
  'sapReleasedInside',
]

/** The steps of an order that its buyers read. */
export const stepsOfBuyers: readonly OrderAction[] = (Object.keys(orderProcess.steps) as OrderAction[]).filter(
  step => !innerSteps.includes(step),
)

/**
 * Whether one of the person's roles takes a step, on the orders in their scope, whoever placed these; in a company that
 * buys those who order there.
 */
export const mayTakeStep = (
  { roles, company = null }: { readonly roles: readonly Role[]; readonly company?: Pick<InCompany, 'roles'> | null },
  step: OrderAction,
): boolean =>
  (company === null || isHead(company) || hasCompanyRole(company, 'BUYER')) &&
  roles.some(role => (orderProcess.steps[step].by as readonly Actor[]).includes(role))
