/** What roles have rights on, as people name it: every resource and report belongs to one noun. */
import { joined } from './access-words.ts'
import type { Resource, Within } from './define/resource.ts'
import { type Letter, may } from './define/rights.ts'
import { rolesDeciding } from './orders/approvals/approvers-by-step.ts'
import { subjects } from './registry.ts'
import type { Role } from './roles.ts'
import type { Scope } from './scopes.ts'

/** What is done, in the order of the columns. */
export const verbs = [
  { letter: 'R', says: 'Reads' },
  { letter: 'C', says: 'Creates' },
  { letter: 'U', says: 'Changes' },
  { letter: 'D', says: 'Ends' },
  { letter: 'I', says: 'Imports' },
  { letter: 'A', says: 'Decides' },
  { letter: 'X', says: 'Exports' },
] as const satisfies readonly { letter: Letter; says: string }[]
export type Verb = (typeof verbs)[number]

export interface Noun {
  group: string
  title: string
  /** In a sentence. */
  said: string
  /** The leading one first; a path that ends with `/` stands for everything below it. */
  paths: readonly string[]
}

/** A resource belongs to the first noun that names it. */
export const nouns: readonly Noun[] = [
  {
    group: 'Money',
    title: 'Payments, refunds, differences',
    said: 'payments',
    paths: [
      ...['transaction-view/transactions-view', 'transaction-view/', 'payment-tasks', 'payment-allocations'],
      ...['payment-attempts', 'capture-allocations'],
      ...['payment-carts', 'payment-cart-items', 'payment-clearings', 'payment-callbacks', 'payment-result-links'],
      'unsigned-posts',
      ...['settings/payment-account', 'settings/bank-account', 'masters/upload-payment-customers'],
    ],
  },
  {
    group: 'Money',
    title: 'What customers owe',
    said: 'what customers owe',
    paths: ['masters/upload-outstanding', 'mis/outstanding'],
  },
  {
    group: 'Money',
    title: 'Disputes about amounts',
    said: 'disputes about amounts',
    paths: ['complaints/ar-dispute', 'dispute-notes'],
  },
  {
    group: 'Money',
    title: 'Transport bills, carting',
    said: 'transport bills',
    paths: [
      ...['dispatches/lr-transporter-bill', 'transporter-bill-lines', 'dispatches/add-carting-charges'],
      'freight-adjustments',
    ],
  },
  {
    group: 'Orders and goods',
    title: 'Orders',
    said: 'orders',
    paths: [
      ...['orders', 'order-lines', 'order-steps', 'order-comments', 'order-lists', 'schedule-lines', 'reservations'],
      ...['credit-turns', 'approval-tasks', 'approval-links', 'task-assignees', 'orders/'],
    ],
  },
  {
    group: 'Orders and goods',
    title: 'Customer blocks, end-user documents',
    said: 'customer blocks',
    paths: [
      ...['masters/block-customer-order-creation', 'complaints/eud-block', 'eud-documents'],
      'masters/product-enduser-document',
    ],
  },
  {
    group: 'Orders and goods',
    title: 'Invoices and deliveries',
    said: 'invoices and deliveries',
    paths: [
      ...['invoices', 'invoice-lines', 'invoice-line-goods', 'sap-deliveries', 'sap-delivery-lines', 'returned-goods'],
      ...['pwc-collections', 'pwc-collection-items'],
    ],
  },
  {
    group: 'Orders and goods',
    title: 'LRs, POD, tracking',
    said: 'LRs and PODs',
    paths: [
      ...[
        'lrs',
        'lr-lines',
        'lr-line-items',
        'lr-packages',
        'shipments',
        'tracking-events',
        'pods',
        'pod-lines',
        'pod-batches',
      ],
      ...['pod-batch-files', 'passport-links', 'shipment-tracking/search-shipments', 'shipment-tracking/tracking-try'],
      ...['shipment-tracking/feedback', 'shipment-tracking/feedback-report', 'shipment-tracking/sigma-customers'],
      ...['shipment-tracking/employee-sigma-map', 'masters/upload-expected-delivery-dates'],
    ],
  },
  {
    group: 'Orders and goods',
    title: 'Complaints',
    said: 'complaints',
    paths: ['complaints', 'complaint-notes', 'complaints/', 'masters/complaint-category'],
  },
  {
    group: 'Orders and goods',
    title: 'Certificates',
    said: 'certificates',
    paths: ['coa/certificates', 'coa/', 'coa-batches'],
  },
  {
    group: 'Masters',
    title: 'Customers, ship-tos, contacts',
    said: 'customers',
    paths: [
      ...['access-control/customer', 'access-control/ship-to', 'access-control/customer-contact'],
      'access-control/company-person',
      ...['access-control/customer-sales-area', 'masters/customer-department-map', 'masters/customer-segment-map'],
      ...['masters/customer-item-codes', 'masters/frequently-purchased-items', 'masters/single-batch-customer-email'],
      ...['masters/dist-cust-mapping', 'masters/distributor-product-map', 'settings/customer-segment', 'dealerdash/'],
    ],
  },
  {
    group: 'Masters',
    title: 'Prices, limits, contracts',
    said: 'prices, limits and contracts',
    paths: [
      ...['settings/product-price', 'masters/productwise-limit-price', 'masters/rate-contract-customer'],
      ...['masters/rate-contract-line', 'masters/rate-contract-errors', 'masters/customer-annexure'],
      ...['masters/customer-annexure-line', 'masters/cust-shipto-prod-price', 'masters/product-discount'],
      ...['masters/channel-product-promocode', 'masters/zone-wise-asp', 'masters/approving-limits'],
      ...['masters/material-pricing-group', 'masters/article-freight'],
      'channel-13-masters/customer-wise-product-wise-price',
    ],
  },
  {
    group: 'Masters',
    title: 'Products and stock',
    said: 'products',
    paths: [
      ...['masters/products', 'settings/stock-level', 'masters/peso-products', 'masters/nid', 'masters/mvgr'],
      ...['masters/un-number', 'masters/product-hazard', 'masters/hazard-segregation'],
      ...['masters/perennial-non-available-items', 'product-rows'],
    ],
  },
  {
    group: 'Masters',
    title: 'Transporters, lanes',
    said: 'transporters',
    paths: [
      ...['masters/transporter', 'shipment-tracking/transporter-mapping', 'shipment-tracking/expected-delivery-days'],
      ...['masters/transporter-vehicle', 'masters/transporter-driver'],
      ...['masters/freight-contract', 'masters/freight-rate', 'masters/freight-charge', 'masters/fuel-price'],
      'masters/gta-tax-choice',
    ],
  },
  {
    group: 'Masters',
    title: 'Plants, supply, organisation',
    said: 'plants and the organisation',
    paths: [
      'settings/plant',
      'masters/',
      'access-control/cnf',
      'access-control/cnf-state',
      'access-control/toll-center',
      ...['access-control/central-warehouse', 'access-control/sbu-employee-map', 'settings/channel'],
      ...['settings/order-type', 'settings/zone', 'settings/reason-code', 'settings/holiday', 'channel-13-masters/'],
    ],
  },
  {
    group: 'Portal',
    title: 'Reports',
    said: 'reports',
    paths: ['mis/', 'report-files', 'report-schedules', 'report-mailings'],
  },
  {
    group: 'Portal',
    title: 'People and roles',
    said: 'people and roles',
    paths: [
      'access-control/employee',
      'access-control/assign-roles',
      'access-control/access-request',
      'settings/user',
      ...['settings/role', 'login-sessions', 'one-time-codes'],
    ],
  },
  { group: 'Portal', title: 'Settings, SAP, messages', said: 'settings', paths: ['settings/app-setting', ''] },
]

const isNamed = ({ paths }: Noun, path: string) =>
  paths.some(named => named === '' || named === path || (named.endsWith('/') && path.startsWith(named)))
const isNamedExactly = ({ paths }: Noun, path: string) => paths.includes(path)

/** The noun of a resource: the one that names it by its whole path, else the first that names what it is below. */
export const nounOf = ({ path }: Pick<Resource, 'path'>): Noun =>
  nouns.find(noun => isNamedExactly(noun, path)) ?? nouns.find(noun => isNamed(noun, path))!

const rank = ({ paths }: Noun, path: string) => (paths.indexOf(path) + paths.length + 1) % (paths.length + 1)

/** The resources of each noun, the leading one first. */
const resourcesOf: ReadonlyMap<Noun, readonly Resource[]> = new Map(
  nouns.map(noun => [
    noun,
    subjects
      .filter(one => nounOf(one) === noun)
      .toSorted((one, other) => rank(noun, one.path) - rank(noun, other.path)),
  ]),
)

/** The resources of a noun with which a role may do this. */
export const allowedOf = (noun: Noun, role: Role, { letter }: Verb): readonly Resource[] =>
  resourcesOf.get(noun)!.filter(({ access }) => may(access, role, letter))

/** Whose rows a scope reaches, in two words. */
const shortScopes: Partial<Record<Scope, string>> = {
  ownCustomer: 'own',
  ownTransporter: 'own',
  myself: 'own',
  myCustomers: 'own customers',
  ordersOfMyCustomers: 'own customers',
  shipmentsOfMyCustomers: 'own customers',
  mySbus: 'own SBUs',
  customersOfMySbus: 'own SBUs',
  ordersOfMySbus: 'own SBUs',
  myPlants: 'own plants',
  cnfsOfMyPlants: 'own plants',
  ordersOfMyPlants: 'own plants',
  billsOfMyPlants: 'own plants',
  ordersOfMyCluster: 'own cluster',
  invoicesOfMyCluster: 'own cluster',
  ordersIDecide: 'if asked',
  ordersAskedOfMe: 'if asked',
  papersAskedOfMe: 'if asked',
  invoicesInMyScope: 'in reach',
  lrsInMyScope: 'in reach',
  lrsSentToMe: 'own',
  complaintsInMyScope: 'in reach',
  disputesInMyScope: 'in reach',
  certificatesOfMyGoods: 'own',
}

/** Whose rows of a resource a role reaches: `all`, `own customers`, `in part`. */
function reachOf({ within }: Resource, role: Role): string {
  const declared = within[role]
  if (!declared) return 'all'
  const alternatives: readonly Within<string>[] = Array.isArray(declared) ? declared : [declared as Within<string>]
  const words = alternatives.flatMap(fields =>
    Object.values(fields).flatMap(allowed =>
      typeof allowed === 'string' ? (shortScopes[allowed as Scope] ?? []) : [],
    ),
  )
  return words[0] ?? 'in part'
}

/**
 * Whose rows of a noun a role reaches in doing this, by the leading resource, and `in part` where it may with others
 * alone; null where it never may.
 */
export function reachIn(noun: Noun, role: Role, verb: Verb): string | null {
  const allowed = allowedOf(noun, role, verb)
  if (noun.title === 'Reports' && allowed.length > 0) return String(allowed.length)
  const [leading] = resourcesOf.get(noun)!
  if (allowed.length > 0) return allowed[0] === leading ? reachOf(allowed[0]!, role) : 'in part'
  const isAsked = noun.title === 'Orders' && verb.letter === 'A'
  return isAsked && Object.values(rolesDeciding).some(deciding => deciding.includes(role)) ? 'if asked' : null
}

/** A role that a person holds, or will hold. */
export interface Held {
  role: Role
  /** Where it counts: `everywhere`, `SBU LS`. */
  where: string
  /** What must come first, where it is not in force: `From 1 Dec`, `After the second person`. */
  begins: string | null
}

/** A sentence of what a person may do or does not. */
export interface MayDo {
  says: string
  begins: string | null
  does: boolean
}

/** What people ask about first, and how its absence is said. */
const absences: readonly (readonly [title: string, letters: string, says: string])[] = [
  ['Orders', 'CUA', 'Does not place, change or decide orders'],
  ['Prices, limits, contracts', 'CUA', 'Does not change a price, a limit or a contract'],
  ['Payments, refunds, differences', 'UA', 'Does not decide about payments'],
  ['People and roles', 'CUA', 'Gives no roles'],
]

/** What a person may do by their roles: what is in force, then what begins, and what they do not do last. */
export function mayDo(held: readonly Held[]): MayDo[] {
  const known = new Set<string>()
  const inOrder = held.toSorted((one, other) => Number(one.begins !== null) - Number(other.begins !== null))
  const does = inOrder.flatMap(({ role, where, begins }) =>
    verbs.flatMap((verb): MayDo[] => {
      const added = nouns.flatMap(noun => {
        const reach = reachIn(noun, role, verb)
        const key = `${noun.title} ${verb.letter} ${reach} ${where}`
        if (reach === null || known.has(key)) return []
        known.add(key)
        return [{ said: noun.said, reach: noun.title === 'Reports' ? 'all' : reach }]
      })
      return [...Map.groupBy(added, ({ reach }) => reach)].map(([reach, ofReach]) => ({
        says: sentence(
          verb,
          joined(
            ofReach.map(({ said }) => said),
            'and',
          ),
          reach,
          where,
        ),
        begins,
        does: true,
      }))
    }),
  )
  const without = absences.filter(([title, letters]) => {
    const noun = nouns.find(one => one.title === title)!
    return !held.some(({ role }) =>
      verbs.some(verb => letters.includes(verb.letter) && reachIn(noun, role, verb) !== null),
    )
  })
  return [...does, ...without.map(([, , says]) => ({ says, begins: null, does: false }))]
}

const sentence = ({ says }: Verb, what: string, reach: string, where: string) =>
  `${says} ${what}${reach === 'all' ? '' : reach === 'if asked' ? ' when asked' : `, ${reach}`}${where === 'everywhere' ? '' : ` (${where})`}`
