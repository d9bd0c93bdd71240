/** What the declarations allow, in plain words. */
import { hiddenFrom, namesOwnSide, partnerRoles } from './access.ts'
import type { Field } from './define/fields.ts'
import { labelOf } from './define/label.ts'
import type { Resource, Within } from './define/resource.ts'
import type { Letter } from './define/rights.ts'
import type { Role } from './roles.ts'
import type { Scope } from './scopes.ts'

const verbs: Record<Letter, string> = {
  R: 'reads',
  C: 'creates',
  U: 'changes',
  D: 'deactivates',
  I: 'imports',
  A: 'approves and acts',
  X: 'exports',
}

/** «keeps, imports and exports» for RCUDIX: who keeps rows reads, creates, changes and deactivates them. */
export function grantWords(grant: string): string {
  const isKeeper = [...'RCUD'].every(letter => grant.includes(letter))
  const rest = [...grant].filter(letter => !isKeeper || !'RCUD'.includes(letter)).map(letter => verbs[letter as Letter])
  return joined(isKeeper ? ['keeps', ...rest] : rest, 'and')
}

/** The rows of a scope; completes «only rows …». */
export const scopeWords: Record<Scope, string> = {
  ownCustomer: 'of the own customer',
  ownTransporter: 'of the own transport company',
  myCustomers: 'of own customers',
  mySbus: 'of own SBUs',
  customersOfMySbus: 'of customers of own SBUs',
  myPlants: 'of own plants',
  cnfsOfMyPlants: 'of the CnFs at own plants',
  ordersOfMyCustomers: 'of orders of own customers',
  ordersOfMyPlants: 'of orders from own plants',
  ordersOfMySbus: 'of orders of own SBUs',
  ordersIDecide: 'of orders that wait for the own decision',
  ordersAskedOfMe: 'of orders that ask for the own decision, or had it',
  papersAskedOfMe: 'named on orders that ask for the own decision, or had it',
  ordersOfMyCluster: 'of orders of the own cluster',
  invoicesOfMyCluster: 'of invoices of the own cluster',
  openComments: 'comments that are not internal',
  invoicesInMyScope: 'of invoices in reach',
  shipmentsOfMyCustomers: 'of shipments to own customers',
  lrsInMyScope: 'of lorry receipts in reach',
  countingPods: 'of proofs of delivery that count',
  billsOfMyPlants: 'of bills over lorry receipts of own plants, and those entered by the person',
  tripsInMyScope: 'of trips of own plants, or of the own transporter',
  lrsSentToMe: 'of lorry receipts to the own customer',
  sigmaLrsIFollow: 'of Sigma customers and plants that they follow',
  certificatesOfMyGoods: 'of batches that the own customer was invoiced or sent',
  peopleOfMySide: 'that name people of their own side',
  myself: 'that name the person themselves',
  complaintsInMyScope: 'of complaints in reach',
  disputesInMyScope: 'of disputes in reach',
  contractsIssuedToMe: 'of rate contracts issued to the own customer',
  annexuresIssuedToMe: 'of annexures issued to the own customer',
  libraryDocuments: 'of documents of the library',
  channelOfMyPriceList: 'of the price list of the own customer, where they may see it',
  sbusThatSellToMe: 'of SBUs that sell to the own customer',
  documentsForMe: 'of documents meant for the role',
  bannersForMe: 'of banners meant for the role',
}

/** «only rows of own customers and of own SBUs»; empty where the role reaches every row. */
export function withinWords(resource: Resource, role: Role): string {
  const declared = resource.within[role]
  if (!declared) return ''
  const alternatives: readonly Within<string>[] = Array.isArray(declared) ? declared : [declared as Within<string>]
  const words = alternatives.map(fields => conditionWords(resource, fields))
  return `only rows ${joined([...new Set(words)], 'or')}`
}

/** Longer lists of values are counted, not named. */
const MOST_NAMED = 12

/** «of the own customer and with Status ISSUED or ACCEPTED». */
export const conditionWords = ({ fields }: Resource, within: Within<string>): string =>
  joined(
    Object.entries(within).map(([name, allowed]) =>
      typeof allowed === 'string'
        ? scopeWords[allowed as Scope]
        : name === 'isActive'
          ? 'in use'
          : `with ${labelOf(name, fields[name]!)} ${allowed!.length > MOST_NAMED ? `among ${allowed!.length} of its values` : joined(allowed!.map(String), 'or')}`,
    ),
    'and',
  )

/**
 * All that a role may do with a resource: «reads, only rows of own customers, without Limit price, with PAN in part»;
 * empty for nothing.
 */
export function roleWords(resource: Resource, role: Role): string {
  const grant = resource.access[role]
  if (!grant) return ''
  return [grantWords(grant), withinWords(resource, role), fieldsWords(resource, role)].filter(Boolean).join(', ')
}

/**
 * «without Limit price, with PAN in part»: what a role does not see of a row that it reads; empty where it sees all.
 */
export function fieldsWords(resource: Resource, role: Role): string {
  const without = fieldsWith(resource, (_, field) => hiddenFrom(field).includes(role))
  const inPart = fieldsWith(resource, (_, field) => field.maskedFor?.includes(role))
  return [without && `without ${without}`, inPart && `with ${inPart} in part`, ...someRowsWords(resource, role)]
    .filter(Boolean)
    .join(', ')
}

/** «Gross value only on rows of the own customer»: what a role sees on some of its rows alone. */
function someRowsWords(resource: Resource, role: Role): string[] {
  const amounts = Object.entries(resource.columnsWithin[role] ?? {}).map(([nature, within]) => {
    const names = fieldsWith(resource, (_, field) => field.nature === nature && !hiddenFrom(field).includes(role))
    return names && `${names} only on rows ${conditionWords(resource, within!)}`
  })
  const people = partnerRoles.includes(role) ? fieldsWith(resource, (_, field) => namesOwnSide(field)) : ''
  return [...amounts, people && `${people} only where they are of their own side`]
}

/** The labels of those fields of a resource of which `holds` is true, as a sentence names them. */
export const fieldsWith = ({ fields }: Resource, holds: (name: string, field: Field) => boolean | undefined) =>
  joined(
    Object.entries(fields).flatMap(([name, field]) => (holds(name, field) ? [labelOf(name, field)] : [])),
    'and',
  )

/** «a, b and c». */
export const joined = (words: readonly string[], and: string): string =>
  words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} ${and} ${words.at(-1)}`
