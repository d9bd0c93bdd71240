/** Who deals with whom in a story; all of it is there in the demo company. */
export interface Story {
  name: string
  customer: string
  soldTo: string
  sbu: string
  department: string
  plant: string
  transporter: string
  product: string
  /** Of the drafts alone: nothing of it was issued yet. */
  drafts?: true
  order: Record<string, unknown>
  task: Record<string, unknown>
  /** Who changed every row of it, by their kind and company; one of our own people where it is not said. */
  changedBy?: ChangedBy
}

/** A login outside: of a site, or of the company with this code. */
export type ChangedBy =
  | { userType: 'PARTNER_SITE'; plant: string }
  | { userType: 'CUSTOMER'; customer: string }
  | { userType: 'TRANSPORTER'; transporter: string }

/** A customer who pays, one whose distributor pays, the first one in another SBU, and an unrelated one. */
export const stories: readonly Story[] = [
  {
    name: 'direct',
    customer: '100101',
    soldTo: '100101',
    sbu: 'LS',
    department: 'LSRES',
    plant: '1201',
    transporter: 'KONARK',
    product: 'LS-1001',
    order: { status: 'PENDING', pendingStep: 'MY_APPROVAL' },
    task: { step: 'MY_APPROVAL' },
  },
  {
    name: 'dealer',
    customer: '100104',
    soldTo: '100202',
    sbu: 'LS',
    department: 'LSRES',
    plant: '1203',
    transporter: 'DECCANX',
    product: 'LS-1101',
    order: { status: 'PENDING', pendingStep: 'ACCEPTANCE' },
    task: { step: 'ACCEPTANCE' },
    changedBy: { userType: 'PARTNER_SITE', plant: '1203' },
  },
  {
    name: 'otherSbu',
    customer: '100101',
    soldTo: '100101',
    sbu: 'PH',
    department: 'PHFRM',
    plant: '1202',
    transporter: 'DECCANX',
    product: 'PH-3001',
    order: { status: 'IN_ERROR', pendingStep: null },
    task: { step: 'LIMIT' },
    changedBy: { userType: 'CUSTOMER', customer: '100101' },
  },
  {
    name: 'stranger',
    customer: '100106',
    soldTo: '100106',
    sbu: 'PH',
    department: 'PHFRM',
    plant: '1202',
    transporter: 'DECCANX',
    product: 'PH-3001',
    order: { status: 'CONFIRMED', pendingStep: null },
    task: { step: 'LIMIT', status: 'APPROVED' },
    changedBy: { userType: 'TRANSPORTER', transporter: 'DECCANX' },
  },
  {
    name: 'draft',
    customer: '100101',
    soldTo: '100101',
    sbu: 'LS',
    department: 'LSRES',
    plant: '1201',
    transporter: 'KONARK',
    product: 'LS-1001',
    drafts: true,
    order: {},
    task: {},
  },
]

/** What is agreed with a customer is a draft first, with its lines. */
export const DRAFTED = ['customer-annexure', 'rate-contract-customer']
export const DRAFTED_PARTS = ['customer-annexure-line', 'rate-contract-line']
