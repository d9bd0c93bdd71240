import type { Knex } from 'knex'
import type { Resource } from '../../resources/define/resource.ts'
import type { Upload } from './import/upload.ts'
import type { Asking } from './list/column-sql.ts'
import type { Person } from './rights/person.ts'
import type { StoredRow } from './row-codec.ts'
import type { Candidate } from './save/candidate.ts'
import type { Author } from './save/write.ts'
import type { ResourceService } from './service.ts'

/**
 * A rule that needs other rows, or who writes: it adds faults, or warnings by `warn`, to candidates that are sound so
 * far, and may fill in what they leave empty.
 */
export type RowCheck = (db: Knex, candidates: Candidate[], author: Author) => Promise<void>

/** An action that a person takes on rows, as the person last saw them. */
export interface Taken {
  resource: Resource
  person: Person
  author: Author
  /** Rows the person may act on and on which the action's condition holds; none for an action on the list. */
  rows: StoredRow[]
  /** The answers to what the action asks, checked against its fields. */
  asked: Record<string, unknown>
}

/** What an action does, within the given transaction. A returned sentence is shown to the person. */
export type TakeAction = (trx: Knex.Transaction, taken: Taken) => Promise<string | undefined>

/**
 * The value of a computed column as one expression: a subselect or a raw one. `of('productId')` is a column of the row
 * it stands in, `day` the business day it is asked for. It must give one value a row, on SQLite and MariaDB alike.
 */
export type ComputedColumn = (db: Knex, of: (name: string) => Knex.Ref<string, never>, day: string) => Expression
export type Expression = Knex.QueryBuilder | Knex.Raw

/** The query of a report: one row with an `id` and a value under the name of every declared column. */
export type ReportQuery = (db: Knex, asking: Asking) => Knex.QueryBuilder

/** What a resource does beyond its declaration. */
export interface Behaviour<ComputedName extends string = string, ActionName extends string = string> {
  /** Its own rule for rows that are written, whatever the way they came. */
  check?: RowCheck
  /** The functions of the actions that it declares. */
  actions?: { readonly [name in ActionName]: TakeAction }
  /** The SQL of the columns that it declares as computed. */
  computed?: { readonly [name in ComputedName]?: ComputedColumn }
  /** What happens in the same transaction after people, files or SAP added rows. */
  followUp?: (trx: Knex, rows: readonly StoredRow[]) => Promise<void>
  /** The service of a record that has commands of its own. */
  service?: typeof ResourceService
  /** The methods of that service that write. */
  commands?: readonly ('create' | 'patch')[]
  /** A file whose rows are not simply rows of this resource, and how they are saved. */
  upload?: Omit<Upload, 'subject'>
  /** The query of a report. */
  query?: ReportQuery
  /** What one row of a report shows besides its columns. */
  details?: (db: Knex, person: Person, id: number) => Promise<object>
}

const behaviours = new Map<string, Behaviour>()
const uploads: Upload[] = []

/** Attaches behaviour to a declared resource. Throws when the same kind of behaviour is attached twice. */
export function extend<C extends string, A extends string>(
  resource: Resource<string, Resource['fields'], C, A>,
  behaviour: Behaviour<NoInfer<C>, NoInfer<A>>,
): void {
  const known = behaviours.get(resource.name) ?? {}
  const twice = Object.keys(behaviour).filter(key => key in known)
  if (twice.length > 0) throw new Error(`${resource.name} is extended twice with ${twice.join(' and ')}`)
  behaviours.set(resource.name, { ...known, ...(behaviour as Behaviour) })
  if (behaviour.upload) uploads.push({ ...behaviour.upload, subject: resource as unknown as Resource })
}

/** The behaviour attached to a resource. Throws while `api/behaviours.ts` is not loaded: without it no rule would hold. */
export function behaviourOf({ name }: Pick<Resource, 'name'>): Behaviour {
  if (behaviours.size === 0) throw new Error('No behaviour is attached to any resource: import api/behaviours.ts first')
  return behaviours.get(name) ?? {}
}

/** The files that are attached to resources, in the order in which they were attached. */
export const attachedUploads = (): readonly Upload[] => uploads
