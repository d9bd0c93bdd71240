import { accountingIdentities } from './accounting.ts'
import { goodsIdentities } from './goods.ts'
import type { Identity } from './identity.ts'
import { partnerIdentities } from './partners.ts'
import { salesIdentities } from './sales.ts'

/** Every entity set that the portal reads from SAP. */
export const identities: readonly Identity[] = [
  ...partnerIdentities,
  ...goodsIdentities,
  ...salesIdentities,
  ...accountingIdentities,
]

const byPath = new Map(identities.map(one => [one.path, one]))

/** The declaration of an entity set. Throws RangeError where there is none, so that its reader is not loaded. */
export function identityOf(path: string): Identity {
  const found = byPath.get(path)
  if (!found) throw new RangeError(`${path} has no identity: declare its key and whose it is in api/sap/identity`)
  return found
}

/** An entity set of SAP, and what of it the portal reads; all names as in SAP's metadata. */
export interface EntitySet {
  identity: Identity
  /** Service and entity set, such as `API_PRODUCT_SRV/A_Product`. */
  path: string
  /** The names of its key fields, by which its pages are ordered. */
  key: readonly string[]
  /** Also fields of expanded sets: `to_Description/Language`. All fields where it is left out. */
  select?: readonly string[]
  expand?: readonly string[]
}

/** What is read of an entity set, and the fields that tell whose a row is. Throws RangeError for one without identity. */
export function entitySet(path: string, read: Pick<EntitySet, 'select' | 'expand'> = {}): EntitySet {
  const identity = identityOf(path)
  const telling = Object.values(identity.ours)
  const select = read.select && [...new Set([...read.select, ...telling])]
  return { identity, path, key: identity.key.map(({ name }) => name), ...read, ...(select && { select }) }
}
