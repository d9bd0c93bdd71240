import type { Knex } from 'knex'
import type { SapSyncRun } from '../../../resources/platform/sap-sync-run.ts'
import type { SapAdapter } from '../adapter.ts'
import type { SapFields } from '../http/fields.ts'
import type { SapRowError } from './pull.ts'
import type { FailedDocument } from './sync-run.ts'

/** A row of SAP in our names and units, as plain JSON; `key` is its key in SAP as people read it, such as `104530/1010`. */
export interface SapItem {
  key: string
}

/** A row in another currency than rupees: `buyer` is the code of the customer whose it is. */
export interface ForeignRow {
  sapKey: string
  buyer: string | null
  currency: string
  reason: string
}

export interface ItemPage<Item extends SapItem> {
  items: Item[]
  /** The rows of the page that cannot be read. */
  unreadable: FailedDocument[]
  /** The rows that are left out for their currency: whose they are, and why. */
  foreign?: ForeignRow[]
  /** How many of its rows are nothing to the portal, as prices of single customers. */
  skipped?: number
  /** How many of these are of others: of another sales organisation, company code or plant. */
  others?: number
  /** How many rows SAP counts in all; null where it does not say. */
  total: number | null
  /** On the last page how many of them never came; null where that is not known. */
  missing: number | null
  /** The latest change among them; null where SAP does not say when its rows changed. */
  changedAt: string | null
}

export interface ReadHow {
  /** Only what changed at or after this instant; null for everything. */
  since: string | null
  /** Only the row with this code; null for all. */
  code: string | null
  fields: SapFields
}

export interface SaveHow {
  /** Whether every row is compared, not only those that changed in SAP. */
  isFull: boolean
  fields: SapFields
  /** The reading that brought the rows; left out where they come otherwise, or waited. */
  run?: Pick<SapSyncRun, 'id' | 'startedAt'> | undefined
  /** Reports why an item could not be saved; the others of the call are. */
  refuse(key: string, reason: SapRowError): void
}

export interface SavedRows {
  created: number
  updated: number
}

/** One kind of SAP's rows that the portal reads in large numbers, and how they become rows of its masters. */
export interface RowPull<Item extends SapItem = SapItem> {
  object: SapSyncRun['object']
  /** The name of its rows in sentences: `Product`. */
  title: string
  /** Whether SAP says when a row changed; without it every reading compares all rows with those of the last. */
  tellsChanges: boolean
  pages(sap: SapAdapter, how: ReadHow): AsyncIterable<ItemPage<Item>>
  /** Saves items in the caller's short transaction; an unchanged item may be among them. */
  save(trx: Knex, items: readonly Item[], how: SaveHow): Promise<SavedRows>
  /** Whether an item says that its row has ended: too many at once trip the guard. */
  ends?(item: Item): boolean
  /** Ends the rows of keys that SAP no longer has; returns how many. Without it nothing is ended. */
  remove?(trx: Knex, keys: readonly string[], how: SaveHow): Promise<number>
  /** Those of these keys whose end is proven otherwise, as by a clearing: the guard does not count them. */
  provenGone?(db: Knex, keys: readonly string[]): Promise<ReadonlySet<string>>
  /** Those of these keys that SAP still has, each asked for by key: its list was not complete. */
  stillThere?(sap: SapAdapter, keys: readonly string[], fields: SapFields): Promise<ReadonlySet<string>>
  /** How many rows the portal has from elsewhere, as from files: a reading without any row trips the guard for them too. */
  countOthers?(db: Knex): Promise<number>
  /** Called once all rows were read and saved, and none was lost on the way; returns how many rows it changed. */
  finish?(db: Knex): Promise<number>
}
