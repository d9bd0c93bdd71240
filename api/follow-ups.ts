import type { Knex } from 'knex'
import type { ResourceName } from '../resources/registry.ts'
import type { StoredRow } from './derive/row-codec.ts'
import { mailBlocks } from './masters/mail-blocks.ts'

/** What happens, in the same transaction, once rows stand that somebody entered, whatever the way they came. */
type FollowUp = (trx: Knex, rows: readonly StoredRow[]) => Promise<void>

/** The consequences of new rows that a declaration cannot say, by resource. */
export const followUps: { readonly [name in ResourceName]?: FollowUp } & {
  readonly [name: string]: FollowUp | undefined
} = {
  'block-customer-order-creation': mailBlocks,
}
