import type { Knex } from 'knex'
import type { Resource } from '../../resources/define/resource.ts'
import type { RowValues } from '../../resources/define/row-values.ts'
import type { RowService } from './call.ts'
import type { Reader } from './list/reader.ts'
import type { Person } from './rights/person.ts'
import type { StoredRow } from './row-codec.ts'
import type { Author } from './save/author.ts'
import type { Candidate, SavedChange } from './save/candidate.ts'
import type { Upload } from './uploads/upload.ts'

/**
 * A rule that needs other rows or the author. It adds faults, or warnings by `warn`, to candidates that have passed the
 * checks so far, and may fill in empty fields.
 */
export type RowCheck = (db: Knex, candidates: Candidate[], author: Author) => Promise<void>

/** The input of an action: who acts, on which rows, with which values. */
export interface ActionInput {
  resource: Resource
  person: Person
  author: Author
  /** Rows that the person may act on and that meet the action's condition; empty for an action on the list. */
  rows: StoredRow[]
  /** The values of the action's own fields, already validated. */
  values: Record<string, unknown>
  /** What was asked outside before the transaction; undefined where nothing was. */
  known?: unknown
}

/**
 * Asks outside what an action must know, before its transaction, for that may be slow; its function gets the answer as
 * `known`. A throw ends the action.
 */
export type BeforeAction = (db: Knex, input: Pick<ActionInput, 'person' | 'rows' | 'values'>) => Promise<unknown>

/** Executes an action within the given transaction. The returned message, if any, is shown to the person. */
export type ActionHandler = (trx: Knex.Transaction, input: ActionInput) => Promise<string | undefined>

/**
 * Returns the SQL of a computed column as one expression: a subselect or a raw one. `of('productId')` refers to a
 * column of the row, `day` is the business day of the request. The expression must give one value for each row on
 * SQLite and MariaDB alike.
 */
export type ComputedColumn = (db: Knex, of: (name: string) => Knex.Ref<string, never>, day: string) => SqlExpression
export type SqlExpression = Knex.QueryBuilder | Knex.Raw

/**
 * Returns the query of a report: each row has an `id` and a value under the name of every declared column. A report of
 * several kinds of rows returns a query for each, with the same columns in the same order and ids of its own, so that the
 * database looks for a page in each by its index.
 */
export type ReportQuery = (db: Knex, reader: Reader) => Knex.QueryBuilder | readonly Knex.QueryBuilder[]

/** The code that belongs to a resource besides its declaration. */
export interface Behaviour<ComputedName extends string = string, ActionName extends string = string> {
  /** The resource's own rule for rows that are written by the screens, the API or an import. */
  check?: RowCheck
  /** The functions of the declared actions. */
  actions?: { readonly [name in ActionName]: ActionHandler }
  /** What is asked outside the portal before the transaction of an action. */
  beforeActions?: { readonly [name in ActionName]?: BeforeAction }
  /** The SQL of the declared computed columns. */
  computed?: { readonly [name in ComputedName]?: ComputedColumn }
  /** Runs in the same transaction after people, files or SAP added rows. */
  followUp?: (trx: Knex, rows: readonly StoredRow[]) => Promise<void>
  /** Runs in the same transaction after rows were added or changed, by whomever: what is counted of them. */
  counted?: (trx: Knex, rows: readonly StoredRow[]) => Promise<void>
  /** Runs in the same transaction after rows that move money or give power were proposed, confirmed, withdrawn or changed. */
  guardedChange?: (trx: Knex, changes: readonly SavedChange[], author: Author) => Promise<void>
  /** The service of a record that has commands. */
  service?: new (
    db: Knex,
    resource: Resource,
  ) => RowService
  /** The methods of that service that write. */
  commands?: readonly ('create' | 'patch')[]
  /** An import file whose rows are not simply rows of this resource, and how they are saved. */
  upload?: Omit<Upload, 'subject'>
  /** Further import files for which the right to import rows of this resource is needed. */
  uploads?: readonly Omit<Upload, 'subject'>[]
  /** The query of a report. */
  query?: ReportQuery
  /** Whether its rows are groups, which the database works out all at once: they are read and counted with the page. */
  groupsRows?: boolean
  /** Returns the columns of a report that are worked out for some rows of a day, by the ids of these. */
  workedOut?: (db: Knex, ids: readonly number[], reader: Reader) => Promise<ReadonlyMap<number, RowValues>>
  /**
   * Returns what the query of a report needs and finds no way to ask itself: the holidays, or the customer whom its reader
   * chose. Throws 400 for what they may not choose.
   */
  prepare?: (db: Knex, reader: Reader) => Promise<object | undefined>
  /** Returns the days of which a report that is kept daily has rows besides today's, the latest first. */
  keptDays?: (db: Knex) => Promise<string[]>
  /** Returns the details of one row of a report. */
  details?: (db: Knex, person: Person, id: number) => Promise<object>
}

const behaviours = new Map<string, Behaviour>()
const uploads: Upload[] = []

/** Attaches behaviour to a declared resource. Throws when the same kind of behaviour is attached twice. */
export function extend<C extends string, A extends string>(
  resource: Resource<string, Resource['fields'], C, A>,
  behaviour: Behaviour<NoInfer<C>, NoInfer<A>>,
): void {
  const before = behaviours.get(resource.name) ?? {}
  const twice = Object.keys(behaviour).filter(key => key in before)
  if (twice.length > 0) throw new Error(`${resource.name} is extended twice with ${twice.join(' and ')}`)
  behaviours.set(resource.name, { ...before, ...(behaviour as Behaviour) })
  for (const upload of [...(behaviour.upload ? [behaviour.upload] : []), ...(behaviour.uploads ?? [])])
    uploads.push({ ...upload, subject: resource as unknown as Resource })
}

/** The behaviour attached to a resource. Throws while `api/rooms.ts` is not loaded, because no rule would apply. */
export function behaviourOf({ name }: Pick<Resource, 'name'>): Behaviour {
  if (behaviours.size === 0) throw new Error('No behaviour is attached to any resource: import api/rooms.ts first')
  return behaviours.get(name) ?? {}
}

/** Returns the uploads attached to resources, in the order in which they were attached. */
export const attachedUploads = (): readonly Upload[] => uploads
